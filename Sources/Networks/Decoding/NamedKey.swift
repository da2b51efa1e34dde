/// A key of an object by its name in the document.
package struct NamedKey: CodingKey, ExpressibleByStringLiteral {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringLiteral name: String) { self.init(name) }
  package init(stringValue: String) { self.init(stringValue) }
  /// Always nil: such keys are texts.
  package init?(intValue: Int) { nil }
}
