// Normal forms are in Foundation, not in FoundationEssentials.
import Foundation

/// How values are written, according to the filter and to faults.
struct WireStyle: Sendable {
  var filter: WireFilter
  /// How often text is escaped for HTML: once in a safe filter, never in an unsafe one.
  var escapes: Int
  /// Whether text is in decomposed form, which compares as equal and has other bytes.
  var isDecomposed = false
  /// The least bytes of HTML that an about-me text has.
  var profileLength = 0
  /// Whether optional fields without a value, and some with one, are written as `null`.
  var writesNulls = false
  /// Whether undocumented fields and enum values are added.
  var writesUnknowns = false

  init(_ filter: WireFilter) {
    self.filter = filter
    escapes = filter.isUnsafe ? 0 : 1
  }

  /// The text in the form of the filter.
  func text(_ text: String) -> String {
    let text = isDecomposed ? text.decomposedStringWithCanonicalMapping : text
    return (0..<escapes).reduce(text) { text, _ in TextEscaping.html(text) }
  }
}

/// One object of a response: its fields in the order of `WireField`, limited to those in the
/// filter.
struct WireObject {
  private let style: WireStyle

  init(_ style: WireStyle) {
    self.style = style
  }

  func contains(_ field: WireField) -> Bool { style.filter.contains(field) }

  func write(_ field: WireField, _ number: Int?, to writer: inout WireWriter) {
    write(field, number, to: &writer) { $0.value($1) }
  }

  func write(_ field: WireField, _ flag: Bool?, to writer: inout WireWriter) {
    write(field, flag, to: &writer) { $0.value($1) }
  }

  /// Text that is the same in safe and unsafe filters.
  func write(_ field: WireField, _ text: String?, to writer: inout WireWriter) {
    write(field, text, to: &writer) { $0.value($1) }
  }

  /// Text that safe filters escape.
  func write(escaped field: WireField, _ text: String?, to writer: inout WireWriter) {
    write(field, text, to: &writer) { $0.value(style.text($1)) }
  }

  /// A number that the program does not store: the fault that writes nulls removes it.
  func write(volatile field: WireField, _ number: Int, to writer: inout WireWriter) {
    write(field, style.writesNulls ? nil : number, to: &writer)
  }

  func write<Value>(
    _ field: WireField, _ value: Value?, to writer: inout WireWriter,
    with write: (inout WireWriter, Value) -> Void
  ) {
    guard contains(field), value != nil || style.writesNulls else { return }
    writer.key(raw: field.key)
    if let value { write(&writer, value) } else { writer.null() }
  }
}
