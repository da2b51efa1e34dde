import Roster

/// SQL for tenures, with what the logs tell of them.
extension Schema {
  /// The view `tenures`: those that rosters show, and those that a log tells and that no roster could show.
  static let tenures =
    """
    CREATE VIEW tenures AS
    SELECT \(tenureColumns), \(bounds()),
      iif(t.left_at IS NULL OR (t.began_at IS NULL) = (t.ended_at IS NULL),
        iif(t.began_at IS NULL, 'observed', 'rights_log'), 'observed rights_log') AS source,
      \(weakestGrade()) AS grade,
      \(time("coalesce(t.began_at, t.first_seen)", as: "since")),
      iif(t.began_at IS NULL, 'observed', 'rights_log') AS since_source,
      \(time("coalesce(t.ended_at, t.left_at)", as: "until")),
      CASE WHEN t.left_at IS NOT NULL THEN iif(t.ended_at IS NULL, 'observed', 'rights_log') END
        AS until_source,
      \(readingColumns)
    FROM (
      SELECT m.site, m.user_id, m.account_id, m.display_name, m.kind, o.*,
        \(loggedBeginning()) AS began_at, \(loggedEnd()) AS ended_at
      FROM (\(observedTenures)) o JOIN member m ON m.id = o.member
    ) t JOIN site s ON s.id = t.site
    UNION ALL
    SELECT s.network, s.parameter, (
        SELECT CASE WHEN count(DISTINCT \(number(inKey: "m.user_id"))) = 1
          THEN max(\(number(inKey: "m.user_id"))) END
        FROM member m WHERE m.site = l.site AND \(isNamed)
      ), NULL, l.name, NULL, (SELECT name FROM role WHERE number = l.role),
      \(time("l.began_at", as: "began_after")), \(time("l.began_at", as: "began_before")),
      \(time("l.ended_at", as: "ended_after")), \(time("l.ended_at", as: "ended_before")),
      'rights_log', NULL, \(time("l.began_at", as: "since")), 'rights_log',
      \(time("l.ended_at", as: "until")), 'rights_log', NULL, NULL, NULL, NULL
    FROM logged_tenure l JOIN site s ON s.id = l.site
    WHERE \(isUnseen)
    """

  /// The rows of `tenures` as rosters showed them by a moment. When a log was read is not kept, so none is
  /// used.
  static func tenures(at date: Int) -> String {
    """
    SELECT \(tenureColumns), \(bounds(by: date)), 'observed' AS source,
      \(weakestGrade(until: date)) AS grade,
      \(time("t.first_seen", as: "since")), 'observed' AS since_source,
      \(time("t.left_at", as: "until")), iif(t.left_at IS NULL, NULL, 'observed') AS until_source,
      \(readingColumns)
    FROM (
      SELECT m.site, m.user_id, m.account_id, m.kind, o.first_seen, o.absent_before,
        NULL AS began_at, NULL AS ended_at,
        coalesce(
          (SELECT f.display_name FROM former_name f WHERE f.member = m.id AND f.replaced_at > \(date)
            ORDER BY f.replaced_at LIMIT 1), m.display_name) AS display_name,
        iif(o.left_at <= \(date), o.left_at, NULL) AS left_at,
        iif(o.left_at <= \(date), o.last_seen,
          (SELECT max(coalesce(w.not_before, w.finished_at)) FROM walk w
            WHERE w.site = m.site AND w.published = 1 AND w.finished_at <= \(date))) AS last_seen
      FROM (\(observedTenures)) o JOIN member m ON m.id = o.member
      WHERE o.first_seen <= \(date)
    ) t JOIN site s ON s.id = t.site
    """
  }

  private static let tenureColumns = """
    s.network, s.parameter AS site, \(number(inKey: "t.user_id")) AS user_id, t.account_id,
      t.display_name, \(kind(ofCode: "t.kind")), \(role(ofKey: "t.user_id")) AS role
    """

  /// Between which moments the tenure began, and between which it ended: as in `changes`, a reading may have missed
  /// what happened since it was begun.
  ///
  /// - Parameter date: Only readings up to this moment; nil for all.
  private static func bounds(by date: Int? = nil) -> String {
    let lastRead = readingBegan(
      of: "t.site", before: "coalesce(t.left_at, \(Int64.max))", by: date)
    return """
      \(time("coalesce(t.began_at, t.absent_before)", as: "began_after")),
        \(time("coalesce(t.began_at, t.first_seen)", as: "began_before")),
        \(time("coalesce(t.ended_at, \(lastRead))", as: "ended_after")),
        \(time("coalesce(t.ended_at, t.left_at)", as: "ended_before"))
      """
  }

  /// The weakest grade of the readings that bound the tenure: the first one with the user and the one before
  /// it, the last one with them and the one after it.
  ///
  /// - Parameter date: Only readings up to this moment; nil for all.
  private static func weakestGrade(until date: Int? = nil) -> String {
    let readings = "FROM walk b WHERE b.site = t.site AND b.published = 1"
    let last = date.map { "b.finished_at <= \($0)" } ?? "TRUE"
    return """
      (SELECT w.grade FROM walk w
        WHERE w.site = t.site AND w.published = 1 AND w.finished_at IN (t.first_seen, t.left_at,
          (SELECT max(b.finished_at) \(readings) AND b.finished_at < t.first_seen),
          (SELECT max(b.finished_at) \(readings)
            AND b.finished_at < coalesce(t.left_at, \(Int64.max)) AND \(last)))
        ORDER BY CASE w.grade WHEN 'published' THEN 0 WHEN 'corroborated' THEN 1 ELSE 2 END LIMIT 1)
      """
  }

  /// When the last reading was begun that shows a tenure of the row `m`: the user may have left while it was read.
  /// NULL while the tenure lasts.
  static func leftAfter(of tenure: String = "o") -> String {
    readingBegan(of: "m.site", before: "\(tenure).left_at")
  }

  private static let readingColumns = """
    \(time("t.absent_before", as: "absent_before")), \(time("t.first_seen", as: "first_seen")),
      \(time("coalesce(t.last_seen, \(lastRead))", as: "last_seen")),
      \(time("t.left_at", as: "left_at"))
    """

  /// Each tenure that rosters show, with its `member`.
  static let observedTenures = """
    SELECT id AS member, first_seen, absent_before, last_seen, left_at FROM member
    UNION ALL
    SELECT member, first_seen, absent_before, last_seen, left_at FROM past_tenure
    """

  /// When a tenure of the row `m` began, as a log tells it that knows of no interruption: no earlier than the last roster without
  /// the user, because a roster that lacks them is proven and a log is not.
  static func loggedBeginning(of tenure: String = "o") -> String {
    whereLogged(
      """
      SELECT max(l.began_at) FROM logged_tenure l
        WHERE \(isOfRow) AND l.began_at <= \(tenure).first_seen AND l.known_until >= \(tenure).first_seen
          AND (l.ended_at IS NULL OR l.ended_at >= coalesce(\(tenure).last_seen,
            (SELECT max(w.finished_at) FROM walk w WHERE w.site = m.site AND w.published = 1)))
          AND (\(tenure).absent_before IS NULL OR l.began_at >= \(tenure).absent_before)
      """)
  }

  /// When the tenure ended, as a log tells it, between the last roster with the user and the next one.
  static func loggedEnd(of tenure: String = "o") -> String {
    whereLogged(
      """
      SELECT max(l.ended_at) FROM logged_tenure l
        WHERE \(isOfRow) AND l.began_at <= \(tenure).last_seen
          AND l.ended_at BETWEEN \(tenure).last_seen AND \(tenure).left_at
      """)
  }

  /// What a query tells of the row `m`; NULL where no log tells of its site. The look costs much less than the names
  /// under which a log may know the user.
  private static func whereLogged(_ query: String) -> String {
    "iif(EXISTS (SELECT 1 FROM logged_tenure WHERE site = m.site), (\(query)), NULL)"
  }

  /// Whether the logged tenure `l` has ended, and no roster of its site was read meanwhile: one that was
  /// read has the person, or proves that the log misses something.
  static let isUnseen = """
    l.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM walk w
      WHERE w.site = l.site AND w.published = 1
        AND w.started_at <= l.ended_at AND w.finished_at >= l.began_at)
    """

  /// Whether the logged tenure `l` is one of the row `m`.
  static let isOfRow = """
    l.site = m.site AND l.role = \(roleNumber(ofKey: "m.user_id")) AND \(isNamed)
    """

  /// Whether the logged tenure `l`, whose name is that after all renames that the logs tell, is of the user of
  /// the row `m`. An account that is younger than the tenure had the name after somebody else. So had one that
  /// was renamed since it was last seen; and a name of the past is another user's where the logs tell the
  /// rename, or where somebody else of the site has had it.
  ///
  /// For a condition of WHERE, not for a CASE: there SQLite would look for renames and other users at every pair
  /// of rows. The names come first, so that it finds logged tenures by their key.
  private static let isNamed = """
    l.name IN (SELECT m.display_name
      UNION ALL SELECT f.display_name FROM former_name f WHERE f.member = m.id)
    AND (l.name = m.display_name
        AND (m.left_at IS NULL OR NOT EXISTS (\(renames) AND e.at > m.last_seen))
      OR l.name <> m.display_name
        AND NOT EXISTS (\(renames))
        AND NOT EXISTS (SELECT 1 FROM member o LEFT JOIN former_name g ON g.member = o.id
          WHERE o.site = m.site AND (o.display_name = l.name OR g.display_name = l.name)
            AND \(number(inKey: "o.user_id")) <> \(number(inKey: "m.user_id"))))
    AND (m.member_since IS NULL OR m.member_since <= l.began_at)
    """

  /// The rows of logs that tell how the name of the logged tenure `l` was given up.
  private static let renames =
    "SELECT 1 FROM log_entry e WHERE e.site = m.site AND e.kind = 'rename' AND e.name = l.name"
}
