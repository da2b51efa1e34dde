import FoundationEssentials
import GRDB
package import Roster
import Synchronization

/// Whom an archive withholds, for a sync: it recognises them in what a server answers, before anything of that is stored.
package final class WithheldPeople: Sendable {
  private let archive: ArchiveDatabase
  private let key: WithheldKey
  private let known: Mutex<Known>

  private struct Known {
    /// Those of accounts, users and names.
    var tags: Set<Data>
    /// Names that became known, under which the archive can have more.
    var fresh: [Place: Set<String>] = [:]
    /// Whether there is more of them than the ledger has.
    var isToRecord = false
  }

  /// Where names are somebody's: at a site, or at all of the network.
  private struct Place: Hashable {
    var site: Int?
    var network: NetworkID
  }

  fileprivate init(_ archive: ArchiveDatabase, _ key: WithheldKey, tags: Set<Data>) {
    (self.archive, self.key) = (archive, key)
    known = Mutex(Known(tags: tags))
  }

  /// The items of a page, those of withheld people without their values.
  ///
  /// - Throws: `ArchiveError`, as where the archive does not contain the site.
  package func replacing(_ items: [Moderator], on site: SiteRef) throws -> [Moderator] {
    let place = try archive.read { try archive.siteKey(site, $0) }
    var found: [(name: String, site: Int?)] = []
    var users: Set<Data> = []
    let replaced = items.map { item in
      let user = key.tag(ofUser: item.userID, site: place)
      let account = item.accountID.flatMap { $0 > 0 ? $0 : nil }
        .map { key.tag(ofAccount: $0, network: site.network) }
      let isOfAccount = account.map { isKnown([$0]) } ?? false
      guard isOfAccount || isKnown([user]) else { return item }
      users.insert(user)
      found.append((item.displayName, isOfAccount ? nil : place))
      return Withheld.moderator(key.number(ofUser: item.userID, site: place), as: item.role)
    }
    if !found.isEmpty {
      try write { database in
        try learn(users, database)
        for (name, place) in found {
          try learn([name], ofSite: place, in: site.network, database)
        }
      }
    }
    return replaced
  }

  /// What takes the place of the ids of users of a site who are withheld.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func numbers(ofUsersOn site: SiteRef) throws -> @Sendable (Int) -> Int {
    let place = try archive.read { try archive.siteKey(site, $0) }
    return { [key] in key.number(ofUser: $0, site: place) }
  }

  /// The rows of a log, without those that name withheld people. A rename tells another name of theirs.
  ///
  /// - Throws: `ArchiveError`.
  package func leavingOut(_ rows: [LogEntry], of log: LogRef) throws -> [LogEntry] {
    try write { try leavingOut(rows, of: log, $0) }
  }

  /// The same inside a transaction.
  func leavingOut(
    _ rows: [LogEntry], of log: LogRef, _ database: Database
  ) throws -> [LogEntry] {
    try rows.filter { row in
      let (names, site) = row.content.named(in: log)
      let place = try site.flatMap { try archive.knownSiteKey($0, database) }
      return try !recognizes(names, ofSite: place, in: log.network, database)
    }
  }

  /// Withholds what the archive has under names that became known to be of withheld people: rows of logs that connect
  /// them can come after others that have only the other name.
  ///
  /// - Parameter entry: The one that is about to be appended, whose rows are not kept.
  /// - Returns: How many rows of its file are left out.
  @discardableResult
  func leaveOut(rowsOf entry: Int, _ database: Database) throws -> Int {
    var removed: Set<Int> = []
    while let (place, names) = known.withLock({ $0.fresh.popFirst() }) {
      var rows = try WithheldRows(
        ofNames: names, atSite: place.site, in: place.network, database)
      _ = try recognizes(Array(rows.names), ofSite: place.site, in: place.network, database)
      try removed.formUnion(rows.remove(ofEntry: entry))
      if rows.isEmpty { continue }
      try key.keep(head: nil)
      try rows.replace(by: key)
    }
    return removed.count
  }

  /// Writes in one transaction, in which names can become known to be of withheld people.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try archive.write { database in
      let result = try body(database)
      try leaveOut(rowsOf: Entry.nextID(database), database)
      let isToRecord = known.withLock { known in
        defer { known.isToRecord = false }
        return known.isToRecord
      }
      if isToRecord {
        try Withheld.record(
          people: 0, roles: 0, at: LedgerPlace.latest(database)?.at.unixSeconds ?? 0, database)
      }
      return result
    }
  }

  /// Whether a tenure that a file tells is that of somebody withheld: by an id or, where the file has none or nobody told
  /// theirs, by the name, however it is written.
  func has(
    _ tenure: Tenure, ofSite place: Int, in network: NetworkID, _ database: Database
  ) throws -> Bool {
    let user = tenure.userID.map { key.tag(ofUser: $0, site: place) }
    let account = tenure.accountID.map { key.tag(ofAccount: $0, network: network) }
    if isKnown([user, account].compactMap(\.self)) { return true }
    guard tenure.userID == nil else {
      let isAnother = try Bool.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM member WHERE site = ?1 AND user_id = ?2)
              OR EXISTS (SELECT 1 FROM claim WHERE site = ?1 AND user_id = ?2)
            """), arguments: [place, tenure.userID])
      return isAnother != true && isKnown([key.tag(ofStranger: tenure.name, site: place)])
    }
    return isKnown(
      [nil, place].map { key.tag(ofWrittenName: tenure.name, site: $0, network: network) })
  }

  private func isKnown(_ tags: some Sequence<Data>) -> Bool {
    known.withLock { !$0.tags.isDisjoint(with: tags) }
  }

  /// Whether one of the names of a row is that of somebody withheld, at the site or on the whole network; then all are.
  private func recognizes(
    _ names: [String], ofSite place: Int?, in network: NetworkID, _ database: Database
  ) throws -> Bool {
    for place in Set([nil, place]) {
      guard isKnown(names.map { key.tag(ofName: $0, site: place, network: network) }) else {
        continue
      }
      let strangers = place.map { place in names.map { key.tag(ofStranger: $0, site: place) } }
      if let strangers, isKnown(strangers) { try learn(Set(strangers), database) }
      try learn(names, ofSite: place, in: network, database)
      return true
    }
    return false
  }

  private func learn(
    _ names: [String], ofSite place: Int?, in network: NetworkID, _ database: Database
  ) throws {
    let tags = names.flatMap { key.tags(ofName: $0, site: place, network: network) }
    guard try learn(Set(tags), database) else { return }
    known.withLock { $0.fresh[Place(site: place, network: network), default: []].formUnion(names) }
  }

  /// - Returns: Whether one of them is new.
  @discardableResult
  private func learn(_ tags: Set<Data>, _ database: Database) throws -> Bool {
    let new = known.withLock { known in
      let new = tags.subtracting(known.tags)
      known.tags.formUnion(new)
      if !new.isEmpty { known.isToRecord = true }
      return new
    }
    try WithheldKey.store(new, database)
    return !new.isEmpty
  }
}

extension LogEntry.Content {
  /// The names of a row of a log, and the site whose user it is about.
  fileprivate func named(in log: LogRef) -> (names: [String], site: SiteRef?) {
    switch self {
    case .rights(let change):
      let site = change.site.map { SiteRef(log.network, $0) } ?? log.site
      return ([change.name].compactMap(\.self), site)
    case .rename(let rename):
      return ([rename.oldName, rename.newName].compactMap(\.self), log.site)
    }
  }
}

extension WithheldKey {
  static func store(_ tags: Set<Data>, _ database: Database) throws {
    for tag in tags {
      try database.cachedStatement(sql: "INSERT OR IGNORE INTO withheld (tag) VALUES (?)")
        .execute(arguments: [tag])
    }
  }
}

extension ArchiveDatabase {
  /// Whom the archive withholds, so that nothing of them is stored again; nil for nobody. For writers.
  ///
  /// - Throws: `failed` where they could not be recognised, or the archive is an older copy that still has some of them.
  package func withheldPeople() throws -> WithheldPeople? {
    let tags = try withheldTags()
    guard let key = try withheldKey(tags) else { return nil }
    if let head = key.head, try place(ofHead: head) == nil {
      throw error(
        .failed,
        "\(path) is an older copy than \(path)\(WithheldKey.suffix): it still has people who were withheld since.",
        remedy: .withholdAgain)
    }
    return tags.isEmpty ? nil : WithheldPeople(self, key, tags: tags)
  }
}
