package import Roster

/// A JSON document whose keys keep their order.
package enum JSONValue: Sendable {
  case text(String)
  /// No value, a number or a text.
  case cell(Cell)
  case bool(Bool)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// The cells of a row under the names of their columns.
  package static func row(_ row: Row, of columns: [View.Column]) -> JSONValue {
    .object(zip(columns, row).map { ($0.name, .cell($1)) })
  }

  /// The document in UTF-8 over several lines, ending in a line break.
  package var document: [UInt8] {
    var output: [UInt8] = []
    append(to: &output, indent: 0)
    return output + Array("\n".utf8)
  }

  /// Appends the value over several lines, indented by two spaces.
  private func append(to output: inout [UInt8], indent: Int) {
    switch self {
    case .text(let text): JSONText.append(text, to: &output)
    case .cell(let cell): JSONText.append(cell, to: &output)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .array(let values):
      Self.append(values, between: ("[", "]"), to: &output, indent: indent) { value, output in
        value.append(to: &output, indent: indent + 2)
      }
    case .object(let members):
      Self.append(members, between: ("{", "}"), to: &output, indent: indent) { member, output in
        JSONText.append(member.0, to: &output)
        output.append(contentsOf: ": ".utf8)
        member.1.append(to: &output, indent: indent + 2)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between brackets: (String, String), to output: inout [UInt8],
    indent: Int, each: (Element, inout [UInt8]) -> Void
  ) {
    output.append(contentsOf: brackets.0.utf8)
    for (index, element) in elements.enumerated() {
      output.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent + 2))
      each(element, &output)
    }
    if !elements.isEmpty {
      output.append(UInt8(ascii: "\n"))
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    }
    output.append(contentsOf: brackets.1.utf8)
  }
}
