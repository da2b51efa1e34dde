import FoundationEssentials
import GRDB
import Roster

/// The members that a page of an entry names, in its order.
///
/// A page has their row ids and not their ids on the site, and its digest is made of what their random salts keep from
/// being guessed: whoever is to be forgotten leaves nothing in the evidence, which still proves everybody else.
struct PageMembers {
  let ids: [Int]
  let digest: Data

  /// A row of `member`.
  private typealias Member = (id: Int, salt: Data, leaf: Data?)

  /// Of a page whose rows the archive keeps: the digest is the SHA-256 of those of the rows with their salts.
  ///
  /// - Throws: `DatabaseError` where the archive has no row of a user.
  init(of items: [Moderator], site: Int, _ database: Database) throws {
    let members = try Self.members(items.map(\.key), site: site, database)
    ids = members.map(\.id)
    digest = Leaf.sum(zip(items, members).map { $1.leaf ?? $0.digest(salted: $1.salt) })
  }

  /// Of any other page: the digest is the SHA-256 of the salts and of the digest of its items.
  ///
  /// - Throws: `DatabaseError` where the archive has no row of a user.
  init(_ page: PageEvidence, site: Int, _ database: Database) throws {
    let keys = page.userIDs.map { Moderator.Key($0, as: page.role) }
    let members = try Self.members(keys, site: site, database)
    ids = members.map(\.id)
    digest = Leaf.sum(members.map(\.salt) + [page.sha256])
  }

  private static func members(
    _ keys: [Moderator.Key], site: Int, _ database: Database
  ) throws -> [Member] {
    let statement = try database.cachedStatement(
      sql: "SELECT id, salt, leaf FROM member WHERE site = ? AND user_id = ? AND role = ?")
    return try keys.map { key in
      let row = try statement.readOne([site, key.userID, key.role.rawValue]) {
        try Member($0.value(0), $0.value(1), $0.value(2))
      }
      guard let row else {
        throw DatabaseError(message: "There is no row of the user \(key.userID)")
      }
      return row
    }
  }
}
