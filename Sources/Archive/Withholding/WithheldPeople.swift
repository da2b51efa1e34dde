import FoundationEssentials
import GRDB
package import Roster
import Synchronization

/// Whom an archive withholds, for a sync: it recognises them in what a server answers, before anything of that is stored.
package final class WithheldPeople: Sendable {
  private let archive: ArchiveDatabase
  private let key: WithheldKey
  /// The tags of accounts, users and names.
  private let known: Mutex<Set<Data>>

  fileprivate init(_ archive: ArchiveDatabase, _ key: WithheldKey, tags: Set<Data>) {
    (self.archive, self.key) = (archive, key)
    known = Mutex(tags)
  }

  /// The items of a page, those of withheld people without their values.
  ///
  /// - Throws: `ArchiveError`, as where the archive does not contain the site.
  package func replacing(_ items: [Moderator], on site: SiteRef) throws -> [Moderator] {
    let place = try archive.read { try archive.siteKey(site, $0) }
    var found: Set<Data> = []
    let replaced = items.map { item in
      let user = key.tag(ofUser: item.userID, site: place)
      let account = item.accountID.flatMap { $0 > 0 ? $0 : nil }
        .map { key.tag(ofAccount: $0, network: site.network) }
      let isOfAccount = account.map { isKnown([$0]) } ?? false
      guard isOfAccount || isKnown([user]) else { return item }
      let name = key.tags(
        ofName: item.displayName, site: isOfAccount ? nil : place, network: site.network)
      found.formUnion(name.union([user]))
      return Withheld.moderator(key.number(ofUser: item.userID, site: place), as: item.role)
    }
    if !found.isEmpty { try archive.write { try learn(found, $0) } }
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
    try archive.write { try leavingOut(rows, of: log, $0) }
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

  /// Removes the rows of an entry that name withheld people by names that only later rows connect with them.
  ///
  /// - Returns: How many rows of its file they are.
  func leaveOut(rowsOf entry: Int, in network: NetworkID, _ database: Database) throws -> Int {
    var (count, removed): (Int, Set<Int>) = (0, [])
    repeat {
      count = known.withLock(\.count)
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT e.log, e.id, e.name, e.new_name, coalesce(e.site, l.site)
          FROM log_entry e JOIN history_log l ON l.id = e.log WHERE e.entry = ?
          """, arguments: [entry])
      var found: [(log: Int, id: Int)] = []
      while let row = try rows.next() {
        let names = try [row.value(2) as String?, row.value(3)].compactMap(\.self)
        if try recognizes(names, ofSite: row.value(4), in: network, database) {
          try found.append((row.value(0), row.value(1)))
        }
      }
      for row in found {
        try database.cachedStatement(
          sql: "DELETE FROM log_entry WHERE log = ? AND id = ? AND entry = ?"
        ).execute(arguments: [row.log, row.id, entry])
        removed.insert(row.id)
      }
    } while known.withLock(\.count) > count
    return removed.count
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
    known.withLock { !$0.isDisjoint(with: tags) }
  }

  /// Whether one of the names of a row is that of somebody withheld, at the site or on the whole network; then all are.
  private func recognizes(
    _ names: [String], ofSite place: Int?, in network: NetworkID, _ database: Database
  ) throws -> Bool {
    for place in Set([nil, place]) {
      guard isKnown(names.map { key.tag(ofName: $0, site: place, network: network) }) else {
        continue
      }
      let tags = names.flatMap { key.tags(ofName: $0, site: place, network: network) }
      let strangers = place.map { place in names.map { key.tag(ofStranger: $0, site: place) } }
      let ofNobody = strangers.flatMap { isKnown($0) ? $0 : nil } ?? []
      try learn(Set(tags + ofNobody), database)
      return true
    }
    return false
  }

  private func learn(_ tags: Set<Data>, _ database: Database) throws {
    let new = known.withLock { known in
      defer { known.formUnion(tags) }
      return tags.subtracting(known)
    }
    try WithheldKey.store(new, database)
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
