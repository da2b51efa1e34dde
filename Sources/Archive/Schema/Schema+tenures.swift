import GRDB
import Roster

/// SQL for tenures, with what the logs tell of them.
extension Schema {
  /// The view `tenures`, from which every answer about a time follows: ``datedTenures`` as SQL users read them.
  ///
  /// The bounds of a row are those that all sources give together: see ``JoinedTenure``. `source` is the least certain one
  /// that tells any of it. Where nobody knows whether somebody held a role without a break, each part that is known has a
  /// row, and its bounds hold whether they did or not.
  static let tenures =
    """
    CREATE VIEW tenures AS
    SELECT s.network, s.parameter AS site, t.user_id, t.account_id, t.display_name, \(kind(ofCode: "t.kind")), t.role,
      \(time("t.began_after", as: "began_after")), \(time("t.began_before", as: "began_before")),
      \(time("t.ended_after", as: "ended_after")), \(time("t.ended_before", as: "ended_before")), t.source, t.grade,
      t.source_url
    FROM dated_tenure t JOIN site s ON s.id = t.site
    """

  /// - `seen_tenure`: what readings show. Who was an admin for a part of a tenure as a moderator, of a site whose list of
  ///   moderators cannot have admins, has a row for the time before and one for the time after it: what they were
  ///   meanwhile nobody knows. `since` is the entry that begins the tenure.
  /// - `dated_tenure`: the same, but of those of whom others tell what follows from all. `kind` is NULL where no roster had
  ///   the user.
  static let datedTenures = [
    """
    CREATE VIEW seen_tenure AS
    SELECT t.member, t.site, t.user_id, t.role, t.since,
      t.absent_before AS began_after,
      coalesce(\(date(ofEntry: "t.resumed")), t.first_seen) AS began_before,
      \(lastReadOfPart) AS ended_after, t.left_at AS ended_before, \(weakestGrade(ofSite: "t.site")) AS grade
    FROM (
      SELECT m.site, m.user_id, m.role, o.*, NULL AS resumed FROM held o JOIN member m ON m.id = o.member
      WHERE \(Withheld.isShown("m"))
      UNION ALL
      SELECT m.site, m.user_id, m.role, o.*, a.until
      FROM held o JOIN member m ON m.id = o.member JOIN member x ON \(isUnlistedAdmin(of: "m"))
      JOIN tenure a ON a.member = x.id
      WHERE a.until > o.since AND a.until < coalesce(o.until, \(Int64.max)) AND \(Withheld.isShown("m"))
    ) t
    """,
    """
    CREATE VIEW dated_tenure AS
    SELECT t.member, t.site, t.user_id, n.account_id, n.display_name, n.kind, t.role,
      t.began_after, t.began_before, t.ended_after, t.ended_before,
      'reading' AS source, NULL AS source_url, t.grade
    FROM seen_tenure t JOIN name n ON n.member = t.member AND n.until IS NULL
    WHERE NOT EXISTS (SELECT 1 FROM logged_tenure WHERE member = t.member)
    UNION ALL
    SELECT l.member, l.site, l.user_id, n.account_id,
      iif(l.since IS NULL, coalesce(nullif(l.name, ''), n.display_name), n.display_name), n.kind,
      l.role, l.began_after, l.began_before, l.ended_after, l.ended_before, l.source, l.source_url,
      iif(l.since IS NULL, iif(l.source = 'claim', 'claimed', NULL), \(weakestGrade(ofSite: "l.site")))
    FROM logged_tenure l LEFT JOIN name n ON n.until IS NULL AND n.member = coalesce(l.member, (
      SELECT min(m.id) FROM \(rows(ofUserOf: "l"))))
    LEFT JOIN tenure t ON t.member = l.member AND t.since = l.since
    """,
  ]

  /// The rows `m` of the user of a row of `logged_tenure` that a roster showed, with their names.
  private static func rows(ofUserOf tenure: String) -> String {
    """
    member m JOIN name o ON o.member = m.id
    WHERE m.site = \(tenure).site AND m.user_id = \(tenure).user_id
    """
  }

  /// Whether no roster had whoever a row of `logged_tenure` is about.
  static func isStranger(_ tenure: String) -> String {
    "NOT EXISTS (SELECT 1 FROM \(rows(ofUserOf: tenure)))"
  }

  /// The date of the walk of an entry.
  static func date(ofEntry entry: String) -> String {
    "(SELECT finished_at FROM reading WHERE id = \(entry))"
  }

  /// The weakest grade of the readings that bound the tenure `t`: the first one with the user and the one before
  /// it, the last one with them and the one after it.
  private static func weakestGrade(ofSite site: String) -> String {
    """
    (SELECT w.grade FROM entry w
      WHERE w.id IN (t.since, t.until, (SELECT previous FROM entry WHERE id = t.since),
        coalesce((SELECT previous FROM entry WHERE id = t.until),
          (SELECT published_walk FROM site WHERE id = \(site))))
      ORDER BY CASE w.grade WHEN 'published' THEN 0 WHEN 'corroborated' THEN 1 ELSE 2 END LIMIT 1)
    """
  }

  /// When the last reading was begun that lists the user of a row: what happened later may be missing in it.
  private static let lastReadOfPart = """
    (SELECT started_at FROM reading WHERE id = coalesce(\(lastListedInPart),
          (SELECT previous FROM entry WHERE id = t.until), (SELECT published_walk FROM site WHERE id = t.site)))
    """

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

  /// The same of a row of `seen_tenure`, which ends with the first time as an admin.
  private static let lastListedInPart = """
    (SELECT \(lastBeforeAdmin(since: "coalesce(t.resumed, t.since)")) \(tenuresAsAdmin(of: "t"))
          AND coalesce(a.until, \(Int64.max)) > coalesce(t.resumed, t.since)
          AND a.since < coalesce(t.until, \(Int64.max))
        ORDER BY a.since LIMIT 1)
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
}
