import FoundationEssentials
import GRDB
import Roster

/// A row of a log as the archive stores it.
struct StoredEntry {
  /// The id of the site that the row names; nil where it is the log's own.
  let site: SiteID?
  private let id: Int
  private let at: Int
  private let kind: Kind
  private let name: String?
  private let newName: String?
  private let before: String?
  private let after: String?
  /// About how many roles the row was read: it lacks others. 0 where it has none.
  private let roles: Int

  enum Kind: String { case rights, rename }

  /// Whether the row hides whom, and so which site, it is about.
  var isHidden: Bool { name == nil }

  init(_ entry: LogEntry, roles: Set<Role>) throws {
    id = entry.id
    at = entry.time.unixSeconds
    switch entry.content {
    case .rights(let change):
      let change = change.limited(to: roles)
      (kind, name, newName, site) = (.rights, change.name, nil, change.site)
      before = try change.before.map(Self.text)
      after = try change.after.map(Self.text)
      self.roles = roles.count
    case .rename(let rename):
      (kind, name, newName, site) = (.rename, rename.oldName, rename.newName, nil)
      (before, after, self.roles) = (nil, nil, 0)
    }
  }

  /// - Parameter row: A row of `log_entry`.
  init(_ row: GRDB.Row) throws {
    site = nil
    id = try row.value("id")
    at = try row.value("at")
    kind = try row.value("kind") == Kind.rename.rawValue ? .rename : .rights
    name = try row.value("name")
    newName = try row.value("new_name")
    before = try row.value("roles_before")
    after = try row.value("roles_after")
    roles = try row.value("roles")
  }

  /// SQL: whether a row of `log_entry` is the one that counts of those with its id: of those that were read about the most
  /// roles, one of the site's own log before one of a dump, and of these the last one.
  static func counts(_ row: String) -> String {
    func rank(_ row: String) -> String { "(\(row).roles, \(isOwn(row)), \(row).entry)" }
    return """
      NOT EXISTS (SELECT 1 FROM log_entry o WHERE o.log = \(row).log AND o.id = \(row).id AND o.entry <> \(row).entry
        AND \(rank("o")) > \(rank(row)))
      """
  }

  /// SQL: whether a row of `log_entry` is of the site's own log, and not of a dump.
  static func isOwn(_ row: String) -> String {
    "(SELECT kind <> '\(Entry.Kind.backfill.rawValue)' FROM entry WHERE id = \(row).entry)"
  }

  /// Stores the row with the entry that read it, unless the one that counts says the same and is worth as much.
  ///
  /// - Parameter file: The entry of an earlier import of the same dump: what it has is not stored again.
  func write(
    log: Int, site: Int?, as entry: Int, isOfDump: Bool, beside file: Int? = nil,
    _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO log_entry (log, id, entry, site, at, kind, name, new_name, roles_before, roles_after, roles)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 WHERE NOT EXISTS (
          SELECT 1 FROM log_entry e WHERE log = ?1 AND id = ?2
            AND (site, at, kind, name, new_name, roles_before, roles_after) IS (?4, ?5, ?6, ?7, ?8, ?9, ?10)
            AND (entry IN (?3, ?13) OR \(Self.counts("e")) AND (?12 OR (roles, \(Self.isOwn("e"))) >= (?11, 1))))
        """
    ).execute(arguments: [
      log, id, entry, site, at, kind.rawValue, name, newName, before, after, roles, isOfDump, file,
    ])
  }

  /// The rows about a site, and those that hide which site they are about, as they count; none about somebody who is
  /// withheld.
  ///
  /// - Parameter kind: Nil for all.
  static func all(
    ofSite site: Int, of kind: Kind? = nil, _ database: Database
  ) throws -> [(log: Int, entry: LogEntry, isOfDump: Bool)] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT *, NOT \(isOwn("e")) AS is_of_dump FROM log_entry e
          WHERE (site = ?1 OR site IS NULL) AND (?2 IS NULL OR kind = ?2) AND leaf IS NULL AND \(counts("e"))
          """), arguments: [site, kind?.rawValue])
    var all: [(log: Int, entry: LogEntry, isOfDump: Bool)] = []
    while let row = try rows.next() {
      try all.append((row.value("log"), entry(row), row.value("is_of_dump") ?? false))
    }
    return all
  }

  /// Whether a row about rights, which can be about the site, hides whom it is about.
  ///
  /// - Parameter orRoles: Whether one counts, too, whose roles before or after it cannot be read.
  static func hidesSomebody(
    ofSite site: Int, orRoles: Bool = false, _ database: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM log_entry e JOIN history_log l ON l.id = e.log
            WHERE (e.site = ?1 OR e.site IS NULL AND l.network = (SELECT network FROM site WHERE id = ?1))
              AND kind = 'rights' AND (e.name IS NULL OR ?2 AND (roles_before IS NULL OR roles_after IS NULL))
              AND e.leaf IS NULL AND \(counts("e")))
          """), arguments: [site, orRoles]) ?? false
  }

  /// The row as it was read from the log.
  static func entry(_ row: GRDB.Row) throws -> LogEntry {
    let name: String? = try row.value("name")
    let kind: String = try row.value("kind")
    let content: LogEntry.Content =
      if kind == Kind.rename.rawValue {
        .rename(UserRename(oldName: name, newName: try row.value("new_name")))
      } else {
        .rights(
          RightsChange(
            name: name, before: try memberships(row, "roles_before"),
            after: try memberships(row, "roles_after")))
      }
    return LogEntry(
      id: try row.value("id"), time: Date(unixSeconds: try row.value("at")), content)
  }

  private struct Membership: Codable {
    var role: String
    var expiry: Int?
    /// True where the row tells that it never ends by itself.
    var lasts: Bool?
  }

  private static func text(_ memberships: [RightsChange.Membership]) throws -> String {
    try StoredJSON.text(
      of: memberships.map {
        Membership(
          role: $0.role.rawValue, expiry: $0.expiry?.unixSeconds,
          lasts: $0.tellsExpiry && $0.expiry == nil ? true : nil)
      })
  }

  private static func memberships(
    _ row: GRDB.Row, _ column: String
  ) throws -> [RightsChange.Membership]? {
    let text: String? = try row.value(column)
    return text.flatMap { StoredJSON.value([Membership].self, in: $0) }?.map {
      RightsChange.Membership(
        Role(rawValue: $0.role), expiry: $0.expiry.map(Date.init(unixSeconds:)),
        tellsExpiry: $0.expiry != nil || $0.lasts == true)
    }
  }
}
