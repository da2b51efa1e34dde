extension Schema {
  /// Times are unix seconds. Tables refer to sites and members by row id.
  static let tables = [
    """
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      outcome TEXT,
      requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0),
      retries INTEGER NOT NULL DEFAULT 0 CHECK (retries >= 0),
      quota_remaining INTEGER
    ) STRICT
    """,
    """
    CREATE TABLE network (
      name TEXT PRIMARY KEY,
      sites_fetched_at INTEGER
    ) STRICT, WITHOUT ROWID
    """,
    // The published roster's verdict, size and times are here, so that a list of sites needs no
    // other table. `published_walk` is the walk whose evidence proves the roster.
    """
    CREATE TABLE site (
      id INTEGER PRIMARY KEY,
      network TEXT NOT NULL REFERENCES network(name),
      parameter TEXT NOT NULL,
      name TEXT NOT NULL,
      url TEXT NOT NULL,
      type TEXT NOT NULL,
      state TEXT,
      audience TEXT,
      launch_date INTEGER,
      aliases TEXT NOT NULL DEFAULT '[]',
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      closed_at INTEGER,
      published_walk INTEGER REFERENCES walk(id),
      verdict TEXT CHECK (verdict IN ('complete', 'unproven')),
      moderators INTEGER CHECK (moderators >= 0),
      published_at INTEGER,
      complete_at INTEGER,
      UNIQUE (network, parameter),
      CHECK ((published_walk IS NULL) = (published_at IS NULL)),
      CHECK ((published_walk IS NULL) = (verdict IS NULL)),
      CHECK ((published_walk IS NULL) = (moderators IS NULL))
    ) STRICT
    """,
    """
    CREATE TABLE walk (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      run INTEGER NOT NULL REFERENCES run(id),
      site INTEGER NOT NULL REFERENCES site(id),
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      verdict TEXT CHECK (verdict IN ('complete', 'unproven', 'incomplete')),
      reasons TEXT NOT NULL DEFAULT '',
      published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1)),
      total INTEGER,
      items INTEGER,
      pages INTEGER,
      requests INTEGER NOT NULL DEFAULT 0 CHECK (requests >= 0),
      CHECK ((finished_at IS NULL) = (verdict IS NULL))
    ) STRICT
    """,
    "CREATE INDEX walk_site ON walk(site, finished_at)",
    "CREATE UNIQUE INDEX walk_open ON walk(site) WHERE finished_at IS NULL",
    "CREATE INDEX walk_published ON walk(site, finished_at) WHERE published = 1",
    // `user_ids` contains the ids of the page's items in order, as packed differences.
    """
    CREATE TABLE page (
      walk INTEGER NOT NULL REFERENCES walk(id) ON DELETE CASCADE,
      reading INTEGER NOT NULL CHECK (reading IN (1, 2)),
      page INTEGER NOT NULL CHECK (page > 0),
      item_count INTEGER NOT NULL CHECK (item_count >= 0),
      has_more INTEGER NOT NULL CHECK (has_more IN (0, 1)),
      total INTEGER,
      sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
      fetched_at INTEGER NOT NULL,
      user_ids BLOB NOT NULL,
      PRIMARY KEY (walk, reading, page)
    ) STRICT, WITHOUT ROWID
    """,
    // Lists of elected moderators, each of them proven; a list with the same ids as the one before
    // replaces it. They are not walks, because they publish nothing.
    """
    CREATE TABLE elected_walk (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      site INTEGER NOT NULL REFERENCES site(id),
      read_at INTEGER NOT NULL
    ) STRICT
    """,
    "CREATE INDEX elected_walk_site ON elected_walk(site)",
    """
    CREATE TABLE elected_page (
      walk INTEGER NOT NULL REFERENCES elected_walk(id) ON DELETE CASCADE,
      reading INTEGER NOT NULL CHECK (reading IN (1, 2)),
      page INTEGER NOT NULL CHECK (page > 0),
      item_count INTEGER NOT NULL CHECK (item_count >= 0),
      has_more INTEGER NOT NULL CHECK (has_more IN (0, 1)),
      total INTEGER,
      sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
      fetched_at INTEGER NOT NULL,
      user_ids BLOB NOT NULL,
      PRIMARY KEY (walk, reading, page)
    ) STRICT, WITHOUT ROWID
    """,
    // The other data that an interrupted run needs to resume a walk, until the walk has ended: the
    // items, and where the next page begins. The items of the second reading are not needed.
    """
    CREATE TABLE staged_page (
      walk INTEGER NOT NULL,
      reading INTEGER NOT NULL,
      page INTEGER NOT NULL,
      continuation TEXT,
      items BLOB NOT NULL,
      PRIMARY KEY (walk, reading, page),
      FOREIGN KEY (walk, reading, page) REFERENCES page(walk, reading, page) ON DELETE CASCADE
    ) STRICT
    """,
    // Every user who ever moderated a site, as last seen, with the latest tenure: present
    // moderators have no `left_at`. `last_seen` is the site's `published_at` for them. No page
    // proves the row of a former moderator: `left_sha256` is the digest that a page with only this
    // row would have. The large texts of a profile come last, so that reading the rest does not
    // touch them.
    """
    CREATE TABLE member (
      id INTEGER PRIMARY KEY,
      site INTEGER NOT NULL REFERENCES site(id),
      user_id INTEGER NOT NULL,
      account_id INTEGER,
      kind INTEGER NOT NULL CHECK (kind IN (0, 1, 2)),
      elected INTEGER CHECK (elected IN (0, 1)),
      first_seen INTEGER NOT NULL,
      absent_before INTEGER,
      last_seen INTEGER,
      left_at INTEGER,
      left_sha256 BLOB CHECK (length(left_sha256) = 32),
      reputation INTEGER,
      gold INTEGER,
      silver INTEGER,
      bronze INTEGER,
      member_since INTEGER,
      last_access INTEGER,
      display_name TEXT NOT NULL,
      location TEXT,
      website_url TEXT,
      link TEXT,
      profile_image TEXT,
      about_text TEXT,
      about_me TEXT,
      UNIQUE (site, user_id),
      CHECK ((left_at IS NULL) = (last_seen IS NULL))
    ) STRICT
    """,
    "CREATE INDEX member_account ON member(account_id) WHERE account_id > 0",
    // Tenures before the latest one.
    """
    CREATE TABLE past_tenure (
      member INTEGER NOT NULL REFERENCES member(id),
      first_seen INTEGER NOT NULL,
      absent_before INTEGER,
      last_seen INTEGER NOT NULL,
      left_at INTEGER NOT NULL,
      PRIMARY KEY (member, first_seen)
    ) STRICT, WITHOUT ROWID
    """,
    // What was true until `replaced_at`, the walk that first saw another value: a value that never
    // changed has no row.
    """
    CREATE TABLE former_name (
      member INTEGER NOT NULL REFERENCES member(id),
      replaced_at INTEGER NOT NULL,
      display_name TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      last_seen INTEGER NOT NULL,
      PRIMARY KEY (member, replaced_at)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE former_reputation (
      member INTEGER NOT NULL REFERENCES member(id),
      replaced_at INTEGER NOT NULL,
      reputation INTEGER,
      gold INTEGER,
      silver INTEGER,
      bronze INTEGER,
      PRIMARY KEY (member, replaced_at)
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE change (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      site INTEGER NOT NULL REFERENCES site(id),
      user_id INTEGER,
      account_id INTEGER,
      display_name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('joined', 'left', 'returned', 'renamed', 'profile', 'site_renamed', 'site_closed',
          'site_reopened')),
      detail TEXT,
      observed_at INTEGER NOT NULL,
      previous_walk_at INTEGER NOT NULL,
      FOREIGN KEY (site, user_id) REFERENCES member(site, user_id),
      CHECK ((user_id IS NULL) = (kind IN ('site_renamed', 'site_closed', 'site_reopened')))
    ) STRICT
    """,
    "CREATE INDEX change_site ON change(site)",
    "CREATE INDEX change_time ON change(observed_at)",
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
}
