import FoundationEssentials

extension Change {
  /// What the `detail` of the `changes` view says, by column name; empty where it says nothing, nil
  /// where it cannot be read.
  package static func fields(inDetail detail: String?) -> [FieldChange]? {
    guard let detail else { return [] }
    let object = try? JSONDecoder().decode([String: [String?]].self, from: Data(detail.utf8))
    guard let object, object.values.allSatisfy({ $0.count == 2 }) else { return nil }
    return object.sorted { $0.key < $1.key }.map {
      FieldChange(column: $0.key, before: $0.value[0], after: $0.value[1])
    }
  }
}
