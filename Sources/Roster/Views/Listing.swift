package import FoundationEssentials

/// One value of a view.
package enum Cell: Hashable, Sendable {
  case null
  case integer(Int)
  /// A number with a fraction or an exponent. The views have none; queries of users do.
  case real(Double)
  case text(String)

  /// The value as CSV and tables show it, the empty string where there is none.
  package var description: String {
    switch self {
    case .null: ""
    case .integer(let number): String(number)
    case .real(let number): Self.digits(of: number)
    case .text(let text): text
    }
  }

  /// The shortest digits that are read back as the same number, also by SQL and JSON: an infinite
  /// number is one that is too large, `9e999`.
  package static func digits(of number: Double) -> String {
    number.isFinite ? String(number) : number < 0 ? "-9e999" : "9e999"
  }
}

extension Cell {
  package init(_ number: Int?) { self = number.map(Cell.integer) ?? .null }

  package init(_ text: String?) { self = text.map(Cell.text) ?? .null }

  /// RFC 3339 in UTC.
  package init(_ date: Date?) { self.init(date?.rfc3339) }
}

/// One row of a view, or of a list with columns of its own. There is a cell for each column.
package typealias Row = [Cell]

/// A list with named columns: what `--json`, `--csv` and tables on a terminal are made from.
package struct Listing: Hashable, Sendable {
  /// The columns of a row, in order.
  package var columns: [View.Column]
  /// In the order in which they are shown.
  package var rows: [Row]

  /// A list; each row has a cell for each column.
  package init(columns: [View.Column], rows: [Row]) {
    self.columns = columns
    self.rows = rows
  }
}
