import Crypto
import FoundationEssentials
import Roster
package import Tables

/// The latest changes, of everything or of one site, as an Atom feed (RFC 4287). Ids depend only on which
/// archive it is and on the change's number, so that readers know an entry again, whatever the site is called
/// by then and in whatever feed it stands.
///
/// A feed has as many entries as one night brings, and more: who reads it once a week, and after a run that follows a
/// pause, misses none.
package struct AtomFeed {
  /// The place of the feed of all changes in a report.
  static let path = "changes.atom"

  /// The entries of a feed of all sites, where those of ``window`` are fewer.
  package static let limit = 200
  /// The entries of the feed of one site, of which there may be thousands, where those of ``window`` are fewer.
  static let siteLimit = 20
  /// Seconds before the latest change whose changes are all in the feed.
  static let window: TimeInterval = 7 * 86_400

  private let source: any ReportSource
  private let siteNames: [SiteRef: String]
  private let base: ReportAddress?
  private var path = Self.path
  private var page = "changes.html"
  private var site: SiteRef?

  /// The feed of all changes.
  ///
  /// - Parameters:
  ///   - source: Asked for `sites` and `changes`.
  ///   - base: Where the report is published; without it links are relative to the feed's own address.
  package init(source: any ReportSource, base: ReportAddress? = nil) throws {
    (self.source, self.base) = (source, base)
    var names: [SiteRef: String] = [:]
    try source.forEachRow(of: .sites, order: .key) { row in
      let site = ReportedSite(row)
      names[site.site] = site.name
    }
    siteNames = names
  }

  /// The feed of one site, which stands beside the site's page.
  ///
  /// - Parameter page: The path of the site's page.
  func feed(of site: SiteRef, page: String) -> AtomFeed {
    var feed = self
    (feed.site, feed.page, feed.path) = (site, page, Self.path(besides: page))
    return feed
  }

  static func path(besides page: String) -> String {
    page.dropLast(".html".count) + ".atom"
  }

  /// Writes the document.
  package func write(to sink: any ByteSink) throws {
    let changes = try latest()
    let id = site.map { "feed\nsite \($0.network) \($0.id)" } ?? "feed"
    let of = site.map { " of \(siteNames[$0] ?? $0.id)" } ?? ""
    let document: HTML = #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
      <id>\#(identifier(id))</id>
      <title>Changes among \#(site == nil ? "" : "the ")moderators\#(of)</title>
      <updated>\#(source.asOf.rfc3339)</updated>
      <author><name>modexport</name></author>
      <link rel="alternate" type="text/html" href="\#(link(to: page))"/>
      <link rel="self" href="\#(link(to: path))"/>
      <generator>\#(source.generator)</generator>
      \#(changes.map(entry))</feed>

      """#
    try sink.write(document.bytes)
  }

  /// The address of a file of the report: absolute where the report's own is known.
  private func link(to path: String) -> String {
    if let base { return base.address(of: path) }
    let folder = self.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    let name = ReportAddress.relative(to: path)
    if !folder.isEmpty, path.hasPrefix(folder) { return String(name.dropFirst(folder.count)) }
    return String(repeating: "../", count: folder.isEmpty ? 0 : 1) + name
  }

  /// The changes that the feed tells, the latest first.
  private func latest() throws -> [ReportedChange] {
    var entries: [ReportedChange] = []
    let limit = site == nil ? Self.limit : Self.siteLimit
    var isWhole = false
    try source.forEachRow(of: .changes, site: site, order: .reader, limit: nil) { row in
      let change = ReportedChange(row)
      let end = (entries.first ?? change).readings.observed
      isWhole =
        isWhole
        || entries.count >= limit
          && end.timeIntervalSince(change.readings.observed) > Self.window
      if !isWhole { entries.append(change) }
    }
    return entries
  }

  private func entry(_ change: ReportedChange) -> HTML {
    let site = siteNames[change.site] ?? change.site.id
    let sentence =
      (self.site == nil ? "\(site): " : "") + change.words.sentence(of: change.name)
    let moment = change.readings.words
    return #"""
      <entry><id>\#(identifier("change\n\(change.id)"))</id>
      <title>\#(sentence)</title>
      <updated>\#(change.readings.observed.rfc3339)</updated>
      <link rel="alternate" type="text/html" href="\#(link(to: "changes.html"))#c\#(change.id)"/>
      <category term="\#(change.kind?.rawValue ?? "changed")"/>
      <content type="text">\#(moment.prefix(1).uppercased() + moment.dropFirst()).</content>
      </entry>

      """#
  }

  /// A UUID made from a hash (version 8 of RFC 9562).
  private func identifier(_ name: String) -> String {
    var bytes = Array(
      SHA256.hash(data: Data("modexport\n\(source.identity)\n\(name)".utf8)).prefix(16))
    bytes[6] = 0x80 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { bytes[$0].hexadecimal }
    return "urn:uuid:" + groups.joined(separator: "-")
  }
}
