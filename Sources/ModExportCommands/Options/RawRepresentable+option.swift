import ArgumentParser

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Reads words with commas between them; throws `ValidationError` with a sentence for anything else.
  static func option(_ text: String) throws -> [Self] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let value = Self(rawValue: String(name)) { return value }
      let all = allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("give one or more of \(all).")
    }
  }
}
