package import Roster

/// Writes rows as one document, one row after the other; memory does not grow with their number.
package protocol RowWriter {
  /// Adds a row, which has a cell for each column.
  mutating func write(_ row: Row) throws
  /// Flushes what was written so far, so that a waiting reader gets it.
  mutating func flush() throws
  /// Ends the document and flushes the rest. Nothing may be written after it.
  mutating func finish() throws
}

extension RowWriter {
  /// Writes all rows of a list and ends the document.
  package mutating func write(_ listing: Listing) throws {
    for row in listing.rows { try write(row) }
    try finish()
  }
}
