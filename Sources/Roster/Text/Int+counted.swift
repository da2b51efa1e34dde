extension Int {
  /// The number with its noun, as in `1 site` and `2 sites`.
  ///
  /// - Parameters:
  ///   - plural: The plural, where it is not formed with an `s`.
  ///   - isGrouped: Whether the digits are written in groups, as in `1,234 sites`.
  package func counted(
    _ noun: String, _ plural: String? = nil, isGrouped: Bool = false
  ) -> String {
    "\(isGrouped ? grouped : String(self)) \(self == 1 ? noun : plural ?? noun + "s")"
  }
}
