/// The dates of the values in `former_reputation`.
enum FormerReputation {
  /// SQL: the beginning of the month of a moment, or of the next month, in unix seconds.
  static func month(of date: String, isNext: Bool = false) -> String {
    "unixepoch(\(date), 'unixepoch', 'start of month'\(isNext ? ", '+1 month'" : ""))"
  }

  /// SQL: the last reading of a member `?1` in the month of a replacement, in unix seconds. The new value
  /// was read then, whichever other values of that month were not kept.
  static let readAt = """
    (SELECT max(w.finished_at) FROM member m JOIN reading w ON w.site = m.site
      WHERE m.id = ?1 AND w.finished_at >= replaced_at
        AND w.finished_at < \(month(of: "replaced_at", isNext: true)))
    """
}
