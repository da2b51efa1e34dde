import FoundationEssentials
import Roster

/// One wiki: its users, its groups, and how it writes them.
struct SampleWiki: Sendable {
  var site: Site
  /// The name of its database, such as `cookingwiki`.
  var database: String
  /// By name.
  private(set) var users: [WikiUser] = []
  /// Where the members of each group are in `users`, in ascending order.
  private var members: [String: [Int]] = [:]
  var index: Int

  init(site: Site, index: Int) {
    self.site = site
    self.index = index
    database = Self.database(of: site.id)
  }

  /// The groups that wikis may have and their rights, in the order of each wiki.
  private static let allGroups: [(name: String, rights: [String], isImplicit: Bool)] = [
    ("*", ["createaccount", "read", "edit"], true), ("user", ["move", "upload"], true),
    ("autoconfirmed", ["editsemiprotected"], true), ("bot", ["bot", "noratelimit"], false),
    ("sysop", ["block", "delete", "protect", "editinterface"], false),
    ("bureaucrat", ["userrights", "renameuser"], false), ("patroller", ["patrol"], false),
    ("eliminator", ["delete", "undelete"], false),
    ("oversight", ["block", "hideuser", "suppressrevision"], false),
  ]

  /// The groups of this wiki: not every one has eliminators, or who may hide users.
  var groups: [(name: String, rights: [String], isImplicit: Bool)] {
    Self.allGroups.filter { group in
      switch group.name {
      case "eliminator": index % 4 != 1
      case "oversight": index % 3 != 2
      default: true
      }
    }
  }

  static func database(of id: SiteID) -> String {
    id.filter { $0.isLetter || $0.isNumber } + "wiki"
  }

  /// Some wikis cannot be read without a login, some are closed, some open to known editors only.
  var isPrivate: Bool { index % 17 == 5 }
  var isClosed: Bool { index % 10 == 3 }
  var isFishbowl: Bool { index % 19 == 7 }

  /// The two letters of the language of a site such as `ru.stackoverflow`; nil for the others, whose
  /// wikis are special.
  var language: String? {
    let parts = site.id.split(separator: ".")
    return parts.count == 2 && parts[0].count == 2 ? String(parts[0]) : nil
  }

  /// Takes the users in any order, each into those of its groups that the wiki has.
  mutating func admit(_ users: [WikiUser]) {
    let known = Set(groups.map(\.name))
    self.users = users.sorted { $0.precedes($1) }
    members = [:]
    for place in self.users.indices {
      self.users[place].groups.removeAll { !known.contains($0) }
      let user = self.users[place]
      for group in user.groups { members[group, default: []].append(place) }
    }
  }

  /// The users in a group, by name.
  func members(of group: String) -> [WikiUser] {
    members[group, default: []].map { users[$0] }
  }

  /// Where the users in any of the groups are in ``users``, in ascending order; all where no group is
  /// named.
  func places(of groups: Set<String>) -> [Int] {
    guard let first = groups.first else { return Array(users.indices) }
    if groups.count == 1 { return members[first, default: []] }
    return Set(groups.flatMap { members[$0, default: []] }).sorted()
  }
}

/// How an answer is written: the older format has empty texts for flags, and other names.
struct WikiStyle: Sendable {
  var isNew: Bool
  var errorsAreListed: Bool

  init(_ parameters: [String: String]) {
    isNew = parameters["formatversion"] == "2"
    errorsAreListed = ![nil, "bc"].contains(parameters["errorformat"])
  }

  /// The value of a flag that is set; nil for one that is not.
  func flag(_ isSet: Bool) -> WireJSON? {
    isSet ? (isNew ? true : "") : nil
  }
}

extension WikiUser {
  func json(_ style: WikiStyle) -> WireJSON {
    let byRule = ["*", "user"] + (editCount > 9 ? ["autoconfirmed"] : [])
    return .object([
      "userid": .number(id), "name": .text(name),
      "centralids": .object(["CentralAuth": .number(centralID), "local": .number(id)]),
      "attachedlocal": .object([
        "CentralAuth": style.flag(isAttached) ?? (style.isNew ? false : nil),
        "local": style.flag(true),
      ]),
      "editcount": .number(editCount),
      "registration": .text(registration.map { Date(unixSeconds: $0).rfc3339 } ?? ""),
      "groups": .texts(byRule + groups),
    ])
  }
}

extension SampleWiki {
  /// The parts of `meta=siteinfo` that are asked for.
  ///
  /// - Parameters:
  ///   - root: The address of the server.
  ///   - isOld: Whether the sizes of groups are one too low.
  func info(_ parts: [String], root: String, style: WikiStyle, isOld: Bool) -> [(String, WireJSON)]
  {
    var members: [(String, WireJSON)] = []
    if parts.contains("general") {
      members.append(
        (
          "general",
          .object([
            "mainpage": "Main Page", "sitename": .text(site.name),
            "generator": "MediaWiki 1.45.0-wmf.20", "lang": .text(language ?? "en"),
            "articlepath": "/\(database)/wiki/$1", "script": "/\(database)/index.php",
            "server": .text(root), "wikiid": .text(database), "case": "first-letter",
          ])
        ))
    }
    if parts.contains("namespaces") {
      func space(_ id: Int, _ name: String) -> WireJSON {
        .members([
          ("id", .number(id)), ("case", "first-letter"), (style.isNew ? "name" : "*", .text(name)),
        ])
      }
      members.append(
        ("namespaces", .object(["0": space(0, ""), "1": space(1, "Talk"), "2": space(2, "User")])))
    }
    if parts.contains("usergroups") { members.append(("usergroups", groupList(isOld: isOld))) }
    if parts.contains("statistics") {
      let admins = self.members["sysop", default: []].count
      members.append(
        (
          "statistics",
          .object(["pages": 7, "users": .number(users.count), "admins": .number(admins)])
        )
      )
    }
    return members
  }

  private func groupList(isOld: Bool) -> WireJSON {
    .list(
      groups.map { group in
        .object([
          "name": .text(group.name), "rights": .texts(group.rights),
          "number": size(of: group, isOld: isOld).map { .number($0) },
        ])
      })
  }

  private func size(
    of group: (name: String, rights: [String], isImplicit: Bool), isOld: Bool
  ) -> Int? {
    if group.name == "user" { return users.count }
    if group.isImplicit { return nil }
    let count = members[group.name, default: []].count
    return isOld ? max(0, count - 1) : count
  }
}
