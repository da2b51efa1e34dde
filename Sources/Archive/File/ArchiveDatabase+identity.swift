package import FoundationEssentials
import GRDB
package import Roster

/// Which archive this is, and which API it mirrors.
extension ArchiveDatabase {
  /// A UUID in lowercase, made once with the archive and never changed.
  package func identity() throws -> String {
    try read { try Self.identity($0, path: path) }
  }

  /// The identity of the archive at a path, which has no log beside it: nothing is created there.
  ///
  /// - Throws: `notAnArchive`, `otherFormat`, `damaged`, `unwritable` where it cannot be opened.
  static func identity(ofFileAt path: String) throws(ArchiveError) -> String {
    do {
      let queue = try immutableQueue(path)
      defer { try? queue.close() }
      try requireContent(queue, path: path)
      try requireOwnSchema(queue, path: path)
      return try queue.read { try identity($0, path: path) }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  private static func identity(_ database: Database, path: String) throws -> String {
    guard let uuid = try String.fetchOne(database, sql: "SELECT uuid FROM archive") else {
      throw ArchiveError(
        .damaged, path: path, "\(path) has no archive identifier; restore it from a copy.")
    }
    return uuid
  }

  /// The identity of the API that a network is read from; nil where none has answered yet.
  package func api(of network: NetworkID) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT api FROM network WHERE name = ?", arguments: [network])
    }
  }

  /// Binds the archive to this API with an entry of the ledger: data of another API is refused from then on.
  package func bindAPI(_ identity: String, network: NetworkID, at date: Date) throws {
    try write { try bindAPI(identity, network: network, at: date.unixSeconds, $0) }
  }

  func bindAPI(
    _ identity: String, network: NetworkID, at date: Int, _ database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT INTO network (name, api) VALUES (?1, ?2)
        ON CONFLICT (name) DO UPDATE SET api = ?2
        """, arguments: [network, identity])
    try Entry(.api, at: date, Entry.Body(network: network, api: identity)).append(to: database)
  }
}
