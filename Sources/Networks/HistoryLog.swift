package import FoundationEssentials
package import Roster
package import Transport

/// A log of a network in which it records who got or lost a role, or who was renamed. Rows are only ever
/// added, at its end.
package struct HistoryLog: Sendable {
  /// The name under which an archive keeps it, such as `rights`.
  package var name: String
  /// The site that it is about; nil where its rows name their sites.
  package var site: SiteRef?
  /// One page of it.
  package var request: @Sendable (LogQuery) -> Request<Page<LogEntry>>

  package init(
    _ name: String, of site: SiteRef?,
    request: @escaping @Sendable (LogQuery) -> Request<Page<LogEntry>>
  ) {
    self.name = name
    self.site = site
    self.request = request
  }
}

/// Which page of a log a request asks for.
package struct LogQuery: Hashable, Sendable {
  package var order: LogOrder
  /// The first moment that is wanted, in this order; nil for the log's end or beginning.
  package var start: Date?
  /// Where the page before says that this one begins; nil for the first page.
  package var position: PagePosition?

  package init(_ order: LogOrder, from start: Date?, at position: PagePosition? = nil) {
    self.order = order
    self.start = start
    self.position = position
  }
}
