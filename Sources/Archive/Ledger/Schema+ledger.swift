import Roster

extension Schema {
  /// The ledger: entries in one chain, and the versions that begin and end with them.
  ///
  /// - `entry`: append only. `began` and `at` bound the time that it is about: a list read then may lack what
  ///   happened since `began`, and is true at `at`. `previous` is the site's entry of the same kind before it.
  ///   `evidence` is the digest of what was read, `roster` that of the whole roster, NULL where it is
  ///   the same as in `previous`. `chain` is computed from all of them: see ``Entry/chain(after:)``.
  /// - `correction`: the dates of an entry that a wrong clock dated, as the entry `clock` corrected them: it was read
  ///   between `not_before` and `at`.
  /// - `tenure`, `name`: `since` and `until` are entries: the first that shows it, and the first that does not. They are
  ///   no foreign keys: SQLite would search all versions for each entry that is appended, and `verify` proves them.
  /// - `tenure.absent`: the last entry before `since` that read the list of the role without the member; NULL where none did.
  /// - `elected`: who is on the lists of elected moderators, from the list `since` to the one `until`.
  /// - `name.begins`: 1 where the name is not that of the version before, in normal form C.
  static let ledgerTables = [
    """
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN (\(Entry.Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")))),
      began INTEGER NOT NULL,
      at INTEGER NOT NULL,
      site INTEGER REFERENCES site(id),
      previous INTEGER REFERENCES entry(id),
      run INTEGER REFERENCES run(id),
      source INTEGER REFERENCES source(id),
      grade TEXT CHECK (grade IN ('complete', 'corroborated', 'published')),
      items INTEGER,
      total INTEGER,
      pages INTEGER,
      requests INTEGER,
      evidence BLOB CHECK (length(evidence) = 32),
      roster BLOB CHECK (length(roster) = 32),
      body TEXT,
      chain BLOB NOT NULL CHECK (length(chain) = 32)
    ) STRICT
    """,
    "CREATE INDEX entry_kind ON entry(kind, site)",
    """
    CREATE TABLE correction (
      entry INTEGER NOT NULL REFERENCES entry(id),
      clock INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      began INTEGER NOT NULL,
      not_before INTEGER NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (entry, clock)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE tenure (
      member INTEGER NOT NULL REFERENCES member(id),
      since INTEGER NOT NULL,
      until INTEGER CHECK (until > since),
      absent INTEGER CHECK (absent < since),
      PRIMARY KEY (member, since)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE elected (
      member INTEGER NOT NULL REFERENCES member(id),
      since INTEGER NOT NULL,
      until INTEGER CHECK (until > since),
      leaf BLOB CHECK (length(leaf) = 32),
      PRIMARY KEY (member, since)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX tenure_present ON tenure(member) WHERE until IS NULL",
    """
    CREATE TABLE name (
      member INTEGER NOT NULL REFERENCES member(id),
      since INTEGER NOT NULL,
      until INTEGER CHECK (until > since),
      account_id INTEGER,
      display_name TEXT NOT NULL,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
      begins INTEGER NOT NULL CHECK (begins IN (0, 1)),
      leaf BLOB CHECK (length(leaf) = 32),
      PRIMARY KEY (member, since),
      CHECK (leaf IS NULL OR display_name = '\(Withheld.name)' AND account_id IS NULL AND kind = 0)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX name_present ON name(member) WHERE until IS NULL",
    "CREATE INDEX name_account ON name(account_id) WHERE account_id > 0 AND until IS NULL",
  ]

  /// What the versions tell by the dates of their walks. Readers use these views in place of the tables.
  ///
  /// - `finished_walk`: each walk that has ended, whether it was `published` or not; `reading`: those that were;
  ///   `elected_list`: each list of elected moderators. They have begun no later than any of their pages was true: what
  ///   happened since then may be missing in them. A roster was true at `finished_at`, when the last page of its first
  ///   reading was read; where a wrong clock was corrected, between `not_before` and then.
  /// - `site_list`: each list of sites. `is_whole` is 1 where it contained as many sites as the API reported and the API
  ///   reported its end; `lacking` is how many open sites it lacked where it is 0.
  /// - `site_version`: the values of each site, from the list with which they began to the one that has others, or
  ///   closed the site. `listed_site`: each site with the dates of its first and its last list, and of the one that closed
  ///   it, and with what the walk of its published roster says of that.
  /// - `dated_change`, `dated_reputation`: rows of `change` and `former_reputation` with the dates of their entries.
  /// - `held`: each tenure; `last_seen` is the earliest moment at which its last roster can have been true, NULL while
  ///   it lasts.
  /// - `former_name`: each name that another replaced. `last_seen` is no later than when it was read. Where a single walk of
  ///   several pages read it, `first_seen` is the later of both: it was read between them.
  /// - `every_seat`: each member with the latest tenure and name; `seat`: the same without those who are withheld.
  static let ledgerViews = [
    "CREATE VIEW finished_walk AS \(walks(of: [.walk, .attempt]))",
    "CREATE VIEW reading AS \(walks(of: [.walk]))",
    "CREATE VIEW elected_list AS \(walks(of: [.elected]))",
    """
    CREATE VIEW site_list AS
    SELECT e.id, e.body ->> '$.network' AS network, \(date(.at, of: "e")) AS fetched_at, e.items, e.total,
      coalesce(e.body ->> '$.whole', 0) AS is_whole, coalesce(e.body ->> '$.lacking', 0) AS lacking,
      \(date(.notBefore, of: "e")) AS not_before
    FROM entry e WHERE e.kind = 'sites'
    """,
    """
    CREATE VIEW site_version AS
    SELECT id AS site, network, since, until, \(SiteVersion.columns) FROM site
    UNION ALL
    SELECT f.site, s.network, f.since, f.until, \(SiteVersion.columns(of: "f")) FROM former_site f JOIN site s ON s.id = f.site
    """,
    """
    CREATE VIEW listed_site AS
    SELECT s.*, (SELECT fetched_at FROM site_list WHERE id = coalesce(
        (SELECT min(since) FROM former_site WHERE site = s.id), s.since)) AS first_seen,
      (SELECT coalesce(not_before, fetched_at) FROM site_list WHERE id = \(
        lastList(of: "s.id", network: "s.network", since: "s.since", before: "coalesce(s.until, \(Int64.max))"))) AS last_seen,
      (SELECT fetched_at FROM site_list WHERE id = s.until) AS closed_at,
      \(ofRoster("finished_at")) AS published_at, \(ofRoster("verdict")) AS verdict,
      \(ofRoster("reasons")) AS reasons, \(ofRoster("grade")) AS grade,
      \(ofRoster("coalesce(body ->> '$.users', items)")) AS moderators,
      (SELECT coalesce(not_before, finished_at) FROM reading
        WHERE site = s.id AND verdict = '\(Verdict.Name.complete.rawValue)' ORDER BY id DESC LIMIT 1) AS complete_at
    FROM site s
    """,
    """
    CREATE VIEW dated_change AS
    SELECT c.*, \(date(.at, of: "e")) AS observed_at,
      iif(a.kind = 'sites', coalesce(\(date(.notBefore, of: "a")), a.at), \(date(.began, of: "a"))) AS previous_walk_at
    FROM change c JOIN entry e ON e.id = c.entry JOIN entry a ON a.id = c.after WHERE c.kind <> 'withheld'
    """,
    // CROSS: an entry is looked up for each row; SQLite would read all entries instead.
    """
    CREATE VIEW dated_reputation AS
    SELECT r.*, w.finished_at AS replaced_at FROM former_reputation r CROSS JOIN reading w ON w.id = r.entry
    """,
    """
    CREATE VIEW held AS
    SELECT t.member, t.since, t.until, b.finished_at AS first_seen,
      (SELECT started_at FROM reading WHERE id = t.absent) AS absent_before,
      (SELECT coalesce(w.not_before, w.finished_at) FROM entry u JOIN reading w ON w.id = u.previous
        WHERE u.id = t.until) AS last_seen,
      (SELECT finished_at FROM reading WHERE id = t.until) AS left_at
    FROM tenure t CROSS JOIN reading b ON b.id = t.since
    """,
    """
    CREATE VIEW former_name AS
    SELECT n.member, n.since, a.finished_at AS replaced_at, p.display_name, b.finished_at AS first_seen,
      iif(l.pages = 1, coalesce(l.not_before, l.finished_at),
        min(l.started_at, coalesce(l.not_before, l.finished_at))) AS last_seen
    FROM name n CROSS JOIN reading a ON a.id = n.since
    JOIN name p ON p.member = n.member AND p.until = n.since
    JOIN reading b ON b.id = (SELECT max(o.since) FROM name o
      WHERE o.member = n.member AND o.since <= p.since AND o.begins = 1)
    JOIN entry e ON e.id = coalesce(
      (SELECT max(t.until) FROM tenure t WHERE t.member = n.member AND t.until <= n.since
        AND EXISTS (SELECT 1 FROM tenure r WHERE r.member = n.member AND r.since = n.since)), n.since)
    JOIN reading l ON l.id = e.previous
    WHERE n.begins = 1
    """,
    "CREATE VIEW every_seat AS \(seats)",
    "CREATE VIEW seat AS \(seats) WHERE \(Withheld.isShown("m"))",
  ]

  /// The latest name never ends; its index also finds it by the account.
  private static let seats = """
    SELECT m.id, m.site, m.user_id, m.role, n.account_id, n.display_name, n.kind, t.since, t.until,
      \(isElected) AS elected, t.first_seen, t.absent_before, t.last_seen, t.left_at,
      \(Moderator.fields.map { "m.\($0.name)" }.joined(separator: ", "))
    FROM member m
    JOIN held t ON t.member = m.id AND t.since = (SELECT max(since) FROM tenure WHERE member = m.id)
    JOIN name n ON n.member = m.id AND n.until IS NULL
    """

  /// What the walk of the published roster of the site `s` says.
  private static func ofRoster(_ column: String) -> String {
    "(SELECT \(column) FROM reading WHERE id = s.published_walk)"
  }

  /// Walks that have ended, with their dates.
  private static func walks(of kinds: [Entry.Kind]) -> String {
    """
    SELECT e.id, e.run, e.site, e.previous, \(date(.began, of: "e")) AS started_at,
      \(date(.at, of: "e")) AS finished_at, \(date(.notBefore, of: "e")) AS not_before,
      coalesce(e.body ->> '$.verdict', 'complete') AS verdict, coalesce(e.body ->> '$.reasons', '') AS reasons,
      e.kind = 'walk' AS published, e.grade, e.items, e.total, e.pages, e.requests, e.evidence, e.roster, e.body
    FROM entry e WHERE e.kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
    """
  }

  /// The last list before an entry that had an open site, whose values began with the list `since`: a list of the site
  /// alone, or one that has all open sites.
  static func lastList(
    of site: String, network: String, since: String, before entry: String
  ) -> String {
    """
    max(\(since),
        coalesce((SELECT max(id) FROM entry WHERE kind = 'sites' AND site = \(site) AND id < \(entry)), 0),
        coalesce((SELECT id FROM entry WHERE kind = 'sites' AND site IS NULL AND body ->> '$.whole'
          AND body ->> '$.network' = \(network) AND id < \(entry) ORDER BY id DESC LIMIT 1), 0))
    """
  }

  /// The columns of `correction` with the dates of an entry.
  enum CorrectedDate: String {
    case began, at
    /// NULL where no clock was corrected.
    case notBefore = "not_before"
  }

  /// A date of an entry.
  static func date(_ date: CorrectedDate, of entry: String) -> String {
    let corrected = corrected(date, of: entry)
    return date == .notBefore ? corrected : "coalesce(\(corrected), \(entry).\(date.rawValue))"
  }

  /// A date of an entry, as the latest correction has it; NULL where there is none. A subquery, since SQLite would read all
  /// entries where a view with a join is on the right side of another join.
  static func corrected(_ date: CorrectedDate, of entry: String) -> String {
    "(SELECT \(date.rawValue) FROM correction WHERE entry = \(entry).id ORDER BY clock DESC LIMIT 1)"
  }

  /// Whether a list of elected moderators that was read during the tenure `t` has the member `m`: whoever won an election
  /// stays elected for as long as they moderate. NULL where none was read.
  private static var isElected: String {
    let during =
      "l.site = m.site AND l.kind = 'elected' AND l.id > t.since AND l.id < coalesce(t.until, \(Int64.max))"
    return """
      iif(EXISTS (SELECT 1 FROM entry l WHERE \(during)), EXISTS (
          SELECT 1 FROM elected x JOIN entry l ON l.id >= x.since AND l.id < coalesce(x.until, \(Int64.max))
          WHERE x.member = m.id AND \(during)), NULL)
      """
  }
}
