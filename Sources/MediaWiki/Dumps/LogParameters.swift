import FoundationEssentials
import Roster

/// The parameters of a row of a log as a wiki stores them, which is what dumps have.
extension LogRow.Params {
  /// - Parameter text: The serialised form of today, or the lines of older rows: the groups before and after, each with
  ///   commas between them, or the new name of a user. The oldest rows have none. What is in none of these forms tells
  ///   nothing.
  init(stored text: String, of log: WikiLog) {
    if text.hasPrefix("a:") {
      var members: [PHPValue.Member] = []
      if case .array(let all) = PHPValue(text) { members = all }
      self.init(
        before: members.memberships(["oldgroups", "0"], "oldmetadata"),
        after: members.memberships(["newgroups", "1"], "newmetadata"),
        oldUser: members.text("olduser"), newUser: members.text("newuser"))
    } else {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if log == .renames {
        self.init(newUser: lines.first.flatMap { Self.name(String($0)) })
      } else {
        // With one line nothing tells which of the two it is.
        let groups = lines.count > 1 ? lines.prefix(2).map(Self.groups) : []
        self.init(
          before: groups.first.flatMap { Self.memberships($0) },
          after: groups.last.flatMap { Self.memberships($0) })
      }
    }
  }

  /// Nil where it is too long for one.
  fileprivate static func name(_ text: String) -> String? {
    text.utf8.count <= Bounds.name ? text.unlessEmpty : nil
  }

  fileprivate static func groups(_ list: Substring) -> [String] {
    list.split(separator: ",").compactMap {
      $0.split(separator: " ").joined(separator: " ").unlessEmpty
    }
  }

  /// A row without the ends of memberships is from the time when none ended by itself, and the wiki's API tells it so.
  ///
  /// - Parameter expiry: Of the group at a place.
  fileprivate static func memberships(
    _ groups: [String], expiry: (Int) -> Date? = { _ in nil }
  ) -> [RightsChange.Membership]? {
    guard groups.count <= Bounds.groups, groups.allSatisfy({ $0.utf8.count <= Bounds.word }) else {
      return nil
    }
    return groups.enumerated().map { place, group in
      RightsChange.Membership(Role(rawValue: group), expiry: expiry(place), tellsExpiry: true)
    }
  }
}

extension [PHPValue.Member] {
  /// The member with the first of some names that one has; before it stands where the wiki shows it, as in `4::oldgroups`.
  private subscript(names: [String]) -> PHPValue? {
    names.lazy.compactMap { name in
      first { $0.key == name || $0.key.hasSuffix(":\(name)") }?.value
    }.first
  }

  fileprivate func text(_ name: String) -> String? {
    guard case .text(let text) = self[[name]] else { return nil }
    return LogRow.Params.name(text)
  }

  fileprivate func memberships(
    _ groups: [String], _ details: String
  ) -> [RightsChange.Membership]? {
    switch self[groups] {
    case .text(let list): return LogRow.Params.memberships(LogRow.Params.groups(list[...]))
    case .array(let members):
      var all: [PHPValue.Member] = []
      if case .array(let found) = self[[details]] { all = found }
      let names = members.compactMap { member -> String? in
        if case .text(let name) = member.value { name } else { nil }
      }
      guard names.count == members.count else { return nil }
      return LogRow.Params.memberships(names) { place in
        guard let detail = all.first(where: { $0.key == members[place].key }),
          case .array(let values) = detail.value, case .text(let time) = values[["expiry"]]
        else { return nil }
        return Date(wikiTime: time)
      }
    default: return nil
    }
  }
}

extension Date {
  /// Reads `20240131235959`, the form of a wiki's tables; nil for `infinity` and anything else.
  fileprivate init?(wikiTime text: String) {
    guard text.utf8.count == 14 else { return nil }
    let parts = [4, 2, 2, 2, 2, 2].reduce(into: (parts: [Substring](), rest: text[...])) {
      $0.parts.append($0.rest.prefix($1))
      $0.rest = $0.rest.dropFirst($1)
    }.parts
    self.init(
      dayOrInstant: parts[..<3].joined(separator: "-") + "T"
        + parts[3...].joined(separator: ":") + "Z")
  }
}
