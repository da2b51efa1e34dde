import GRDB
package import Roster

/// Which archive this is, and which API it mirrors.
extension ArchiveDatabase {
  /// A UUID in lowercase, made once with the archive and never changed.
  package func identity() throws -> String {
    try read { database in
      guard let uuid = try String.fetchOne(database, sql: "SELECT uuid FROM archive") else {
        throw error(.damaged, "\(path) has no archive identifier; restore it from a copy.")
      }
      return uuid
    }
  }

  /// The identity of the API that a network's first list of sites came from; nil where no list has
  /// been recorded yet, or where that list was recorded by a version that did not keep the
  /// identity.
  package func api(of network: NetworkID) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT api FROM network WHERE name = ?", arguments: [network])
    }
  }

  /// Binds the archive to this API: data of another API is refused from then on.
  package func bindAPI(_ identity: String, network: NetworkID) throws {
    try write { database in
      try Seal.update(.network, network, in: database) {
        try database.execute(
          sql: """
            INSERT INTO network (name, api) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET api = ?2
            """, arguments: [network, identity])
      }
    }
  }
}
