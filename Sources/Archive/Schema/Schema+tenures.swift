import GRDB
import Roster

/// SQL for tenures, with what the logs tell of them.
extension Schema {
  /// The view `tenures`, from which every answer about a time follows: those that rosters show, and those that a log
  /// tells and that no roster could show.
  ///
  /// The bounds of a row with `grade` are those of readings, but where a log tells the moment of the beginning or of the
  /// end: then both bounds of it are that moment, and `source` is `log`. All bounds of a row without `grade` are the
  /// log's.
  ///
  /// Who was an admin for a part of a tenure as a moderator, of a site whose list of moderators cannot have admins, has a row
  /// for the time before and one for the time after it: what they were meanwhile nobody knows.
  static let tenures =
    """
    CREATE VIEW tenures AS
    SELECT s.network, s.parameter AS site, t.user_id, t.account_id,
      t.display_name, \(kind(ofCode: "t.kind")), t.role,
      \(time("coalesce(t.began_at, iif(t.resumed IS NULL, t.absent_before, \(lastSeenBefore)))", as: "began_after")),
      \(time("coalesce(t.began_at, \(date(ofEntry: "t.resumed")), t.first_seen)", as: "began_before")),
      \(time("coalesce(t.ended_at, \(lastRead("t")))", as: "ended_after")),
      \(time("coalesce(t.ended_at, t.left_at)", as: "ended_before")),
      iif(t.began_at IS NULL AND t.ended_at IS NULL, 'reading', 'log') AS source, \(weakestGrade) AS grade
    FROM (
      SELECT m.site, m.user_id, m.role, m.account_id, m.display_name, m.kind, o.*, NULL AS resumed,
        \(loggedBeginning()) AS began_at, \(loggedEnd()) AS ended_at
      FROM held o JOIN seat m ON m.id = o.member
      UNION ALL
      SELECT m.site, m.user_id, m.role, m.account_id, m.display_name, m.kind, o.*, a.until, NULL, NULL
      FROM held o JOIN seat m ON m.id = o.member JOIN member x ON \(isUnlistedAdmin(of: "m"))
      JOIN tenure a ON a.member = x.id
      WHERE a.until > o.since AND a.until < coalesce(o.until, \(Int64.max))
    ) t JOIN site s ON s.id = t.site
    UNION ALL
    SELECT s.network, s.parameter, l.user_id, NULL, l.name, NULL,
      l.role,
      \(time("l.began_after", as: "began_after")), \(time("l.began_before", as: "began_before")),
      \(time("l.ended_after", as: "ended_after")), \(time("l.ended_before", as: "ended_before")),
      'log', NULL
    FROM logged_tenure l JOIN site s ON s.id = l.site
    WHERE \(isUnseen)
    """

  /// The date of the walk of an entry.
  static func date(ofEntry entry: String) -> String {
    "(SELECT finished_at FROM reading WHERE id = \(entry))"
  }

  /// The weakest grade of the readings that bound the tenure: the first one with the user and the one before
  /// it, the last one with them and the one after it.
  private static let weakestGrade = """
    (SELECT w.grade FROM entry w
      WHERE w.id IN (t.since, t.until, (SELECT previous FROM entry WHERE id = t.since),
        coalesce((SELECT previous FROM entry WHERE id = t.until), s.published_walk))
      ORDER BY CASE w.grade WHEN 'published' THEN 0 WHEN 'corroborated' THEN 1 ELSE 2 END LIMIT 1)
    """

  /// When the last reading was begun that shows a tenure of the row `m`: the user may have left while it was read.
  static func leftAfter(of tenure: String = "o") -> String { lastRead(tenure, of: "m") }

  /// When the last reading was begun that lists the user of a tenure: what happened later may be missing in it.
  ///
  /// - Parameters:
  ///   - tenure: The row with the entries of the tenure.
  ///   - member: The row with `site` and `user_id`; nil where that is the same.
  private static func lastRead(_ tenure: String, of member: String? = nil) -> String {
    let listed = member.map { lastListed(tenure, of: $0) } ?? lastListedInPart
    let member = member ?? tenure
    return """
      (SELECT started_at FROM reading WHERE id = coalesce(\(listed),
          (SELECT previous FROM entry WHERE id = \(tenure).until),
          (SELECT published_walk FROM site WHERE id = \(member).site)))
      """
  }

  /// When the last reading was true that lists the user of a tenure; NULL where that is the last one of the tenure.
  static func lastOnList(_ tenure: String, of member: String) -> String {
    """
    (SELECT coalesce(not_before, finished_at) FROM reading WHERE id = \(lastListed(tenure, of: member)))
    """
  }

  /// The last entry that lists the user of a tenure who then is an admin of a site that does not say who of its admins is
  /// a moderator: its roster keeps them, and proves nothing of them. NULL where they are none until the tenure ends.
  static func lastListed(_ tenure: String, of member: String) -> String {
    """
    (SELECT \(lastBeforeAdmin(since: "\(tenure).since")) \(tenuresAsAdmin(of: member)) AND a.until IS \(tenure).until)
    """
  }

  /// The same of a row of `tenures`, which ends with the first time as an admin.
  private static let lastListedInPart = """
    (SELECT \(lastBeforeAdmin(since: "coalesce(t.resumed, t.since)")) \(tenuresAsAdmin(of: "t"))
          AND coalesce(a.until, \(Int64.max)) > coalesce(t.resumed, t.since)
          AND a.since < coalesce(t.until, \(Int64.max))
        ORDER BY a.since LIMIT 1)
    """

  /// When the last reading was begun that lists the user of a row that goes on after a time as an admin.
  private static let lastSeenBefore = """
    (SELECT started_at FROM reading WHERE id = (
          SELECT \(lastBeforeAdmin(since: "t.since")) \(tenuresAsAdmin(of: "t")) AND a.until = t.resumed))
    """

  /// The entry before the tenure `a`, but not before another one began.
  private static func lastBeforeAdmin(since: String) -> String {
    "iif(a.since > \(since), (SELECT previous FROM entry WHERE id = a.since), \(since))"
  }

  /// The tenures `a` of a member as an admin, of such a site.
  private static func tenuresAsAdmin(of member: String) -> String {
    "FROM member x JOIN tenure a ON a.member = x.id WHERE \(isUnlistedAdmin(of: member))"
  }

  /// Whether the row `x` is that of a member as an admin, of a site whose list of moderators cannot have admins.
  private static func isUnlistedAdmin(of member: String) -> String {
    """
    x.site = \(member).site AND x.user_id = \(member).user_id AND x.role = '\(Role.admin.rawValue)'
          AND \(member).role = '\(Role.moderator.rawValue)' AND \(leavesOutAdmins("\(member).site"))
    """
  }

  /// Whether the published list of moderators of a site is what the site shows of itself: that lacks admins.
  static func leavesOutAdmins(_ site: String) -> String {
    """
    EXISTS (SELECT 1 FROM page f
      WHERE f.entry = (SELECT published_walk FROM site WHERE id = \(site)) AND f.reading = 1
        AND f.role = '\(Role.moderator.rawValue)' AND f.page = 1 AND f.position = '\(PagePosition.whole.text)')
    """
  }

  /// Whether that holds for the site with a row id.
  static func leavesOutAdmins(ofSite site: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT \(leavesOutAdmins("?"))")
    return try Bool.fetchOne(statement, arguments: [site]) ?? false
  }

  /// When a tenure of the row `m` began, as a log tells it that knows of no interruption: no earlier than the last roster without
  /// the user, because a roster that lacks them is proven and a log is not.
  static func loggedBeginning(of tenure: String = "o") -> String {
    whereLogged(
      """
      SELECT max(l.began_before) FROM logged_tenure l
        WHERE \(isOfRow) AND l.began_after = l.began_before
          AND l.began_before <= \(tenure).first_seen AND l.ended_after >= \(tenure).first_seen
          AND (l.ended_before IS NULL OR l.ended_before >= coalesce(\(tenure).last_seen,
            (SELECT published_at FROM site WHERE id = m.site)))
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
    l.site = m.site AND l.user_id = m.user_id AND l.role = m.role
    """
}
