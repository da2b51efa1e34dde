import Crypto
import FoundationEssentials
import GRDB
import Roster

/// The members that a page of an entry names, in its order.
///
/// A page has their row ids and not their ids on the site, and its digest is made of what their random salts keep from
/// being guessed: whoever is to be forgotten leaves nothing in the evidence, which still proves everybody else.
struct PageMembers {
  let ids: [Int]
  private let salts: [Data]

  /// - Throws: `DatabaseError` where the archive has no row of a user.
  init(_ page: PageEvidence, site: Int, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT id, salt FROM member WHERE site = ? AND user_id = ? AND role = ?")
    let rows = try page.userIDs.map { user in
      let row = try statement.readOne([site, user, page.role.rawValue]) {
        try (id: $0.value(0) as Int, salt: $0.value(1) as Data)
      }
      guard let row else { throw DatabaseError(message: "There is no row of the user \(user)") }
      return row
    }
    ids = rows.map(\.id)
    salts = rows.map(\.salt)
  }

  /// Of a page whose rows the archive keeps: the SHA-256 of the digests of the rows with their salts.
  func profileDigest(_ database: Database) throws -> Data {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(Moderator.storedColumns.joined(separator: ", ")), m.leaf
        FROM member m JOIN name n ON n.member = m.id AND n.until IS NULL WHERE m.id = ?
        """)
    return try Leaf.sum(
      zip(ids, salts).map { id, salt in
        let leaf = try statement.readOne([id]) { row in
          try row.value(Moderator.storedColumns.count)
            ?? Moderator(row, from: 0).digest(salted: salt)
        }
        guard let leaf else { throw DatabaseError(message: "There is no name of the member \(id)") }
        return leaf
      })
  }

  /// Of any other page: the SHA-256 of the salts and of the digest of its items.
  func digest(_ items: Data) -> Data {
    var hash = SHA256()
    for salt in salts { hash.update(data: salt) }
    hash.update(data: items)
    return Data(hash.finalize())
  }
}
