import FoundationEssentials
import GRDB

/// A list of elected moderators that was read.
struct ElectedList {
  /// Its entry in the ledger.
  var id: Int
  /// The digest of its pages.
  var evidence: Data?
  /// ``digest`` as its entry has it; nil where it has the ids of the list before.
  var roster: Data?
  /// The users of the list by member, as the versions give them.
  private var users: [Int: Int] = [:]
  private var leaves: [(member: Int, leaf: Data)] = []

  var ids: Set<Int> { Set(users.values) }
  var members: Dictionary<Int, Int>.Keys { users.keys }

  /// The digest of the list: that of the leaves of its members in the order of their row ids.
  var digest: Data { Leaf.sum(leaves.sorted { $0.member < $1.member }.map(\.leaf)) }

  /// The lists of a site, the oldest first.
  static func fetchAll(of site: Int, _ database: Database) throws -> [ElectedList] {
    var lists = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id, evidence, roster FROM entry WHERE site = ? AND kind = 'elected' ORDER BY id
          """), arguments: [site]
    ).map { row in
      try ElectedList(id: row.value(0), evidence: row.value(1), roster: row.value(2))
    }
    let versions = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.id, m.user_id, m.salt, x.since, x.until, x.leaf
          FROM member m JOIN elected x ON x.member = m.id WHERE m.site = ?
          """), arguments: [site])
    while let row = try versions.next() {
      let (member, user) = try (row.value(0) as Int, row.value(1) as Int)
      let leaf = try row.value(5) ?? Leaf.elected(member, salt: row.value(2))
      let (since, until) = try (row.value(3) as Int, row.value(4) as Int? ?? .max)
      for place in lists.indices where lists[place].id >= since && lists[place].id < until {
        lists[place].users[member] = user
        lists[place].leaves.append((member, leaf))
      }
    }
    return lists
  }

  /// The digest of the latest list of a site, whose versions were written.
  static func latestDigest(ofSite site: Int, _ database: Database) throws -> Data {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.id, m.salt, x.leaf FROM member m JOIN elected x ON x.member = m.id
          WHERE m.site = ? AND x.until IS NULL ORDER BY m.id
          """), arguments: [site])
    return try Leaf.sum(
      Array(rows.map { try $0.value(2) ?? Leaf.elected($0.value(0), salt: $0.value(1)) }))
  }
}
