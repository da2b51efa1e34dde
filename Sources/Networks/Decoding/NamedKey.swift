/// A key of an object whose names are values, or known only when the object is read.
package struct NamedKey: CodingKey {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringValue: String) { self.init(stringValue) }
  /// Always nil: such keys are texts.
  package init?(intValue: Int) { nil }
}
