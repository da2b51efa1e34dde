import Foundation
import SwiftCSV

/// A parsed JSON value.
enum JSON: Hashable, Decodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case number(Int)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let array = try? container.decode([JSON].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// The member of an object, nil where there is none.
  subscript(_ key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The elements of an array.
  var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }
}

extension CommandResult {
  /// The result as one JSON document.
  var json: JSON? { try? JSONDecoder().decode(JSON.self, from: Data(output.utf8)) }

  /// The result as an array; nil where it is none.
  var rows: [JSON]? {
    if case .array(let rows)? = json { rows } else { nil }
  }

  /// One column of what `--csv` printed.
  func column(_ name: String) throws -> [String] {
    if output.isEmpty { return [] }
    let table = try EnumeratedCSV(string: output, delimiter: .comma)
    guard let index = table.header.firstIndex(of: name) else { return [] }
    return table.rows.map { $0[index] }
  }
}
