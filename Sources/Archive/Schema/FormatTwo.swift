import FoundationEssentials
import GRDB

/// The second format of the file: rows are sealed, and a walk, a list of sites, a list of elected
/// moderators and an archive record where they come from.
///
/// Columns are added at the end of their tables, so that a new archive and a migrated one are the
/// same.
struct FormatTwo {
  let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func make() throws {
    try database.execute(each: Self.columns.map { "ALTER TABLE \($0) ADD COLUMN \($1)" })
    try database.execute(each: Self.tables)
    try database.execute(
      sql: "INSERT INTO archive (id, uuid) VALUES (1, ?)",
      arguments: [UUID().uuidString.lowercased()])
    try fill()
    // The first format indexed too much, and did not remove the former names of renamed sites.
    try SearchIndex.rebuild(database)
    // Tables of later formats are made sealed.
    for table in Seal.Table.allCases where try database.tableExists(table.rawValue) {
      try Seal.writeAll(table, database)
    }
  }

  /// - `network.api`: the identity of the API that the first list of its sites came from.
  /// - `network.scope`: which of its sites are mirrored: `main`, `all`, or NULL for only those with
  ///   `site.in_scope`, which the user named.
  /// - `site.published_walks`: how many walks of it were ever published; none of them is deleted.
  /// - `site.former_reputations`: how many rows of `former_reputation` its members have.
  /// - `walk.finished_at`: for a published walk the moment at which its roster is true: when the
  ///   last page of its first reading was read. `not_before` is NULL, or, where a wrong clock was
  ///   corrected, the earliest moment at which the roster can be true, `finished_at` being the
  ///   latest.
  /// - `walk.api`, `walk.query`: the API, and the filter, page size and order.
  /// - `walk.roster_sum`: see `RosterSum`; of published walks.
  /// - `walk.pages_sum`, `elected_walk.pages_sum`, `elected_walk.ids_sum`, `site_list.sites_sum`: see
  ///   `EvidenceSum`. The pages are those that the walk had when it ended, or those recorded so
  ///   far; NULL in `elected_walk` where a later list with the same ids has the pages.
  /// - `elected_walk.roster`: the walk of the roster that was published when the list was read;
  ///   NULL without one. Times alone do not identify the tenures where the clock went back.
  /// - `member.elected_at`, `past_tenure.elected_at`: the first list of that tenure.
  /// - `former_reputation.since`: when the value was first read; NULL where that is not known.
  private static let columns = [
    ("network", "api TEXT"),
    ("network", "scope TEXT CHECK (scope IN ('main', 'all'))"),
    ("network", seal),
    ("site", "in_scope INTEGER NOT NULL DEFAULT 0 CHECK (in_scope IN (0, 1))"),
    ("site", "published_walks INTEGER NOT NULL DEFAULT 0 CHECK (published_walks >= 0)"),
    ("site", "former_reputations INTEGER NOT NULL DEFAULT 0 CHECK (former_reputations >= 0)"),
    ("site", seal),
    ("run", seal),
    ("walk", "api TEXT"),
    ("walk", "query TEXT"),
    ("walk", "not_before INTEGER"),
    ("walk", "roster_sum BLOB CHECK (length(roster_sum) = 32)"),
    ("walk", "pages_sum BLOB CHECK (length(pages_sum) = 32)"),
    ("walk", seal),
    ("change", seal),
    ("elected_walk", "started_at INTEGER"),
    ("elected_walk", "roster INTEGER REFERENCES walk(id)"),
    ("elected_walk", "ids_sum BLOB CHECK (length(ids_sum) = 32)"),
    ("elected_walk", "pages_sum BLOB CHECK (length(pages_sum) = 32)"),
    ("elected_walk", seal),
    ("member", "elected_at INTEGER"),
    ("past_tenure", "elected INTEGER CHECK (elected IN (0, 1))"),
    ("past_tenure", "elected_at INTEGER"),
    ("former_reputation", "since INTEGER"),
    ("former_reputation", seal),
  ]

  private static let seal = "seal BLOB CHECK (length(seal) = 32)"

  private static let tables = [
    // One row: what makes this archive different from every other.
    """
    CREATE TABLE archive (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uuid TEXT NOT NULL,
      \(seal)
    ) STRICT
    """,
    // Each list of sites that was recorded. `is_whole` is 1 where it contained as many sites as the
    // API reported and the API reported its end; `known` is how many sites of the network the
    // archive had after it. `not_before` is as for a walk: where it is set, `fetched_at` is only
    // the latest moment of the list.
    """
    CREATE TABLE site_list (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      network TEXT NOT NULL REFERENCES network(name),
      fetched_at INTEGER NOT NULL,
      items INTEGER NOT NULL CHECK (items >= 0),
      total INTEGER,
      is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
      sites_sum BLOB CHECK (length(sites_sum) = 32),
      known INTEGER CHECK (known >= 0),
      not_before INTEGER,
      \(seal)
    ) STRICT
    """,
    "CREATE INDEX site_list_time ON site_list(network, fetched_at)",
    // What `prune` removed.
    """
    CREATE TABLE pruning (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      pruned_at INTEGER NOT NULL,
      before INTEGER NOT NULL,
      pages INTEGER NOT NULL CHECK (pages >= 0),
      walks INTEGER NOT NULL CHECK (walks >= 0),
      reputations INTEGER NOT NULL CHECK (reputations >= 0),
      runs INTEGER NOT NULL CHECK (runs >= 0),
      \(seal)
    ) STRICT
    """,
    // Each correction of the dates of a wrong clock, and how many walks it changed.
    """
    CREATE TABLE redating (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      redated_at INTEGER NOT NULL,
      walks INTEGER NOT NULL CHECK (walks >= 0),
      \(seal)
    ) STRICT
    """,
    // The API's state as `probe` found it, as JSON.
    """
    CREATE TABLE probe (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      probed_at INTEGER NOT NULL,
      api TEXT NOT NULL,
      findings TEXT NOT NULL,
      \(seal)
    ) STRICT
    """,
  ]
}
