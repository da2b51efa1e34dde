import GRDB
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
      FROM held o JOIN seat m ON m.id = o.member
    ) t JOIN site s ON s.id = t.site
    UNION ALL
    SELECT s.network, s.parameter, l.user_id, NULL, l.name, NULL,
      (SELECT name FROM role WHERE number = l.role),
      \(time("l.began_after", as: "began_after")), \(time("l.began_before", as: "began_before")),
      \(time("l.ended_after", as: "ended_after")), \(time("l.ended_before", as: "ended_before")),
      'rights_log', NULL, \(time("l.began_before", as: "since")), 'rights_log',
      \(time("coalesce(l.ended_before, l.ended_after)", as: "until")), 'rights_log',
      NULL, NULL, NULL, NULL
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
          (SELECT max(coalesce(w.not_before, w.finished_at)) FROM reading w
            WHERE w.site = m.site AND w.finished_at <= \(date))) AS last_seen
      FROM held o JOIN seat m ON m.id = o.member
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
      of: "t.site", before: listedBefore("t", of: "t", by: date), by: date)
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
    let readings = "FROM reading b WHERE b.site = t.site"
    let last = date.map { "b.finished_at <= \($0)" } ?? "TRUE"
    return """
      (SELECT w.grade FROM reading w
        WHERE w.site = t.site AND w.finished_at IN (t.first_seen, t.left_at,
          (SELECT max(b.finished_at) \(readings) AND b.finished_at < t.first_seen),
          (SELECT max(b.finished_at) \(readings)
            AND b.finished_at < coalesce(t.left_at, \(Int64.max)) AND \(last)))
        ORDER BY CASE w.grade WHEN 'published' THEN 0 WHEN 'corroborated' THEN 1 ELSE 2 END LIMIT 1)
      """
  }

  /// When the last reading was begun that shows a tenure of the row `m`: the user may have left while it was read.
  /// NULL while the tenure lasts.
  static func leftAfter(of tenure: String = "o") -> String {
    readingBegan(of: "m.site", before: listedBefore(tenure, of: "m"))
  }

  /// All readings before that date list the user of a tenure that has begun by then: the date is that of the first
  /// reading without them, or that of ``unlistedSince(_:of:by:)``.
  ///
  /// - Parameters:
  ///   - tenure: The row with the dates of the tenure.
  ///   - member: The row with `site` and `user_id`.
  ///   - date: Only readings up to this moment; nil for all.
  private static func listedBefore(
    _ tenure: String, of member: String, by date: Int? = nil
  ) -> String {
    "coalesce(\(unlistedSince(tenure, of: member, by: date)), \(tenure).left_at, \(Int64.max))"
  }

  /// When the last reading was true that lists the user of a tenure; NULL where that is the last one of the tenure.
  static func lastOnList(_ tenure: String, of member: String) -> String {
    """
    (SELECT max(coalesce(w.not_before, w.finished_at)) FROM reading w
      WHERE w.site = \(member).site
        AND w.finished_at < \(unlistedSince(tenure, of: member)))
    """
  }

  /// The date of the first reading in which the user is an admin of a site that does not say who of its admins is a
  /// moderator: its roster keeps them, and proves nothing of them. NULL where they are none until the tenure ends.
  private static func unlistedSince(
    _ tenure: String, of member: String, by date: Int? = nil
  ) -> String {
    let key = "\(member).user_id + \(RoleKey(0, of: .admin).rawValue)"
    let admin = "x.site = \(member).site AND x.user_id = \(key)"
    let leftAt = date.map { "iif(a.left_at <= \($0), a.left_at, NULL)" } ?? "a.left_at"
    return """
      (SELECT max(a.first_seen, \(tenure).first_seen + 1) FROM held a JOIN member x ON x.id = a.member
        WHERE \(admin) AND \(isNumber("\(member).user_id")) AND \(leftAt) IS \(tenure).left_at
          \(date.map { "AND a.first_seen <= \($0) " } ?? "")AND \(leavesOutAdmins("\(member).site")))
      """
  }

  /// Whether the published list of moderators of a site is what the site shows of itself: that lacks admins.
  static func leavesOutAdmins(_ site: String) -> String {
    """
    EXISTS (SELECT 1 FROM page f
      WHERE f.entry = (SELECT published_walk FROM site WHERE id = \(site)) AND f.reading = 1
        AND f.page = 1 AND f.position = '\(PagePosition.whole.text)')
    """
  }

  /// Whether that holds for the site with a row id.
  static func leavesOutAdmins(ofSite site: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT \(leavesOutAdmins("?"))")
    return try Bool.fetchOne(statement, arguments: [site]) ?? false
  }

  private static let readingColumns = """
    \(time("t.absent_before", as: "absent_before")), \(time("t.first_seen", as: "first_seen")),
      \(time("coalesce(t.last_seen, \(lastRead))", as: "last_seen")),
      \(time("t.left_at", as: "left_at"))
    """

  /// When a tenure of the row `m` began, as a log tells it that knows of no interruption: no earlier than the last roster without
  /// the user, because a roster that lacks them is proven and a log is not.
  static func loggedBeginning(of tenure: String = "o") -> String {
    whereLogged(
      """
      SELECT max(l.began_before) FROM logged_tenure l
        WHERE \(isOfRow) AND l.began_after = l.began_before
          AND l.began_before <= \(tenure).first_seen AND l.ended_after >= \(tenure).first_seen
          AND (l.ended_before IS NULL OR l.ended_before >= coalesce(\(tenure).last_seen,
            (SELECT max(w.finished_at) FROM reading w WHERE w.site = m.site)))
          AND (\(tenure).absent_before IS NULL OR l.began_before >= \(tenure).absent_before)
      """)
  }

  /// When the tenure ended, as a log tells it, between the last roster with the user and the next one.
  static func loggedEnd(of tenure: String = "o") -> String {
    whereLogged(
      """
      SELECT max(l.ended_before) FROM logged_tenure l
        WHERE \(isOfRow) AND l.began_before <= \(tenure).last_seen AND l.ended_after = l.ended_before
          AND l.ended_before BETWEEN \(tenure).last_seen AND \(tenure).left_at
      """)
  }

  /// What a query tells of the row `m`; NULL where no log tells of its site.
  private static func whereLogged(_ query: String) -> String {
    "iif(EXISTS (SELECT 1 FROM logged_tenure WHERE site = m.site), (\(query)), NULL)"
  }

  /// Whether no roster of its site was read while the logged tenure `l` surely lasted: one that was read has
  /// the person, or proves that the log misses something.
  static let isUnseen = """
    NOT EXISTS (SELECT 1 FROM reading w
      WHERE w.site = l.site
        AND w.started_at <= l.ended_after AND w.finished_at >= l.began_before)
    """

  /// Whether the logged tenure `l` is one of the row `m`.
  static let isOfRow = """
    l.site = m.site AND l.user_id = \(number(inKey: "m.user_id"))
      AND l.role = \(roleNumber(ofKey: "m.user_id"))
    """
}
