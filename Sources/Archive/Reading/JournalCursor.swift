import GRDB

/// A position in the journal of one archive, as `modexport changes` prints it: the beginning of the
/// archive's identity and the id of a change, such as `3f9c21aa-412`. The id alone, as in the view,
/// is accepted too.
struct JournalCursor {
  private let archive: Substring
  /// The id of the journal's latest change, 0 without one.
  let end: Int

  init(_ database: Database) throws {
    let identity = try String.fetchOne(database, sql: "SELECT uuid FROM archive") ?? ""
    archive = identity.prefix { $0 != "-" }
    end = try Int.fetchOne(database, sql: "SELECT max(id) FROM change") ?? 0
  }

  /// The cursor of a change.
  func text(_ id: Int) -> String { "\(archive)-\(id)" }

  /// Parses a cursor into the id of a change.
  ///
  /// - Parameter bound: The largest valid id.
  /// - Throws: A sentence where the text is not a cursor, belongs to another archive or is beyond
  ///   the journal's end.
  func id(_ text: String, upTo bound: Int) throws(Wrong) -> Int {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let id = parts.last.flatMap({ Int($0) }), id >= 0, parts.count <= 2 else {
      throw Wrong(sentence: "'\(text)' is no cursor.", remedy: .useCursorOfPage)
    }
    if parts.count == 2, parts[0] != archive {
      throw Wrong(
        sentence: "The cursor '\(text)' belongs to another archive; those of this one begin with "
          + "'\(archive)-', and its journal ends at '\(self.text(end))'.")
    }
    guard id <= bound else {
      throw Wrong(
        sentence:
          "The cursor '\(text)' lies beyond the journal, which ends at '\(self.text(end))': it "
          + "comes from another archive or from a later copy of this one.")
    }
    return id
  }

  /// Why a text is not a cursor of this archive.
  struct Wrong: Error {
    var sentence: String
    var remedy: ArchiveError.Remedy?
  }
}
