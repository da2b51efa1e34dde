import Archive
import Reports
import Roster

extension AtomFeed {
  /// A part of the journal.
  ///
  /// - Parameter filter: What the feed is about; its cursor and its limit only choose a page of it.
  init(_ archive: ArchiveDatabase, _ filter: ChangeFilter, _ networks: NetworkRegistry) throws {
    let kinds = filter.kinds.map(\.rawValue).sorted().joined(separator: ",")
    // By its number, which stays when the site is renamed.
    let site = try filter.site.map { try String(archive.number(of: $0)) }
    let roles = filter.roles.map { "role \($0.rawValue)" }.sorted().joined(separator: ",")
    let network = filter.site == nil ? filter.network.map { "network \($0)" } : nil
    let parts = ["feed", site ?? network ?? "", kinds, roles]
    try self.init(
      source: try ArchiveSource(archive, networks),
      subject: parts.filter { !$0.isEmpty }.joined(separator: "\n"),
      changes: try archive.changes(filter).listing.rows)
  }
}
