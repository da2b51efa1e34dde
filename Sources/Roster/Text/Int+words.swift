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

extension Int {
  /// A number of bytes, such as `4.1 MB` or `700 B`.
  package var byteWords: String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    where self >= unit {
      return "\((Double(self) / Double(unit)).tenths) \(name)"
    }
    return "\(self) B"
  }

  /// The number with a comma between thousands, in every locale.
  package var grouped: String {
    guard magnitude >= 1_000 else { return String(self) }
    let digits = String(magnitude).utf8
    var output = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { output += "," }
      output.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return output
  }
}

extension Double {
  /// The number with one decimal, the same on every machine; it must be finite and smaller than
  /// 10^17.
  package var tenths: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
