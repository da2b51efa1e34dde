/// The dates of the values in `former_reputation`.
enum FormerReputation {
  /// SQL: the beginning of the month of a moment, or of the next month, in unix seconds.
  static func month(of date: String, isNext: Bool = false) -> String {
    "unixepoch(\(date), 'unixepoch', 'start of month'\(isNext ? ", '+1 month'" : ""))"
  }
}
