import FoundationEssentials
import GRDB
import Roster

/// A position in the journal of one archive, as `modexport changes` prints it: the beginning of the archive's identity,
/// the id of a change, and the beginning of the ledger's chain after the entry of that change, such as
/// `3f9c21aa-412-9b1d66e0c4f7a2d3`. An archive that was set back to a copy, and then read other things, has
/// another chain. The id alone, as in the view, is accepted too.
struct JournalCursor {
  private let archive: ArchiveDatabase
  /// The beginning of its identity.
  private let name: Substring
  private let database: Database
  /// The id of the journal's latest change, 0 without one.
  let end: Int

  init(_ archive: ArchiveDatabase, _ database: Database) throws {
    let identity = try String.fetchOne(database, sql: "SELECT uuid FROM archive") ?? ""
    name = identity.prefix { $0 != "-" }
    end = try Int.fetchOne(database, sql: "SELECT max(id) FROM change") ?? 0
    (self.archive, self.database) = (archive, database)
  }

  /// The cursor of a change.
  func text(_ id: Int) throws -> String {
    let chain = try chain(upTo: id)
    return "\(name)-\(id)\(chain.isEmpty ? "" : "-\(chain)")"
  }

  /// The first 16 digits of the chain after the latest change up to this one; empty without one.
  private func chain(upTo id: Int) throws -> String {
    let statement = try database.cachedStatement(
      sql: """
        SELECT e.chain FROM entry e
        WHERE e.id = (SELECT entry FROM change WHERE id <= ? ORDER BY id DESC LIMIT 1)
        """)
    let chain = try Data.fetchOne(statement, arguments: [id])
    return String(chain?.hexadecimal.prefix(16) ?? "")
  }

  /// Parses a cursor into the id of a change.
  ///
  /// - Parameter bound: The largest valid id.
  /// - Throws: `badCursor` where the text is not a cursor, belongs to another archive or another history of this one, or
  ///   is beyond the journal's end; errors of SQLite.
  func id(_ text: String, upTo bound: Int) throws -> Int {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let id = Int(parts.count > 1 ? parts[1] : parts[0]), id >= 0, parts.count <= 3 else {
      throw archive.error(.badCursor, "'\(text)' is no cursor.", remedy: .useCursorOfPage)
    }
    if parts.count > 1, parts[0] != name {
      throw archive.error(
        .badCursor,
        "The cursor '\(text)' belongs to another archive; those of this one begin with "
          + "'\(name)-', and its journal ends at '\(try self.text(end))'.")
    }
    guard id <= bound else {
      throw archive.error(
        .badCursor,
        "The cursor '\(text)' lies beyond the journal, which ends at '\(try self.text(end))': it "
          + "comes from another archive or from a later copy of this one.")
    }
    if parts.count == 3, try chain(upTo: id) != parts[2] {
      throw archive.error(
        .badCursor,
        "The cursor '\(text)' is of another history: this archive was set back to an older copy, and has read "
          + "other things since. Begin again without a cursor, or with an earlier one.")
    }
    return id
  }
}
