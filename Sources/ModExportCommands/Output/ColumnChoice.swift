package import Roster
import Tables

/// The columns that `--columns` chooses, in the order in which it names them.
package struct ColumnChoice: Hashable, Sendable {
  /// The chosen columns.
  package let columns: [View.Column]
  private let indices: [Int]

  /// - Parameters:
  ///   - names: Names of columns; empty for all.
  ///   - columns: Those that there are.
  /// - Throws: `CommandFailure` (64) with all names, where a name is none of them.
  package init(_ names: [String], of columns: [View.Column]) throws(CommandFailure) {
    guard !names.isEmpty else {
      (self.columns, indices) = (columns, Array(columns.indices))
      return
    }
    var indices: [Int] = []
    for name in names {
      guard let index = columns.firstIndex(where: { $0.name == name }) else {
        throw Self.unknown(name, among: columns.map(\.name))
      }
      indices.append(index)
    }
    (self.columns, self.indices) = (indices.map { columns[$0] }, indices)
  }

  /// The cells of the chosen columns.
  package func row(_ row: Row) -> Row { indices.map { row[$0] } }

  /// The list with the chosen columns only.
  package func listing(_ listing: Listing) -> Listing {
    Listing(columns: columns, rows: listing.rows.map(row))
  }

  private static func unknown(_ name: String, among names: [String]) -> CommandFailure {
    let typed = name.lowercased().replacing("-", with: "_")
    let near = names.compactMap { known in
      EditDistance.between(typed, known, atMost: max(1, typed.count / 3)).map { ($0, known) }
    }
    let hint = near.min { $0.0 < $1.0 }.map { " Did you mean '\($0.1)'?" } ?? ""
    return CommandFailure(
      .usage,
      "There is no column '\(name)'.\(hint) The columns are \(names.joined(separator: ", ")).")
  }
}

/// Writes the chosen columns of rows that have all.
struct ChosenColumnsWriter: RowWriter {
  let choice: ColumnChoice
  private(set) var writer: any RowWriter

  init(_ choice: ColumnChoice, to writer: any RowWriter) {
    (self.choice, self.writer) = (choice, writer)
  }

  mutating func write(_ row: Row) throws { try writer.write(choice.row(row)) }
  mutating func flush() throws { try writer.flush() }
  mutating func finish() throws { try writer.finish() }
}
