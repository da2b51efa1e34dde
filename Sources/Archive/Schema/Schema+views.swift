import Roster

extension Schema {
  /// A stable interface for all readers: columns and order are those of Roster's `View.columns`.
  static let views = [
    """
    CREATE VIEW sites AS
    SELECT network, parameter AS site, name, url AS site_url, type AS site_type,
      state AS site_state, audience, \(time("launch_date")), \(time("first_seen")),
      \(time("last_seen")), \(time("closed_at")), moderators, verdict, grade,
      \(time("published_at")), \(time("complete_at"))
    FROM listed_site
    """,
    """
    CREATE VIEW moderators AS
    \(members(former: false))
    """,
    """
    CREATE VIEW former_moderators AS
    \(members(former: true))
    """,
    tenures,
    observations,
    people,
    """
    CREATE VIEW changes AS
    \(changes)
    """,
    """
    CREATE VIEW walks AS
    SELECT w.id, w.run AS run_id, s.network, s.parameter AS site,
      \(time("w.started_at", as: "started_at")), \(time("w.finished_at", as: "finished_at")),
      w.verdict, w.grade, w.reasons, w.total, w.items, w.pages, w.requests
    FROM finished_walk w JOIN site s ON s.id = w.site
    """,
    """
    CREATE VIEW pages AS
    SELECT p.entry AS walk_id, p.role, p.reading, p.page, p.position, p.item_count, p.has_more, p.total,
      nullif(lower(hex(p.sha256)), '') AS sha256,
      \(time("coalesce(min(p.fetched_at, \(corrected(.at, of: "e"))), p.fetched_at)", as: "fetched_at"))
    FROM page p JOIN entry e ON e.id = p.entry AND e.kind IN ('walk', 'attempt')
    """,
    """
    CREATE VIEW runs AS
    SELECT id, \(time("started_at")), \(time("finished_at")), outcome, requests, retries,
      quota_remaining
    FROM run
    """,
  ]

  /// The view `observations`: the published readings of each site, with the longest time that nobody looked: since
  /// the reading before was begun.
  private static let observations =
    """
    CREATE VIEW observations AS
    SELECT network, site, \(time("read_at")), \(time("previous_read_at")),
      read_at - previous_read_at AS gap_seconds, moderators, grade
    FROM (
      SELECT s.network, s.parameter AS site, w.finished_at AS read_at,
        (SELECT p.started_at FROM reading p WHERE p.id = w.previous) AS previous_read_at,
        w.items AS moderators, w.grade
      FROM reading w JOIN site s ON s.id = w.site)
    """

  /// The view of people, built from `seat` and `site`.
  static let people =
    """
    CREATE VIEW people AS
    \(people())
    """

  /// The rows of `people`. Their name is that on the site with most reputation, and for equal values on
  /// the site that was listed first.
  ///
  /// - Parameters:
  ///   - network: Which networks `s` count, with `AND` before it; empty for all.
  ///   - first: Which people are wanted: an order and a limit; empty for all.
  ///   - condition: Which rows of `seat` count, by the name of the table in the statement, with `AND` before it.
  static func people(
    of network: String = "", first: String = "", where condition: (String) -> String = { _ in "" }
  ) -> String {
    """
    SELECT network, account_id, (
        SELECT n.display_name FROM seat n JOIN site o ON o.id = n.site
        WHERE n.account_id = p.account_id AND n.account_id > 0 AND n.until IS NULL
          AND +o.network = p.network\(condition("n"))
        ORDER BY coalesce(n.reputation, 0) DESC, n.site, n.id LIMIT 1) AS display_name, sites,
      reputation,
      (SELECT group_concat(parameter, ' ') FROM (
        SELECT DISTINCT o.parameter FROM seat n JOIN site o ON o.id = n.site
        WHERE n.account_id = p.account_id AND n.account_id > 0 AND n.until IS NULL
          AND +o.network = p.network\(condition("n"))
        ORDER BY o.parameter)) AS site_list
    FROM (
      SELECT s.network, m.account_id, count(DISTINCT s.id) AS sites, \(reputationSum) AS reputation
      FROM seat m JOIN site s ON s.id = m.site
      WHERE m.account_id > 0 AND m.until IS NULL\(network)\(condition("m"))
      GROUP BY m.account_id, s.network \(first)) p
    """
  }

  /// The reputation of all users of the rows `m` of a group; NULL where none has any. `sum` would fail
  /// beyond 64 bits: `total` never does, it is exact up to 2^53, and the cast keeps it within 64 bits.
  static let reputationSum = """
    CASE WHEN count(m.reputation) > 0
      THEN CAST(total(iif(\(isFirstOfUser), m.reputation, 0)) AS INTEGER) END
    """

  /// Whether the row `m` of `seat` is the first of its user among the present ones of its site.
  private static let isFirstOfUser = """
    NOT EXISTS (SELECT 1 FROM member o JOIN tenure t ON t.member = o.id AND t.until IS NULL
      WHERE o.site = m.site AND o.user_id = m.user_id AND o.role < m.role)
    """

  /// True unless a row of another role already reports the change that the row `c` of `change` is: there is a row
  /// of a rename, and of any other change of the profile, for each role, and all change together.
  ///
  /// A rename with a role that came back was reported when the roster first had the name in another role.
  ///
  /// - Parameter roles: The only roles whose changes count; empty for all.
  static func isFirstAcrossRoles(among roles: [Role] = []) -> String {
    // The changes of one moment are few, those of one site many.
    """
    (c.kind NOT IN ('renamed', 'profile') OR NOT EXISTS (
        SELECT 1 FROM change o
        WHERE o.entry = c.entry AND o.kind = c.kind AND o.detail IS c.detail
          AND o.display_name = c.display_name AND o.user_id = c.user_id AND o.role < c.role
          \(roles.isEmpty ? "" : "AND \(isOne(of: roles, "o.role"))"))
      AND NOT (c.kind = 'renamed' AND EXISTS (
          SELECT 1 FROM change o WHERE o.entry = c.entry AND o.user_id = c.user_id AND o.role = c.role
            AND o.kind = 'returned')
        AND EXISTS (
          SELECT 1 FROM change o WHERE o.site = c.site AND o.entry < c.entry
            AND o.display_name = c.display_name AND o.user_id = c.user_id AND o.role <> c.role
            AND o.entry >= (SELECT max(l.entry) FROM change l
              WHERE l.site = c.site AND l.user_id = c.user_id AND l.role = c.role AND l.kind = 'left'
                AND l.entry < c.entry))))
    """
  }

  /// Whether a column has one of these roles.
  static func isOne(of roles: [Role], _ column: String) -> String {
    let names = roles.map { "'\($0.rawValue.replacing("'", with: "''"))'" }
    return "\(column) IN (\(names.joined(separator: ", ")))"
  }

  /// The earliest moment at which the roster of `site s` was true: its date, unless that was
  /// corrected.
  static let lastRead =
    "(SELECT coalesce(not_before, finished_at) FROM reading WHERE id = s.published_walk)"

  /// The rows of `changes`, with the user's present account.
  static let changes = """
    SELECT c.id, s.network, s.parameter AS site, c.user_id,
      (SELECT m.account_id FROM seat m WHERE m.site = c.site AND m.user_id = c.user_id AND m.role = c.role) AS account_id,
      c.display_name, c.kind, c.role, c.detail, \(time("c.observed_at", as: "observed_at")),
      \(time("c.previous_walk_at", as: "previous_walk_at"))
    FROM dated_change c JOIN site s ON s.id = c.site
    """

  /// The rows of `moderators`, or of `former_moderators`.
  private static func members(former: Bool) -> String {
    """
    SELECT \(memberColumns(lastSeen: former ? "m.last_seen" : lastRead, former: former))
    FROM site s JOIN seat m ON m.site = s.id
    WHERE m.until IS \(former ? "NOT NULL" : "NULL")
    """
  }

  /// The columns of `moderators`, or of `former_moderators`, from `site s JOIN seat m`.
  static func memberColumns(lastSeen: String, former: Bool = false) -> String {
    ModeratorColumn.allCases.filter { former || $0 != .leftAt }.map { column in
      switch column {
      case .network: "s.network"
      case .site: "s.parameter AS site"
      case .kind: kind(ofCode: "m.kind")
      case .lastSeen:
        time("coalesce(\(lastOnList("m", of: "m")), \(lastSeen))", as: "last_seen")
      default:
        column.column.type == .time ? time("m.\(column.name)", as: column.name) : "m.\(column.name)"
      }
    }.joined(separator: ", ")
  }

  /// The column `kind` from the number that stands for it.
  static func kind(ofCode code: String) -> String {
    "CASE \(code) WHEN 0 THEN 'moderator' WHEN 1 THEN 'staff' WHEN 2 THEN 'community' END AS kind"
  }

  /// RFC 3339 in UTC, NULL where there is no time.
  static func time(_ column: String, as name: String? = nil) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', \(column), 'unixepoch') AS \(name ?? column)"
  }
}
