import Crypto
package import FoundationEssentials
import GRDB
package import Roster

/// An unfinished walk.
package struct OpenWalk: Hashable, Sendable {
  package var id: Int
  package var startedAt: Date
  /// The pages that an interrupted run has recorded, without items; empty for a new walk.
  package var pages: [RecordedPage]
  /// The number of requests counted for it so far.
  package var requests: Int

  init(id: Int, startedAt: Date, pages: [RecordedPage] = [], requests: Int = 0) {
    self.id = id
    self.startedAt = Date(unixSeconds: startedAt.unixSeconds)
    self.pages = pages
    self.requests = requests
  }
}

/// The API and the query of a walk. Pages of two sources cannot form one roster: another API has
/// other moderators, and another filter, page size or order gives other pages.
package struct WalkSource: Hashable, Sendable {
  /// The identity of the API.
  package var api: String
  /// The part that all requests of the walk share and that determines the contents of its pages.
  package var query: String

  /// An API and a query.
  package init(api: String, query: String) {
    self.api = api
    self.query = query
  }

  /// Its row id, which proves it: the first six bytes of the SHA-256 of both, each with a line feed before it, as a number.
  var id: Int {
    SHA256.hash(data: Array("\n\(api)\n\(query)".utf8)).prefix(6).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The row id, after the row was stored.
  func id(in database: Database) throws -> Int {
    try database.cachedStatement(
      sql: "INSERT OR IGNORE INTO source (id, api, query) VALUES (?, ?, ?)"
    ).execute(arguments: [id, api, query])
    return id
  }
}

/// What a walk begins with.
package struct BegunWalk: Sendable {
  package var site: SiteRef
  package var run: Int
  package var startedAt: Date
  /// The API and the query of the walk; nil where the caller does not state them.
  package var source: WalkSource?

  package init(site: SiteRef, run: Int, at date: Date, source: WalkSource? = nil) {
    self.site = site
    self.run = run
    startedAt = date
    self.source = source
  }
}
