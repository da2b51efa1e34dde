import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit

/// Random nights of two sites, one with roles and logs, one with elections. Each of its people has names, texts and ids that occur nowhere else.
struct SecretHistory {
  /// Somebody, with all that was ever told of them.
  struct Person {
    var account: Int?
    var users: [SiteRef: Int]
    var name: String
    var texts: Set<String> = []
    /// Whether no roster has them.
    var isOnlyLogged = false
  }

  static let sites: [SiteRef] = ["site1", "site2"]
  private static let logs = [
    LogRef("renames", of: sites[0], in: testNetwork),
    LogRef("rights", of: sites[0], in: testNetwork),
  ]

  let maker: ArchiveMaker
  var random: SeededRandom
  private(set) var people: [Person] = []
  private(set) var night = 1
  private var rosters: [SiteRef: [Moderator.Key: Moderator]] = [:]
  private var rows: [[LogEntry]] = [[], []]
  private var lastRow = 0
  /// The claims that were read.
  private var files: [[(SiteRef, Tenure)]] = []

  init(seed: UInt64, in folder: String) throws {
    random = SeededRandom(seed: seed)
    maker = try ArchiveMaker(folder, sites: [.made(1), .made(2)])
    _ = try maker.archive.beginLogs(Self.logs)
    for number in 0..<7 { people.append(person(withAccount: number != 3, onlyLogged: number == 6)) }
    for site in Self.sites {
      // Two who stay, so that no list is ever empty.
      add(0, .moderator, site)
      add(1, site == Self.sites[0] ? .admin : .moderator, site)
    }
  }

  // MARK: - What happens

  private mutating func id() -> Int { Int.random(in: 1 << 43..<1 << 44, using: &random) }

  private mutating func text(_ kind: String) -> String {
    "\(kind)Ä\(random.next() % 1_000_000_000) & <\(random.next() % 1_000_000_000)>"
  }

  private mutating func person(withAccount hasAccount: Bool, onlyLogged: Bool) -> Person {
    let name = text("Name")
    let account = hasAccount ? id() : nil
    // Without an account nobody knows that users of two sites are one person.
    let sites = hasAccount ? Self.sites : [random.pick(Self.sites)]
    let users = Dictionary(uniqueKeysWithValues: sites.map { ($0, id()) })
    return Person(
      account: account, users: users, name: name, texts: [name], isOnlyLogged: onlyLogged)
  }

  private mutating func add(_ number: Int, _ role: Role, _ site: SiteRef) {
    let texts = ["Place", "https://web.example/", "https://link.example/", "About"].map { text($0) }
    people[number].texts.formUnion(texts)
    let person = people[number]
    let moderator = Moderator(
      userID: person.users[site] ?? 0, role: role, accountID: person.account,
      displayName: person.name, reputation: Int.random(in: 1...9_999, using: &random),
      badges: .init(gold: 1), location: texts[0], websiteURL: texts[1], link: texts[2],
      aboutText: texts[3], memberSince: day(-500))
    rosters[site, default: [:]][moderator.key] = moderator
  }

  private mutating func rename(_ number: Int) {
    let name = text("Name")
    if people[number].users[Self.sites[0]] != nil {
      log(0, .rename(UserRename(oldName: people[number].name, newName: name)))
    }
    people[number].name = name
    people[number].texts.insert(name)
    for site in Self.sites {
      for role in [Role.moderator, .admin] {
        rosters[site]?[.init(people[number].users[site] ?? 0, as: role)]?.displayName = name
      }
    }
  }

  private mutating func log(_ log: Int, _ content: LogEntry.Content) {
    lastRow += 1
    let time = day(night, -3_600 + lastRow % 3_000)
    rows[log].append(LogEntry(id: lastRow, time: time, content))
  }

  private mutating func changeRights(_ number: Int, isGiven: Bool) {
    let (none, admin): ([RightsChange.Membership], [RightsChange.Membership]) = (
      [], [.init(.admin)]
    )
    log(
      1,
      .rights(
        RightsChange(
          name: people[number].name, before: isGiven ? none : admin, after: isGiven ? admin : none))
    )
  }

  private mutating func change(_ site: SiteRef) {
    let number = Int.random(in: 0..<6, using: &random)
    let role = random.pick(site == Self.sites[0] ? [Role.moderator, .admin] : [.moderator])
    guard let user = people[number].users[site] else { return }
    let key = Moderator.Key(user, as: role)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<2: rename(number)
    case 2..<4: rosters[site]?[key]?.reputation = Int.random(in: 1...9_999, using: &random)
    case 4: rosters[site]?[key]?.kind = .staff
    case 5: changeRights(6, isGiven: random.chance(50))
    default:
      guard number > 1 else { return }
      let isThere = rosters[site]?[key] != nil
      if isThere { rosters[site]?[key] = nil } else { add(number, role, site) }
      if role == .admin, site == Self.sites[0] { changeRights(number, isGiven: !isThere) }
    }
  }

  // MARK: - What is read

  /// One more night.
  ///
  /// - Parameters:
  ///   - changes: How much happens on each site.
  ///   - withheld: Whom the archive withholds; nil for nobody.
  /// - Returns: The changes that were told.
  mutating func play(changes: Int, leavingOut withheld: WithheldPeople? = nil) throws -> [Change] {
    night += 1
    var told: [Change] = []
    for site in Self.sites {
      for _ in 0..<changes { change(site) }
      let listed = rosters[site, default: [:]].sorted { $0.key < $1.key }.map(\.value)
      let roster = try withheld?.replacing(listed, on: site) ?? listed
      told += try maker.publish(
        roster, site: site, at: day(night), pageSize: Int.random(in: 1...5, using: &random)
      ).changes
      // No network has elections and several roles.
      if site == Self.sites[1], random.chance(50) {
        let elected = roster.filter { $0.role == .moderator && $0.userID % 3 != 0 }
        told += try maker.elect(Set(elected.map(\.userID)), site: site, at: day(night, 50))
      }
    }
    for (log, ref) in Self.logs.enumerated() {
      var state = LogState(roles: [.admin])
      (state.newestAt, state.oldestAt) = (day(night), day(1))
      (state.readUntil, state.isWhole) = (day(night), true)
      let read = try withheld?.leavingOut(rows[log], of: ref) ?? rows[log]
      try maker.archive.record(read, of: ref, reaching: state)
      rows[log] = []
    }
    try maker.archive.recordLoggedTenures(in: testNetwork)
    if random.chance(30) { try claim() }
    return told
  }

  /// Reads a file in which somebody claims tenures of those who are on a list: by an id, a name or both. Whom only a log tells
  /// of has both.
  private mutating func claim() throws {
    let site = random.pick(Self.sites)
    var rows: [(SiteRef, Tenure)] = []
    for (number, person) in people.enumerated() {
      let user = person.users[site] ?? 0
      let isListed = rosters[site]?.keys.contains { $0.userID == user } ?? false
      guard isListed || number == 6 && site == Self.sites[0], random.chance(60) else { continue }
      let form = isListed ? Int.random(in: 0..<3, using: &random) : 0
      let bounds = TenureBounds(
        beganAfter: nil, beganBefore: day(-900), endedAfter: day(-800 + night),
        endedBefore: day(-700), source: .claim, sourceURL: "https://claims.example")
      let tenure = Tenure(
        userID: form == 2 ? nil : user, accountID: form == 0 ? person.account : nil,
        name: form == 1 ? "" : person.name, bounds: bounds)
      rows.append((site, tenure))
    }
    files.append(rows)
    try read(rows)
  }

  private mutating func read(_ rows: [(SiteRef, Tenure)]) throws {
    let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: "\(random.next())")
    _ = try maker.archive.backfill(
      file, of: nil, from: "https://claims.example", at: day(night, 100)
    ) { store in
      for (site, tenure) in rows { try store(site, tenure) }
    }
  }

  /// Reads all files again, as if each were another one.
  mutating func readFilesAgain() throws { for rows in files { try read(rows) } }

  /// Somebody whom the archive has, with their record in it.
  mutating func somebody() throws -> (number: Int, record: PersonRecord)? {
    let archive = maker.archive
    let number = Int.random(in: 2..<7, using: &random)
    let person = people[number]
    var record: PersonRecord?
    if let account = person.account {
      record = try archive.person(account: account, network: testNetwork)
    }
    for site in Self.sites {
      try record = record ?? archive.person(site: site, userID: person.users[site] ?? 0)
    }
    try record = record ?? archive.loggedPeople(named: person.name, in: testNetwork).first
    return record.map { (number, $0) }
  }

  /// A rename that only a log tells, and then rights under that name.
  mutating func renameUnseen(_ number: Int) {
    rename(number)
    guard people[number].users[Self.sites[0]] != nil else { return }
    changeRights(number, isGiven: true)
  }
}

extension SecretHistory.Person {
  /// The bytes that nothing may have: texts as they are, folded, escaped and encoded; ids as SQLite stores them and in
  /// digits.
  var secrets: [Data] {
    let texts = texts.flatMap { text in
      [
        text, FoldedText.folding(text), text.lowercased(), text.replacing("&", with: "&amp;"),
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
          ">", with: "&gt;"),
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text,
      ]
        + text.split(separator: " ").map { FoldedText.folding(String($0)) }.filter {
          $0.utf8.count > 6
        }
    }
    let ids = ([account].compactMap(\.self) + users.values)
    return texts.map { Data($0.utf8) } + ids.map { Data("\($0)".utf8) }
      + ids.map { id in Data((0..<6).reversed().map { UInt8(truncatingIfNeeded: id >> ($0 * 8)) }) }
  }

  /// Whether a row of a view is about them.
  func isIn(_ row: [String: String]) -> Bool {
    let ids = Set(users.values.map { "\($0)" })
    return row["user_id"].map(ids.contains) ?? false
      || row["display_name"].map(texts.contains) ?? false
  }
}
