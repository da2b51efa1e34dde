extension Double {
  /// The number with one decimal, the same on every machine; it must be finite and smaller than
  /// 10^17.
  package var tenths: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
