import GRDB
import Roster

/// The values of a site from one list to another.
struct SiteVersion: Decodable, FetchableRecord {
  private var since: Int
  private var until: Int?
  private var parameter: String
  private var name: String

  /// The values of a site on a list.
  static let columns = names.joined(separator: ", ")
  /// As many parameters of a statement.
  static let marks = names.map { _ in "?" }.joined(separator: ", ")
  /// As many columns without values.
  static let nulls = names.map { _ in "NULL" }.joined(separator: ", ")

  private static let names = [
    "parameter", "name", "url", "type", "state", "audience", "launch_date", "aliases",
  ]

  /// The columns of a table in a statement.
  static func columns(of table: String) -> String {
    names.map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// The values of ``columns``.
  static func values(of site: Site) throws -> StatementArguments {
    [
      site.id, site.name, site.url, site.type.rawValue, site.state, site.audience,
      site.launchDate?.unixSeconds, try StoredJSON.text(of: site.aliases),
    ]
  }

  /// What lists changed of a site since its first roster was published: before that nobody mirrors it.
  static func changes(of site: Int, _ database: Database) throws -> [ChangeRow] {
    let first = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT min(id) FROM entry WHERE kind = 'walk' AND site = ?"),
      arguments: [site])
    guard let first else { return [] }
    let versions = try SiteVersion.fetchAll(
      database.cachedStatement(
        sql: "SELECT since, until, parameter, name FROM site_version WHERE site = ? ORDER BY since"),
      arguments: [site])
    return try zip(versions, versions.dropFirst().map(Optional.some) + [nil])
      .flatMap { try $0.changes(of: site, before: $1, database) }
      .filter { $0.entry > first }
  }

  /// What changed of the site when these values ended, and when the next ones began.
  private func changes(
    of site: Int, before next: SiteVersion?, _ database: Database
  ) throws -> [ChangeRow] {
    guard let until else { return [] }
    var changes: [ChangeRow] = []
    func add(
      _ kind: Change.Kind, _ name: String, _ fields: [Change.FieldChange] = [], after since: Int,
      before end: Int, at entry: Int
    ) throws {
      try changes.append(
        ChangeRow(
          site: site, displayName: name, kind: kind.rawValue, detail: Change.detail(of: fields),
          after: Self.lastList(of: site, since: since, before: end, database), entry: entry))
    }
    if next?.since != until { try add(.siteClosed, name, after: since, before: until, at: until) }
    guard let next else { return changes }
    let fields = [
      Change.FieldChange(column: "site", before: parameter, after: next.parameter),
      Change.FieldChange(column: "name", before: name, after: next.name),
    ].filter { $0.before?.utf8.elementsEqual($0.after?.utf8 ?? "".utf8) == false }
    if !fields.isEmpty {
      try add(.siteRenamed, next.name, fields, after: since, before: until, at: next.since)
    }
    if next.since != until {
      try add(.siteReopened, next.name, after: until, before: next.since, at: next.since)
    }
    return changes
  }

  private static func lastList(
    of site: Int, since: Int, before entry: Int, _ database: Database
  ) throws -> Int {
    let list = Schema.lastList(
      of: "?1", network: "(SELECT network FROM site WHERE id = ?1)", since: "?2", before: "?3")
    let statement = try database.cachedStatement(sql: "SELECT \(list)")
    return try Int.fetchOne(statement, arguments: [site, since, entry]) ?? since
  }
}
