import Reports
import Tables

extension ResultStream {
  /// Writes a JSON document.
  func write(_ value: JSONValue) throws {
    try write(value.document)
  }
}
