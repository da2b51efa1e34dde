package import FoundationEssentials
import Roster

/// Reads what a report tells: all that a source has, or only what is for the public.
///
/// Whatever is read passes through here, and its type says what the public may see of it (``Redactable``), so that
/// nothing that a source is asked anew can be forgotten. Facts of the whole archive are those of the source.
@dynamicMemberLookup
package struct ReportReader: Sendable {
  private let source: any ReportSource
  private let redaction: Redaction?

  /// - Parameter seconds: For the public: how long the names of those who left are kept; nil for a report of everything.
  /// - Throws: What the source throws.
  package init(_ source: any ReportSource, namesFor seconds: TimeInterval? = nil) throws {
    self.source = source
    redaction = try seconds.map { try Redaction(source, namesFor: $0) }
  }

  /// What is withheld from the report, as a sentence; nil where nothing is.
  var omission: String? { redaction?.sentence }

  /// A fact of the source, which names nobody.
  package subscript<Fact>(dynamicMember path: KeyPath<any ReportSource, Fact>) -> Fact {
    source[keyPath: path]
  }

  /// One value of the source.
  func read<Value: Redactable>(_ value: (any ReportSource) throws -> Value) throws -> Value {
    let value = try value(source)
    return redaction.map { value.redacted(by: $0) } ?? value
  }

  /// Calls `body` with values that the source has one after the other.
  func forEach<Value: Redactable>(
    _ values: (any ReportSource, (Value) throws -> Void) throws -> Void,
    _ body: (Value) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      try values(source) { value in
        try body(redaction.map { value.redacted(by: $0) } ?? value)
      }
    }
  }

  /// The rows of a view, which know nothing of their columns.
  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int? = nil,
    _ body: (Row) throws -> Void
  ) throws {
    try source.forEachRow(of: view, site: site, order: order, limit: limit) { row in
      try body(redaction.map { $0.redacted(row, of: view) } ?? row)
    }
  }

  /// Copies the archive, where nothing of it is withheld.
  func copyArchive(to path: String) throws {
    if redaction == nil { try source.copyArchive(to: path) }
  }
}
