import Reports

extension ResultStream {
  /// Writes a JSON document.
  func write(_ value: JSONValue) throws {
    try write(value.document)
  }
}
