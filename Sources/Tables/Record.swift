package import Roster

/// Finds the cells of a view's rows by the names of their columns.
package struct Record {
  private let places: [String: Int]
  /// The cells; none at first.
  package private(set) var row: Row

  /// A record of the view with nothing in it; ``with(_:)`` fills it.
  package init(of view: View) {
    places = Dictionary(
      uniqueKeysWithValues: view.columnNames.enumerated().map { ($0.element, $0.offset) })
    row = []
  }

  /// The same record of another row.
  package func with(_ row: Row) -> Record {
    var copy = self
    copy.row = row
    return copy
  }

  private func cell(_ column: String) -> Cell {
    guard let place = places[column], place < row.count else { return .null }
    return row[place]
  }

  /// The text of a cell; nil where there is none or nothing in it.
  package subscript(_ column: String) -> String? {
    switch cell(column) {
    case .null: nil
    case .integer(let number): String(number)
    case .text(let text): text.isEmpty ? nil : text
    }
  }

  /// The number in a cell.
  package func number(_ column: String) -> Int? {
    if case .integer(let number) = cell(column) { number } else { nil }
  }

  /// The site that the row belongs to; for views that have `network` and `site`.
  package var site: SiteRef {
    SiteRef(self["network"] ?? "", self["site"] ?? "")
  }
}
