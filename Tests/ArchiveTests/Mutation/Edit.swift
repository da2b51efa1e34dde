import Foundation
import GRDB
import TestKit

/// One change of one row, as a user could make it with `sqlite3`.
struct Edit: Sendable, CustomStringConvertible {
  /// What is edited: a column of a table, or the presence of a row.
  struct Place: Hashable, Sendable, Comparable, CustomStringConvertible {
    var table: String
    var part: Part
    var description: String { "\(table).\(part.name)" }

    /// The table, for any part.
    var whole: Place { Place(table: table, part: .anything) }

    static func < (a: Place, b: Place) -> Bool { a.description < b.description }
  }

  enum Part: Hashable, Sendable {
    case column(String)
    case removedRow
    case addedRow
    /// Of a table whose parts the manual does not distinguish.
    case anything

    /// As the manual names it.
    var name: String {
      switch self {
      case .column(let name): name
      case .removedRow: "removed rows"
      case .addedRow: "added rows"
      case .anything: "anything"
      }
    }
  }

  var place: Place
  var sql: String
  var arguments: [DatabaseValue]

  var description: String { "\(sql) \(arguments)" }
}

/// The columns of one table of a file, and edits of its rows.
struct EditedTable: Sendable {
  let name: String
  private let columns: [Column]
  /// The columns that identify a row.
  private let key: [String]
  private let rows: [[DatabaseValue]]

  private struct Column: Sendable {
    var name: String
    var type: String
    var isNullable: Bool
  }

  /// Nil where the table has no row to edit.
  init?(_ name: String, _ database: Database) throws {
    self.name = name
    let info = try Row.fetchAll(database, sql: "PRAGMA table_info(\(name))")
    columns = info.map {
      Column(name: $0["name"], type: $0["type"], isNullable: ($0["notnull"] as Int) == 0)
    }
    let primary = info.filter { ($0["pk"] as Int) > 0 }
      .sorted { ($0["pk"] as Int) < ($1["pk"] as Int) }
    key = primary.isEmpty ? ["rowid"] : primary.map { $0["name"] }
    let list = (key + columns.map(\.name)).joined(separator: ", ")
    rows = try Row.fetchAll(database, sql: "SELECT \(list) FROM \(name)")
      .map { Array($0.databaseValues) }
    if rows.isEmpty { return nil }
  }

  /// Everything that can be edited.
  var parts: [Edit.Part] { columns.map { .column($0.name) } + [.removedRow, .addedRow] }

  /// A random edit of a part; nil where it would change nothing.
  func edit(_ part: Edit.Part, _ random: inout SeededRandom) -> Edit? {
    let row = rows[Int.random(in: 0..<rows.count, using: &random)]
    let place = Edit.Place(table: name, part: part)
    let match = key.map { "\($0) IS ?" }.joined(separator: " AND ")
    let keyValues = Array(row.prefix(key.count))
    switch part {
    case .removedRow:
      return Edit(place: place, sql: "DELETE FROM \(name) WHERE \(match)", arguments: keyValues)
    case .addedRow: return copy(row, place, &random)
    case .anything: return nil
    case .column(let column):
      guard let index = columns.firstIndex(where: { $0.name == column }) else { return nil }
      let old = row[key.count + index]
      let new = value(old, index, &random)
      guard new != old else { return nil }
      return Edit(
        place: place, sql: "UPDATE \(name) SET \(column) = ? WHERE \(match)",
        arguments: [new] + keyValues)
    }
  }

  /// A copy of a row with another value in its key.
  private func copy(
    _ row: [DatabaseValue], _ place: Edit.Place, _ random: inout SeededRandom
  ) -> Edit? {
    var values = Array(row.dropFirst(key.count))
    let changed = key.randomElement(using: &random) ?? ""
    if let index = columns.firstIndex(where: { $0.name == changed }) {
      let new = value(values[index], index, &random)
      guard new != values[index] else { return nil }
      values[index] = new
    }
    let names = columns.map(\.name).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return Edit(
      place: place, sql: "INSERT INTO \(name) (\(names)) VALUES (\(marks))", arguments: values)
  }

  /// Another value for a column.
  private func value(
    _ old: DatabaseValue, _ column: Int, _ random: inout SeededRandom
  ) -> DatabaseValue {
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where columns[column].isNullable: return .null
    case 1:
      let other = rows[Int.random(in: 0..<rows.count, using: &random)]
      return other[key.count + column]
    default: break
    }
    switch old.storage {
    case .int64(let number): return Self.number(number, &random).databaseValue
    case .string(let text): return Self.text(text, &random).databaseValue
    case .blob(let data): return Self.data(data, &random).databaseValue
    case .double(let number): return (number + 1).databaseValue
    case .null: return value(ofType: columns[column].type, &random)
    }
  }

  private func value(ofType type: String, _ random: inout SeededRandom) -> DatabaseValue {
    switch type {
    case "INTEGER": Int.random(in: 0...3_000_000_000, using: &random).databaseValue
    case "BLOB":
      Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }).databaseValue
    default: ["", "x", "complete", "main"].randomElement(using: &random).databaseValue
    }
  }

  private static func number(_ old: Int64, _ random: inout SeededRandom) -> Int64 {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: old &+ 1
    case 1: old &- 1
    case 2: Int64.random(in: -3...20, using: &random)
    case 3: old &+ Int64.random(in: -864_000...864_000, using: &random)
    default: Int64.random(in: .min ... .max, using: &random)
    }
  }

  private static func text(_ old: String, _ random: inout SeededRandom) -> String {
    let letters = Array("abcxyz019 -é")
    let letter = letters.randomElement(using: &random) ?? "a"
    var text = Array(old)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return ""
    case 1: return old + String(letter)
    case 2 where !text.isEmpty: text.remove(at: Int.random(in: 0..<text.count, using: &random))
    default:
      if text.isEmpty { return String(letter) }
      text[Int.random(in: 0..<text.count, using: &random)] = letter
    }
    return String(text)
  }

  private static func data(_ old: Data, _ random: inout SeededRandom) -> Data {
    var data = old
    guard !data.isEmpty, random.chance(80) else {
      return data + [UInt8.random(in: 0...255, using: &random)]
    }
    let index = Int.random(in: 0..<data.count, using: &random)
    data[data.startIndex + index] ^= 1 << UInt8.random(in: 0...7, using: &random)
    return data
  }
}
