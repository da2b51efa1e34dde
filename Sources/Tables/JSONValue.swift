package import Roster

/// A JSON document whose keys keep their order.
package enum JSONValue: Sendable {
  case text(String)
  /// No value, a number or a text.
  case cell(Cell)
  /// A number that may have a fraction; `null` where it is not finite, since JSON has no such numbers.
  case decimal(Double)
  case bool(Bool)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// A text; nil where there is none, so that an object leaves its member out.
  package static func optional(_ text: String?) -> JSONValue? { text.map { .text($0) } }

  /// The cells of a row under the names of their columns.
  package static func row(_ row: Row, of columns: [View.Column]) -> JSONValue {
    .object(zip(columns, row).map { ($0.name, .cell($1)) })
  }

  /// A whole number, or `null` where there is none.
  package static func integer(_ number: Int?) -> JSONValue {
    .cell(number.map(Cell.integer) ?? .null)
  }

  /// The document in UTF-8 over several lines, indented by two spaces, ending in a line break.
  package var document: [UInt8] {
    var output: [UInt8] = []
    append(to: &output, indent: 0)
    return output + Array("\n".utf8)
  }

  /// The document on one line, without its line break.
  package var line: String {
    var output: [UInt8] = []
    append(to: &output, indent: nil)
    return String(decoding: output, as: UTF8.self)
  }

  /// - Parameter indent: The columns by which the value is indented; nil where it has no lines of its own.
  private func append(to output: inout [UInt8], indent: Int?) {
    let inner = indent.map { $0 + 2 }
    switch self {
    case .text(let text): JSONText.append(text, to: &output)
    case .cell(let cell): JSONText.append(cell, to: &output)
    case .decimal(let number): output.append(contentsOf: Self.text(of: number).utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .array(let values):
      Self.append(values, between: ("[", "]"), to: &output, indent: indent) { value, output in
        value.append(to: &output, indent: inner)
      }
    case .object(let members):
      Self.append(members, between: ("{", "}"), to: &output, indent: indent) { member, output in
        JSONText.append(member.0, to: &output)
        output.append(contentsOf: (inner == nil ? ":" : ": ").utf8)
        member.1.append(to: &output, indent: inner)
      }
    }
  }

  /// Whole numbers are written without a fraction.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int(exactly: number).map(String.init) ?? String(number)
  }

  private static func append<Element>(
    _ elements: [Element], between brackets: (String, String), to output: inout [UInt8],
    indent: Int?, each: (Element, inout [UInt8]) -> Void
  ) {
    output.append(contentsOf: brackets.0.utf8)
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(indent.map { $0 + 2 }, in: &output)
      each(element, &output)
    }
    if !elements.isEmpty { breakLine(indent, in: &output) }
    output.append(contentsOf: brackets.1.utf8)
  }

  private static func breakLine(_ indent: Int?, in output: inout [UInt8]) {
    guard let indent else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  /// An object whose members without a value are left out.
  package init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  package init(stringLiteral text: String) { self = .text(text) }
}
