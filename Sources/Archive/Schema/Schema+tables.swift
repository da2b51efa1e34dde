import Roster

extension Schema {
  /// Times are unix seconds. Tables refer to sites and members by row id.
  ///
  /// - `network.api`: the identity of the API that it is read from: that of its latest entry `api`.
  /// - `network.scope`: which of its sites are mirrored: `main`, `all`, or NULL for only those with
  ///   `site.in_scope`, which the user named.
  /// - `site`: each with the values of the latest lists that had it. They began with the list `since` and ended with the
  ///   list `until`, which closed the site; NULL while it is open. `former_site` has the values before.
  /// - `walk`: only walks that have not ended; an entry of the ledger takes the place of one that has.
  /// - `source`: the API, and the filter, page size and order. Its id is made of both: see ``WalkSource``.
  /// - `change.after`, `change.entry`: the last entry that did not see the change, and the first that did. A row of the kind
  ///   `withheld` keeps the number of a change of somebody who is withheld.
  /// - `former_reputation.entry`: the first walk that has other values.
  /// - `member.salt`: random; see ``Leaf``.
  /// - `leaf`: of somebody who is withheld, what a digest has of the row in the place of its values, which are gone: see
  ///   ``Withheld``.
  /// - `run.reason`: why it ended early, or failed, in one word; NULL where it did not.
  /// - `run.until`: when the API allows requests again that it refused this run.
  /// - `site.fault`, `fault_message`, `fault_at`: the request that failed at its latest walk; NULL
  ///   where none did. A roster that is published removes them.
  /// - `site.mark`: what the site said of its lists as a whole before the walk that published its roster; NULL where it
  ///   said nothing. `checked_at`: when it last said the same; NULL where it was not asked since.
  /// - `page.position`: see `PagePosition`; NULL for the page number.
  static let tables = [
    """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      outcome TEXT,
      requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0),
      retries INTEGER NOT NULL DEFAULT 0 CHECK (retries >= 0),
      quota_remaining INTEGER,
      reason TEXT,
      until INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE network (
      name TEXT PRIMARY KEY,
      api TEXT,
      scope TEXT CHECK (scope IN ('main', 'all'))
    ) STRICT, WITHOUT ROWID
    """,
    // `published_walk` is the entry of the walk whose evidence proves the roster.
    """
    CREATE TABLE site (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL REFERENCES network(name),
      \(listedColumns),
      since INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      until INTEGER REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED CHECK (until > since),
      published_walk INTEGER REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      in_scope INTEGER NOT NULL DEFAULT 0 CHECK (in_scope IN (0, 1)),
      fault TEXT,
      fault_message TEXT,
      fault_at INTEGER,
      mark TEXT,
      checked_at INTEGER,
      UNIQUE (network, parameter)
    ) STRICT
    """,
    """
    CREATE TABLE former_site (
      site INTEGER NOT NULL REFERENCES site(id),
      since INTEGER NOT NULL REFERENCES entry(id),
      until INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED CHECK (until > since),
      \(listedColumns),
      PRIMARY KEY (site, since)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      api TEXT NOT NULL,
      query TEXT NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE walk (
      id INTEGER PRIMARY KEY,
      run INTEGER NOT NULL REFERENCES run(id),
      site INTEGER NOT NULL UNIQUE REFERENCES site(id),
      started_at INTEGER NOT NULL,
      source INTEGER REFERENCES source(id),
      requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0)
    ) STRICT
    """,
    // What an interrupted run needs to resume a walk: the evidence of each page, the items as JSON, and where the
    // next page begins. The items of the second reading are not needed.
    """
    CREATE TABLE staged_page (
      walk INTEGER NOT NULL REFERENCES walk(id) ON DELETE CASCADE,
      \(pageColumns),
      sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
      user_ids BLOB NOT NULL,
      continuation TEXT,
      items TEXT NOT NULL,
      seal BLOB CHECK (length(seal) = 32),
      PRIMARY KEY (walk, reading, role, page)
    ) STRICT
    """,
    """
    CREATE TABLE page (
      entry INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      \(pageColumns),
      sha256 BLOB CHECK (length(sha256) = 32),
      members BLOB CHECK ((members IS NULL) = (sha256 IS NULL)),
      PRIMARY KEY (entry, reading, role, page)
    ) STRICT, WITHOUT ROWID
    """,
    // Every user who ever moderated a site, with the profile as last seen. No page proves that of a
    // former moderator: `left_sha256` is the digest that a page with only this row would have. The
    // large texts come last, so that reading the rest does not touch them.
    """
    CREATE TABLE member (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES site(id),
      user_id INTEGER NOT NULL,
      role TEXT NOT NULL,
      salt BLOB NOT NULL DEFAULT (randomblob(16)) CHECK (length(salt) = 16),
      leaf BLOB CHECK (length(leaf) = 32),
      left_sha256 BLOB CHECK (length(left_sha256) = 32),
      \(Moderator.fields.map(\.definition).joined(separator: ",\n      ")),
      UNIQUE (site, user_id, role),
      CHECK (leaf IS NULL OR user_id <= \(Withheld.highestID) AND salt = zeroblob(16)
        AND coalesce(\(Moderator.fields.map(\.name).joined(separator: ", "))) IS NULL)
    ) STRICT
    """,
    // Of each month in which reputation or badges changed, the values before its first change: those
    // of the end of an earlier month.
    """
    CREATE TABLE former_reputation (
      member INTEGER NOT NULL REFERENCES member(id),
      entry INTEGER NOT NULL,
      reputation INTEGER,
      gold INTEGER,
      silver INTEGER,
      bronze INTEGER,
      leaf BLOB CHECK (length(leaf) = 32),
      PRIMARY KEY (member, entry),
      CHECK (leaf IS NULL OR coalesce(reputation, gold, silver, bronze) IS NULL)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      site INTEGER NOT NULL REFERENCES site(id),
      user_id INTEGER,
      role TEXT,
      account_id INTEGER,
      display_name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('joined', 'left', 'returned', 'renamed', 'profile', 'site_renamed', 'site_closed',
          'site_reopened', 'withheld')),
      detail TEXT,
      after INTEGER NOT NULL REFERENCES entry(id),
      entry INTEGER NOT NULL REFERENCES entry(id) DEFERRABLE INITIALLY DEFERRED,
      FOREIGN KEY (site, user_id, role) REFERENCES member(site, user_id, role),
      CHECK ((user_id IS NULL) = (role IS NULL)),
      CHECK ((user_id IS NULL) = (kind IN ('site_renamed', 'site_closed', 'site_reopened', 'withheld')))
    ) STRICT
    """,
    "CREATE INDEX change_site ON change(site)",
    "CREATE INDEX change_entry ON change(entry)",
    // The filters created for each API host, kept forever.
    """
    CREATE TABLE filter (
      host TEXT NOT NULL,
      name TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (host, name)
    ) STRICT, WITHOUT ROWID
    """,
    // Waits and quotas that outlive the process, as the throttle's own JSON.
    """
    CREATE TABLE throttle (
      key TEXT PRIMARY KEY,
      state TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
  ]

  /// What a list tells of a site.
  private static let listedColumns = """
    parameter TEXT NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      type TEXT NOT NULL,
      state TEXT,
      audience TEXT,
      launch_date INTEGER,
      aliases TEXT NOT NULL
    """

  /// What both tables have. A staged page has the `user_ids` of its items in order, as packed differences, and their
  /// `sha256`. That of an entry names no user: it has the row ids of the `members`, and a digest that their salts
  /// keep from being guessed; neither where its walk published nothing.
  private static let pageColumns = """
    reading INTEGER NOT NULL CHECK (reading IN (1, 2)),
      role TEXT NOT NULL,
      page INTEGER NOT NULL CHECK (page > 0),
      item_count INTEGER NOT NULL CHECK (item_count >= 0),
      has_more INTEGER NOT NULL CHECK (has_more IN (0, 1)),
      total INTEGER,
      fetched_at INTEGER NOT NULL,
      position TEXT
    """
}
