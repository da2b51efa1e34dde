/// What `former_reputation` says of a value that was superseded.
enum FormerReputation {
  /// SQL: since when the value of a row was valid, in unix seconds.
  ///
  /// Of values that the first format of the file kept, that is not always known: then it is when the
  /// last published walk read it.
  static let since = """
    coalesce(former_reputation.since, (
      SELECT max(w.finished_at) FROM member m JOIN walk w ON w.site = m.site
      WHERE m.id = former_reputation.member AND w.published = 1
        AND w.finished_at < former_reputation.replaced_at), former_reputation.replaced_at)
    """
}
