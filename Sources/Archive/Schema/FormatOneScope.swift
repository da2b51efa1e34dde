import GRDB
import Roster

/// Derives the scope and the API of an archive of the first format, which records neither.
///
/// Where more than half of the open main sites were ever walked, the scope was all of them; where
/// more than half of the meta sites were too, these as well. Otherwise the walked sites were named.
/// The filter was created for the host that the lists came from.
struct FormatOneScope {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func keep() throws {
    for network in try String.fetchAll(database, sql: "SELECT name FROM network") {
      let main = try isMostlyAsked("!=", network)
      let all = try main && isMostlyAsked("=", network)
      try database.execute(
        sql: "UPDATE network SET scope = ?, api = ? WHERE name = ?",
        arguments: [
          all ? Scope.Sites.all.rawValue : main ? Scope.Sites.main.rawValue : nil,
          try host(), network,
        ])
      try nameTheOthers(all: all, main: main, network)
    }
  }

  /// Whether more than half of the open sites that are meta sites (`=`), or are not (`!=`), were
  /// ever walked.
  private func isMostlyAsked(_ comparison: String, _ network: NetworkID) throws -> Bool {
    let isMostly = try Bool.fetchOne(
      database,
      sql: """
        SELECT sum(\(Self.wasAsked)) * 2 > count(*) FROM site
        WHERE network = ? AND closed_at IS NULL AND type \(comparison) ?
        """, arguments: [network, SiteType.meta.rawValue])
    return isMostly ?? false
  }

  private func nameTheOthers(all: Bool, main: Bool, _ network: NetworkID) throws {
    guard !all else { return }
    try database.execute(
      sql: """
        UPDATE site SET in_scope = 1
        WHERE network = ? AND \(Self.wasAsked) AND (? = 0 OR type = ?)
        """, arguments: [network, main, SiteType.meta.rawValue])
  }

  /// The only host with a filter, nil where there are several, or where it is this machine, which
  /// can serve different APIs.
  private func host() throws -> String? {
    let hosts = try String.fetchSet(database, sql: "SELECT host FROM filter")
    guard hosts.count == 1, let host = hosts.first else { return nil }
    let isLocal = LoopbackHost.isLoopback(host)
    return isLocal ? nil : host
  }

  private static let wasAsked = "EXISTS (SELECT 1 FROM walk WHERE walk.site = site.id)"
}
