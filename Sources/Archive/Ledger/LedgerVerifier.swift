import FoundationEssentials
import GRDB
import Roster

/// Checks the chain of the ledger, and replays the versions entry by entry against the digests of rosters.
struct LedgerVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let walks = try checkChain(&list)
    try checkWalks(walks, &list)
    for (site, entries) in walks.sorted(by: { $0.key < $1.key }) {
      try subject.check()
      try checkVersions(of: site, entries, &list)
    }
    return list.findings
  }

  /// A walk of a site: its entry, and the digest of its roster where it differs from the one before.
  private struct Walk {
    var entry: Int
    var roster: Data?
  }

  /// - Returns: The walks of each site in their order.
  private func checkChain(_ list: inout FindingList) throws -> [Int: [Walk]] {
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(Entry.columns) FROM entry ORDER BY id")
    var walks: [Int: [Walk]] = [:]
    var latest: [String: Int] = [:]
    var (chain, number) = (Entry.noChain, 0)
    while let row = try rows.next() {
      let entry = try Entry(row)
      let stored: Data = try row.value("chain")
      number += 1
      if entry.id != number {
        list.report(.ledger, "Entries of the ledger before entry \(entry.id) are missing.")
        number = entry.id
      } else if entry.chain(after: chain) != stored {
        list.report(.ledger, "Entry \(entry.id) of the ledger, or one before it, was changed.")
      }
      chain = stored
      guard let site = entry.site else { continue }
      if entry.previous != latest.updateValue(entry.id, forKey: "\(entry.kind) \(site)") {
        list.report(.ledger, "Entry \(entry.id) does not follow the one before it of its site.")
      }
      if entry.kind == .walk {
        walks[site, default: []].append(Walk(entry: entry.id, roster: entry.roster))
      }
    }
    return walks
  }

  /// Replays the tenures and names of a site's members, and compares each roster with the digest in its entry.
  private func checkVersions(
    of site: Int, _ walks: [Walk], _ list: inout FindingList
  ) throws {
    let places = Dictionary(
      walks.enumerated().map { ($1.entry, $0) }, uniquingKeysWith: { first, _ in first })
    var (leaves, events): ([Int: Data], [[(member: Int, leaf: Data?)]]) =
      ([:], Array(repeating: [], count: walks.count))
    try forEachMember(of: site) { member, tenures, names in
      guard let moves = Self.moves(tenures, names, places) else {
        return list.report(.ledger, "The versions of member \(member) contradict each other.")
      }
      for (place, leaf) in moves { events[place].append((member, leaf)) }
    }
    for (place, walk) in walks.enumerated() {
      for event in events[place] { leaves[event.member] = event.leaf }
      let isSame = events[place].isEmpty && place > 0
      let digest = isSame ? nil : Leaf.roster(leaves.sorted { $0.key < $1.key }.map(\.value))
      if digest != walk.roster {
        list.report(
          .ledger, "The members that were there at entry \(walk.entry) are not those of its roster.")
      }
    }
  }

  private typealias Tenure = (since: Int, until: Int?)
  private typealias Name = (since: Int, until: Int?, leaf: Data)

  /// What happens to a member at which walk: the leaf that the roster gets, or nil where they leave it. Nil where tenures or
  /// names do not begin and end with walks of the site, or do not follow each other.
  private static func moves(
    _ tenures: [Tenure], _ names: [Name], _ places: [Int: Int]
  ) -> [(place: Int, leaf: Data?)]? {
    var moves: [(Int, Data?)] = []
    var (last, used) = (0, 0)
    for (name, next) in zip(names, names.dropFirst()) where name.until != next.since { return nil }
    for tenure in tenures {
      let end = tenure.until ?? .max
      guard tenure.since > last, tenure.since < end else { return nil }
      last = end
      for name in names where name.since < end && (name.until ?? .max) > tenure.since {
        guard let place = places[max(name.since, tenure.since)] else { return nil }
        moves.append((place, name.leaf))
        if name.since >= tenure.since { used += 1 }
      }
      guard let until = tenure.until else { continue }
      guard let place = places[until] else { return nil }
      moves.append((place, nil))
    }
    // A name is first seen while somebody is there.
    return !names.isEmpty && used == names.count && names.last?.until == nil ? moves : nil
  }

  private func forEachMember(
    of site: Int, _ body: (Int, [Tenure], [Name]) throws -> Void
  ) throws {
    let tenures = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.id, t.since, t.until FROM member m LEFT JOIN tenure t ON t.member = m.id
          WHERE m.site = ? ORDER BY m.id, t.since
          """), arguments: [site])
    let names = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(Leaf.columns), m.id AS member, n.since, n.until
          FROM member m JOIN name n ON n.member = m.id WHERE m.site = ? ORDER BY m.id, n.since
          """), arguments: [site])
    var name = try names.next()
    var member: (id: Int, tenures: [Tenure])?
    func end() throws {
      guard let ended = member else { return }
      var versions: [Name] = []
      while let row = name, try row.value("member") as Int == ended.id {
        try versions.append((row.value("since"), row.value("until"), Leaf(row).digest))
        name = try names.next()
      }
      try body(ended.id, ended.tenures, versions)
    }
    while let row = try tenures.next() {
      let id: Int = try row.value(0)
      if member?.id != id {
        try end()
        member = (id, [])
      }
      if let since: Int = try row.value(1) { member?.tenures.append((since, try row.value(2))) }
    }
    try end()
  }

  /// The published walks of a site are those of its entries. Members without an entry of their site have no walk.
  private func checkWalks(_ walks: [Int: [Walk]], _ list: inout FindingList) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT s.id, (SELECT count(*) FROM walk w WHERE w.site = s.id AND w.published = 1) AS walks,
          EXISTS (SELECT 1 FROM member m WHERE m.site = s.id) AS has_members
        FROM site s
        """)
    while let row = try rows.next() {
      let count = try walks[row.value("id")]?.count ?? 0
      if try count != row.value("walks") || count == 0 && row.value("has_members") {
        try list.report(
          .ledger, "The published walks of site \(row.value("id") as Int) are not those of the ledger.")
      }
    }
  }
}
