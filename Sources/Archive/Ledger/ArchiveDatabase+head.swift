package import FoundationEssentials
import GRDB
import Roster

/// The end of the ledger's chain, or a place in it.
package struct LedgerPlace: Hashable, Sendable {
  /// The number of the entry, from 1 on.
  package var entry: Int
  /// The chain's value after it, as 64 hexadecimal digits.
  package var head: String
  /// The moment of which the entry tells.
  package var at: Date
}

extension ArchiveDatabase {
  /// The chain's value after the newest entry: whoever keeps it notices when what was read before is changed. Nil
  /// where nothing was read yet.
  package func head() throws -> LedgerPlace? {
    try read(Self.latest)
  }

  /// The entry after which the chain had this value; nil where it never had it.
  ///
  /// - Parameter head: 64 hexadecimal digits, or only the first of them, at least 16.
  package func place(ofHead head: String) throws -> LedgerPlace? {
    try read { database in
      try Self.place(
        "WHERE substr(lower(hex(chain)), 1, length(?1)) = ?1 ORDER BY id DESC LIMIT 1",
        [head.lowercased()], database)
    }
  }

  static func latest(_ database: Database) throws -> LedgerPlace? {
    try place("ORDER BY id DESC LIMIT 1", [], database)
  }

  private static func place(
    _ condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> LedgerPlace? {
    try GRDB.Row.fetchOne(
      database, sql: "SELECT id, chain, at FROM entry \(condition)", arguments: arguments
    ).map {
      try LedgerPlace(
        entry: $0.value(0), head: ($0.value(1) as Data).hexadecimal,
        at: Date(unixSeconds: $0.value(2)))
    }
  }
}
