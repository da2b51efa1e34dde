import Archive

extension Scope {
  /// The scope for a sentence, such as "all main sites and 2 named".
  var words: String {
    let named = names.isEmpty ? nil : "\(names.count) named"
    let all: String? =
      switch sites {
      case .named: nil
      case .main: "all main sites"
      case .all: "all main and meta sites"
      }
    let parts = [all, named].compactMap { $0 }
    return parts.isEmpty ? "none" : parts.joined(separator: " and ")
  }
}
