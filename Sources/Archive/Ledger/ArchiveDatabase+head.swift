package import FoundationEssentials
import GRDB
import Roster

/// The end of the ledger's chain, or a place in it.
package struct LedgerPlace: Hashable, Sendable {
  /// The number of the entry, from 1 on.
  package var entry: Int
  /// The chain's value after it.
  let chain: Data
  /// The moment at which what was read with the entry is true.
  package var at: Date

  /// The chain's value as 64 hexadecimal digits.
  package var head: String { chain.hexadecimal }

  /// The newest entry; nil where nothing was read yet.
  ///
  /// - Parameter kind: The kind of the wanted one; nil for any.
  static func latest(_ database: Database, of kind: Entry.Kind? = nil) throws -> LedgerPlace? {
    try fetch(
      kind == nil ? "ORDER BY id DESC LIMIT 1" : "WHERE kind = ? ORDER BY id DESC LIMIT 1",
      kind.map { [$0.rawValue] } ?? [], database)
  }

  fileprivate static func fetch(
    _ condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> LedgerPlace? {
    let statement = try database.cachedStatement(
      sql: "SELECT id, chain, at FROM entry \(condition)")
    return try statement.readOne(arguments) {
      try LedgerPlace(
        entry: $0.value(0), chain: $0.value(1), at: Date(unixSeconds: $0.value(2)))
    }
  }
}

extension ArchiveDatabase {
  /// The chain's value after the newest entry: whoever keeps it notices when what was read before is changed. Nil
  /// where nothing was read yet.
  package func head() throws -> LedgerPlace? {
    try read { try LedgerPlace.latest($0) }
  }

  /// The entry after which the chain had this value; nil where it never had it.
  ///
  /// - Parameter head: 64 hexadecimal digits, or only the first of them, at least 16.
  package func place(ofHead head: String) throws -> LedgerPlace? {
    try read { database in
      try LedgerPlace.fetch(
        "WHERE substr(lower(hex(chain)), 1, length(?1)) = ?1 ORDER BY id DESC LIMIT 1",
        [head.lowercased()], database)
    }
  }
}
