extension Int {
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
