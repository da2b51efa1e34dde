package import FoundationEssentials
import GRDB
package import Roster

/// The rosters of many sites at one moment, each rebuilt once.
///
/// They are stored in a temporary database, which SQLite keeps on disk and deletes, so that callers
/// can read them in any order, one row at a time.
package final class DayRosters: Sendable {
  private let archive: ArchiveDatabase
  private let date: Date
  private let queue: DatabaseQueue

  /// Contains no site yet.
  ///
  /// - Parameter date: Rosters published later do not count.
  package init(_ archive: ArchiveDatabase, at date: Date) throws(ArchiveError) {
    (self.archive, self.date) = (archive, date)
    queue = try Self.temporaryQueue()
    try write { database in try Self.tables.forEach { try database.execute(sql: $0) } }
  }

  private static func temporaryQueue() throws(ArchiveError) -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: "")
    } catch {
      throw failure(error)
    }
  }

  /// Rebuilds the roster of a site, including those who had left by then.
  ///
  /// - Parameters:
  ///   - site: Its present id.
  ///   - then: Its id in the rows.
  /// - Returns: The walk and the number of moderators; nil where no roster was published by then.
  package func rebuild(
    _ site: SiteRef, as then: SiteRef
  ) throws -> (source: RosterListing.Source, moderators: Int)? {
    try archive.read { database in
      let key = try archive.siteKey(site, database)
      guard let source = try ArchiveDatabase.source(of: key, asOf: date, database) else {
        return nil
      }
      let day = try RosterOfDay(
        key, at: source.readAt.unixSeconds, answersUntil: date.unixSeconds, database)
      try insert(then, key: key)
      let current = try day.current().rows
      var users: Set<Int> = []
      let further = Set(
        current.map(\.moderator).sorted { $0.key < $1.key }
          .filter { !users.insert($0.userID).inserted }.map(\.key))
      try insert(current, further: further, of: key, .moderators) { $0.cells(of: then) }
      try insert(day.former().rows, further: [], of: key, .formerModerators) {
        $0.cells(of: then, former: true)
      }
      return (source, users.count)
    }
  }

  /// Calls `body` with each row of `moderators`, `former_moderators` or `people`, one at a time.
  package func forEachRow(
    of view: View, _ filter: ViewFilter, order: ViewOrder, limit: Int? = nil,
    _ body: (Roster.Row) throws -> Void
  ) throws {
    try read {
      try view.forEachRow(filter, order: order, limit: limit, from: view.name, $0, body)
    }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try queue.read(body)
    } catch let error as DatabaseError {
      throw Self.failure(error)
    }
  }

  private func insert(_ site: SiteRef, key: Int) throws {
    try write { database in
      try database.execute(
        sql: "INSERT INTO site (id, network, parameter) VALUES (?, ?, ?)",
        arguments: [key, site.network, site.id])
    }
  }

  /// - Parameter further: The keys of users with another row.
  private func insert(
    _ members: [StoredMember], further: Set<Int>, of site: Int, _ view: View,
    _ cells: (StoredMember) -> Roster.Row
  ) throws {
    let places = view.columns.map { _ in "?" }.joined(separator: ", ")
    try write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT INTO \(view.name) VALUES (\(places), ?, ?, ?)")
      for member in members {
        let key = member.moderator.key
        let values = [site.databaseValue, key.databaseValue, further.contains(key).databaseValue]
        try statement.execute(arguments: StatementArguments(cells(member).map(\.value) + values))
      }
    }
  }

  private func write(_ body: (Database) throws -> Void) throws(ArchiveError) {
    do {
      try queue.write(body)
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: any Error) -> ArchiveError {
    ArchiveError(error, path: "The temporary database")
  }

  /// Tables with the names of the views, whose columns accept any value, and the tables that the
  /// view of people needs.
  private static let tables =
    [View.moderators, .formerModerators].map { view in
      """
      CREATE TABLE \(view.name) (\(view.columnNames.joined(separator: ", ")), site_id,
        \(View.memberKey), is_further, PRIMARY KEY (network, site, \(View.memberKey))) WITHOUT ROWID
      """
    } + [
      "CREATE INDEX account ON moderators (account_id, site_id)",
      "CREATE TABLE site (id INTEGER PRIMARY KEY, network, parameter)",
      """
      CREATE VIEW seat AS
      SELECT \(View.memberKey) AS id, site_id AS site, user_id, account_id, display_name,
        iif(is_further, NULL, reputation) AS reputation, NULL AS until
      FROM moderators
      """,
      "CREATE TABLE role (number INTEGER PRIMARY KEY, name)",
      Schema.people,
    ]
}

extension Cell {
  fileprivate var value: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}
