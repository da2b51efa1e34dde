extension Schema {
  /// The tables of what identifies an archive, of what runs did besides reading rosters, and of logs.
  static let otherTables = [
    // One row: what makes this archive different from every other, which its first entry has too, and the version of
    // the folding that made the texts of the search index.
    """
    CREATE TABLE archive (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uuid TEXT NOT NULL,
      folding INTEGER NOT NULL
    ) STRICT
    """,
    // Keyed digests of what identifies those who are withheld: see `WithheldKey`.
    "CREATE TABLE withheld (tag BLOB PRIMARY KEY CHECK (length(tag) = 32)) STRICT, WITHOUT ROWID",
    // Rows of a log are read from its end backwards to `oldest_at`, and later forwards from
    // `newest_at`; `is_whole` says that its beginning was reached, `read_until` when its end was.
    // `roles` are those about which rows were kept. `is_derived` says whether `logged_tenure` has what follows from them: a run that is killed
    // leaves the tenures of the run before.
    """
    CREATE TABLE history_log (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL REFERENCES network(name),
      site INTEGER REFERENCES site(id),
      name TEXT NOT NULL,
      newest_at INTEGER,
      oldest_at INTEGER,
      is_whole INTEGER NOT NULL DEFAULT 0 CHECK (is_whole IN (0, 1)),
      read_until INTEGER,
      roles TEXT NOT NULL DEFAULT '[]',
      is_derived INTEGER NOT NULL DEFAULT 0 CHECK (is_derived IN (0, 1)),
      seal BLOB CHECK (length(seal) = 32)
    ) STRICT
    """,
    "CREATE UNIQUE INDEX history_log_name ON history_log(network, coalesce(site, 0), name)",
    // `name` is whose role changed, or who was renamed to `new_name`, NULL where the row hides it;
    // `site` is NULL where it hides that. `roles_before` and `roles_after` are NULL where a row does
    // not tell them, `roles` is about how many it was read. A row that a log or a dump tells otherwise later is there once
    // for each entry that read another: see ``StoredEntry/counts(_:)``. `salt` keeps its digest from being guessed.
    """
    CREATE TABLE log_entry (
      log INTEGER NOT NULL REFERENCES history_log(id),
      id INTEGER NOT NULL,
      entry INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      site INTEGER REFERENCES site(id),
      at INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('rights', 'rename')),
      name TEXT,
      new_name TEXT,
      roles_before TEXT,
      roles_after TEXT,
      roles INTEGER NOT NULL,
      salt BLOB NOT NULL DEFAULT (randomblob(16)) CHECK (length(salt) = 16),
      leaf BLOB CHECK (length(leaf) = 32),
      PRIMARY KEY (log, id, entry),
      CHECK (leaf IS NULL OR at = 0 AND kind = 'rights' AND roles = 0 AND salt = zeroblob(16)
        AND coalesce(site, name, new_name, roles_before, roles_after) IS NULL)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX log_entry_site ON log_entry(site)",
    "CREATE INDEX log_entry_entry ON log_entry(entry)",
    // What a badge or somebody at an address says of one tenure, as the file of the entry has it; `name` is empty where it
    // has none. `salt` and `leaf` as above.
    """
    CREATE TABLE claim (
      entry INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      number INTEGER NOT NULL,
      site INTEGER REFERENCES site(id),
      role TEXT,
      user_id INTEGER,
      account_id INTEGER,
      name TEXT,
      source TEXT CHECK (source IN ('badge', 'claim')),
      source_url TEXT,
      began_after INTEGER,
      began_before INTEGER,
      ended_after INTEGER,
      ended_before INTEGER,
      salt BLOB NOT NULL DEFAULT (randomblob(16)) CHECK (length(salt) = 16),
      leaf BLOB CHECK (length(leaf) = 32),
      PRIMARY KEY (entry, number),
      CHECK (leaf IS NOT NULL OR site + began_before + ended_after IS NOT NULL AND role || name || source IS NOT NULL),
      CHECK (leaf IS NULL OR salt = zeroblob(16) AND coalesce(site, role, user_id, account_id, name, source, source_url,
        began_after, began_before, ended_after, ended_before) IS NULL)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX claim_site ON claim(site)",
    // What follows from the rows, the claims and the readings: see `JoinedTenure`. `member` is the user in
    // that role, and `since` the entry that begins the tenure that readings show, NULL where no reading shows it. `name` is empty
    // where nothing but a roster tells it; a claim that states one has its own.
    """
    CREATE TABLE logged_tenure (
      site INTEGER NOT NULL REFERENCES site(id),
      role TEXT NOT NULL,
      name TEXT NOT NULL,
      user_id INTEGER,
      member INTEGER REFERENCES member(id),
      since INTEGER REFERENCES entry(id),
      source TEXT NOT NULL,
      source_url TEXT,
      began_after INTEGER,
      began_before INTEGER NOT NULL,
      ended_after INTEGER NOT NULL,
      ended_before INTEGER
    ) STRICT
    """,
    // The names that only logs and claims tell: of a member, or of somebody whom no roster had, by their last name.
    // `user_id` is the user whom a claim names so, NULL for a name of a log.
    """
    CREATE TABLE logged_name (
      site INTEGER NOT NULL REFERENCES site(id),
      member INTEGER REFERENCES member(id),
      holder TEXT,
      user_id INTEGER,
      name TEXT NOT NULL,
      until INTEGER NOT NULL,
      CHECK ((member IS NULL) <> (holder IS NULL))
    ) STRICT
    """,
    "CREATE INDEX logged_name_site ON logged_name(site)",
    "CREATE INDEX logged_name_member ON logged_name(member) WHERE member IS NOT NULL",
    "CREATE INDEX logged_tenure_user ON logged_tenure(site, user_id)",
    "CREATE INDEX logged_tenure_member ON logged_tenure(member) WHERE member IS NOT NULL",
  ]
}
