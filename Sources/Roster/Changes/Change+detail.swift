extension Change {
  /// The `detail` of the `changes` view, such as `{"display_name":["before","after"]}`; nil where
  /// there are no fields. ``fields(inDetail:)`` reads it.
  ///
  /// - Throws: `EncodingError`, which texts cannot cause.
  package static func detail(of fields: [FieldChange]) throws -> String? {
    guard !fields.isEmpty else { return nil }
    return try StoredJSON.text(
      of: Dictionary(
        fields.map { ($0.column, [$0.before, $0.after]) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The fields of a `detail` of the `changes` view, by column name; empty where there is no
  /// detail, nil where it cannot be decoded.
  package static func fields(inDetail detail: String?) -> [FieldChange]? {
    guard let detail else { return [] }
    let object = StoredJSON.value([String: [String?]].self, in: detail)
    guard let object, object.values.allSatisfy({ $0.count == 2 }) else { return nil }
    return object.sorted { $0.key < $1.key }.map {
      FieldChange(column: $0.key, before: $0.value[0], after: $0.value[1])
    }
  }
}
