/// The dates of a replaced value in `former_reputation`.
enum FormerReputation {
  /// SQL: since when the value of a row was valid, in unix seconds.
  ///
  /// For values from the first format of the file this is not always known: then it is when the
  /// last published walk read the value.
  static let since = """
    coalesce(former_reputation.since, (
      SELECT max(w.finished_at) FROM member m JOIN walk w ON w.site = m.site
      WHERE m.id = former_reputation.member AND w.published = 1
        AND w.finished_at < former_reputation.replaced_at), former_reputation.replaced_at)
    """
}
