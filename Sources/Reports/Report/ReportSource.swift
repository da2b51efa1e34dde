package import FoundationEssentials
package import Roster

/// What a report is made from: the archive as it was at one moment. Every call has to see the same
/// moment; two reports of one archive are then the same bytes.
package protocol ReportSource {
  /// The moment of the report, such as the end of the latest run.
  var asOf: Date { get }
  /// The program and its version, such as `modexport 0.2.0`.
  var generator: String { get }
  /// Where the archive's rosters come from, such as `https://api.example.org/2.3`.
  var origin: String? { get }
  /// The archive's UUID, which is unique and never changes.
  var identity: String { get }
  /// The network that the archive held first: the pages of its sites bear their ids alone. nil where there
  /// is no site.
  var firstNetwork: NetworkID? { get }

  /// Calls `body` with the rows of a view, one after the other, each with a cell for each of the
  /// view's columns. Rows may not be collected first: a view can have millions.
  ///
  /// - Parameters:
  ///   - view: Any of them.
  ///   - site: Only the rows of that site; nil for all. `people`, `pages` and `runs` are never asked
  ///     for one site.
  ///   - order: What comes first.
  ///   - limit: At most so many rows; nil for all.
  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws

  /// Calls `body` with the moderators of one site, one after the other, in the order of readers: the
  /// rows that ``forEachRow(of:site:order:limit:_:)`` gives, and what the view does not carry.
  ///
  /// A source that knows no more than the view need not write this one.
  func forEachModerator(
    of site: SiteRef, _ body: (ModeratorProfile) throws -> Void
  ) throws

  /// What proves the published roster of a site; nil where there is none.
  func proof(of site: SiteRef) throws -> RosterProof?
}

extension ReportSource {
  /// All rows of a view, or of a site.
  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, _ body: (Row) throws -> Void
  ) throws {
    try forEachRow(of: view, site: site, order: order, limit: nil, body)
  }

  /// The rows of the view and nothing else.
  package func forEachModerator(
    of site: SiteRef, _ body: (ModeratorProfile) throws -> Void
  ) throws {
    try forEachRow(of: .moderators, site: site, order: .reader) {
      try body(ModeratorProfile(row: $0))
    }
  }
}

/// A kind of document in a report.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  case html, csv, ndjson, atom
}
