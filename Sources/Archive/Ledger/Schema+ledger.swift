import Roster

extension Schema {
  /// The ledger: entries in one chain, and the versions that begin and end with them.
  ///
  /// - `entry`: append only. `began` and `at` bound the time that it is about: a list read then may lack what
  ///   happened since `began`, and is true at `at`. `previous` is the site's entry of the same kind before it.
  ///   `evidence` is the digest of what was read, `roster` that of the whole roster, NULL where it is
  ///   the same as in `previous`. `chain` is computed from all of them: see ``Entry/chain(after:)``.
  /// - `tenure`, `name`: `since` and `until` are entries: the first that shows it, and the first that does not.
  /// - `tenure.absent`: the last entry before `since` that read the list of the role without the member; NULL where none did.
  /// - `tenure.elected_at`: the first list of elected moderators of that tenure.
  /// - `name.begins`: 1 where the name is not that of the version before, in normal form C.
  static let ledgerTables = [
    """
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('walk', 'elected', 'sites', 'log', 'prune', 'clock')),
      began INTEGER NOT NULL,
      at INTEGER NOT NULL,
      site INTEGER REFERENCES site(id),
      previous INTEGER REFERENCES entry(id),
      body TEXT NOT NULL,
      evidence BLOB CHECK (length(evidence) = 32),
      roster BLOB CHECK (length(roster) = 32),
      chain BLOB NOT NULL CHECK (length(chain) = 32)
    ) STRICT
    """,
    "CREATE INDEX entry_site ON entry(site, kind, id) WHERE site IS NOT NULL",
    """
    CREATE TABLE tenure (
      member INTEGER NOT NULL REFERENCES member(id),
      since INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      until INTEGER REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED CHECK (until > since),
      absent INTEGER REFERENCES entry(id) CHECK (absent < since),
      elected INTEGER CHECK (elected IN (0, 1)),
      elected_at INTEGER,
      PRIMARY KEY (member, since)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX tenure_present ON tenure(member) WHERE until IS NULL",
    """
    CREATE TABLE name (
      member INTEGER NOT NULL REFERENCES member(id),
      since INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      until INTEGER REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED CHECK (until > since),
      account_id INTEGER,
      display_name TEXT NOT NULL,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
      begins INTEGER NOT NULL CHECK (begins IN (0, 1)),
      PRIMARY KEY (member, since)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX name_present ON name(member) WHERE until IS NULL",
    "CREATE INDEX name_account ON name(account_id) WHERE account_id > 0 AND until IS NULL",
  ]

  /// What the versions tell by the dates of their walks. Readers use these views in place of the tables.
  ///
  /// - `held`: each tenure; `last_seen` is the earliest moment at which its last roster can have been true, NULL while
  ///   it lasts.
  /// - `former_name`: each name that another replaced. `last_seen` is no later than when it was read. Where a single walk of
  ///   several pages read it, `first_seen` is the later of both: it was read between them.
  /// - `seat`: each member with the latest tenure and name.
  static let ledgerViews = [
    """
    CREATE VIEW held AS
    SELECT t.member, t.since, t.until, b.finished_at AS first_seen,
      (SELECT started_at FROM walk WHERE entry = t.absent) AS absent_before,
      (SELECT coalesce(w.not_before, w.finished_at) FROM entry u JOIN walk w ON w.entry = u.previous
        WHERE u.id = t.until) AS last_seen,
      (SELECT finished_at FROM walk WHERE entry = t.until) AS left_at, t.elected, t.elected_at
    FROM tenure t JOIN walk b ON b.entry = t.since
    """,
    """
    CREATE VIEW former_name AS
    SELECT n.member, n.since, a.finished_at AS replaced_at, p.display_name, b.finished_at AS first_seen,
      iif(l.pages = 1, coalesce(l.not_before, l.finished_at),
        min(l.started_at, coalesce(l.not_before, l.finished_at))) AS last_seen
    FROM name n JOIN walk a ON a.entry = n.since
    JOIN name p ON p.member = n.member AND p.until = n.since
    JOIN walk b ON b.entry = (SELECT max(o.since) FROM name o
      WHERE o.member = n.member AND o.since <= p.since AND o.begins = 1)
    JOIN entry e ON e.id = coalesce(
      (SELECT max(t.until) FROM tenure t WHERE t.member = n.member AND t.until <= n.since
        AND EXISTS (SELECT 1 FROM tenure r WHERE r.member = n.member AND r.since = n.since)), n.since)
    JOIN walk l ON l.entry = e.previous
    WHERE n.begins = 1
    """,
    "CREATE VIEW seat AS \(seats())",
  ]

  /// The rows of `seat`.
  ///
  /// - Parameter entry: As of an entry, in SQL: the versions that began by then; nil for the latest.
  static func seats(at entry: String? = nil) -> String {
    let bound = entry.map { " AND since <= \($0)" } ?? ""
    let fields = Moderator.fields.map { "m.\($0.name)" }.joined(separator: ", ")
    return """
      SELECT m.id, m.site, m.user_id, n.account_id, n.display_name, n.kind, t.since, t.until, t.elected,
        t.elected_at, t.first_seen, t.absent_before, t.last_seen, t.left_at, \(fields)
      FROM member m
      JOIN held t ON t.member = m.id AND t.since = (SELECT max(since) FROM tenure WHERE member = m.id\(bound))
      JOIN name n ON n.member = m.id AND n.since = (SELECT max(since) FROM name WHERE member = m.id\(bound))
      """
  }
}
