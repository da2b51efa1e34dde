package import FoundationEssentials
import GRDB
package import Roster

/// A walk that has not ended.
package struct OpenWalk: Hashable, Sendable {
  package var id: Int
  package var startedAt: Date
  /// What an interrupted run has recorded of it, without items; empty where the walk is new.
  package var pages: [RecordedPage]
  /// Requests that were counted for it so far.
  package var requests: Int

  init(id: Int, startedAt: Date, pages: [RecordedPage] = [], requests: Int = 0) {
    self.id = id
    self.startedAt = Date(unixSeconds: startedAt.unixSeconds)
    self.pages = pages
    self.requests = requests
  }

  /// Whether its pages came from this source.
  func asks(_ source: WalkSource?, _ database: Database) throws -> Bool {
    let row = try GRDB.Row.fetchOne(
      database, sql: "SELECT api, query FROM walk WHERE id = ?", arguments: [id])
    return try row?.value(0) == source?.api && row?.value(1) == source?.query
  }
}

/// Whom a walk asks, and how. Pages of two sources make no roster: another API has other moderators, and
/// another filter, page size or order other pages.
package struct WalkSource: Hashable, Sendable {
  /// The identity of the API.
  package var api: String
  /// What is the same in all requests of the walk and decides what is on its pages.
  package var query: String

  /// An API, and what it is asked for.
  package init(api: String, query: String) {
    self.api = api
    self.query = query
  }
}
