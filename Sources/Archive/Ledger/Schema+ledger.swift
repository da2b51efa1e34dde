extension Schema {
  /// The ledger: entries in one chain, and the versions that begin and end with them.
  ///
  /// - `entry`: append only. `began` and `at` bound the moments of which it tells: a list read then may lack what
  ///   happened since `began`, and is true at `at`. `previous` is the site's entry of the same kind before it.
  ///   `evidence` is the digest of what was read, `roster` that of the whole roster, NULL where it is
  ///   the same as in `previous`. `chain` is computed from all of them: see ``Entry/chain(after:)``.
  /// - `tenure`, `name`: `since` and `until` are entries: the first that shows it, and the first that does not.
  static let ledgerTables = [
    """
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY,
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
      PRIMARY KEY (member, since)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE UNIQUE INDEX name_present ON name(member) WHERE until IS NULL",
  ]
}
