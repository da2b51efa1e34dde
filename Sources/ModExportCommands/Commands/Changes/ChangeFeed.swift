import Archive
import FoundationEssentials
import Reports
import Roster
import Tables

/// A part of the journal as an Atom feed.
struct ChangeFeed {
  private let source: Source
  private let subject: String

  /// - Parameter filter: What the feed is about; its cursor and its limit only choose a page of it.
  init(_ archive: ArchiveDatabase, _ filter: ChangeFilter, _ networks: NetworkRegistry) throws {
    source = Source(
      archive: try ArchiveSource(archive, networks),
      changes: try archive.changes(filter).listing.rows)
    let kinds = filter.kinds.map(\.rawValue).sorted().joined(separator: ",")
    // By its number, which stays when the site is renamed.
    let site = try filter.site.map { try String(archive.number(of: $0)) }
    let roles = filter.roles.map { "role \($0.rawValue)" }.sorted().joined(separator: ",")
    let network = filter.site == nil ? filter.network.map { "network \($0)" } : nil
    let parts = ["feed", site ?? network ?? "", kinds, roles]
    subject = parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  func write(to sink: any ByteSink) throws {
    try AtomFeed(source: source, subject: subject).write(to: sink)
  }

  /// The archive with no other changes than those of the page.
  private struct Source: ReportSource {
    let archive: ArchiveSource
    let changes: [Row]

    var asOf: Date { archive.asOf }
    var generator: String { archive.generator }
    var origin: String? { archive.origin }
    var identity: String { archive.identity }
    var firstNetwork: NetworkID? { archive.firstNetwork }

    func forEachRow(
      of view: View, site: SiteRef?, order: ViewOrder, limit: Int?,
      _ body: (Row) throws -> Void
    ) throws {
      guard view == .changes else {
        return try archive.forEachRow(of: view, site: site, order: order, limit: limit, body)
      }
      try changes.prefix(limit ?? .max).forEach(body)
    }

    func proof(of site: SiteRef) throws -> RosterProof? { try archive.proof(of: site) }
  }
}
