extension Int {
  /// The number with its noun, as in `1 site` and `2 sites`.
  ///
  /// - Parameter plural: Where an `s` does not make it.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
