import Crypto
import FoundationEssentials
import Markup
import Roster
package import Tables
import Wording

/// The latest changes as an Atom feed (RFC 4287). Ids depend only on which archive it is and on the
/// change's number, so that readers know an entry again, whatever the site is called by then.
package struct AtomFeed {
  /// Its place in a report.
  static let path = "changes.atom"

  /// The most entries that a feed holds.
  package static let limit = 200

  private let source: any ReportSource
  private let subject: String
  private let siteNames: [SiteRef: String]

  /// - Parameters:
  ///   - source: Asked for `sites` and `changes`.
  ///   - subject: What the feed is about, where that is not all changes: feeds on different subjects
  ///     have different ids.
  package init(source: some ReportSource, subject: String = "feed") throws {
    self.source = source
    self.subject = subject
    var names: [SiteRef: String] = [:]
    try source.forEachRow(of: .sites, site: nil, order: .key) { row in
      let site = Record<SiteColumn>(row)
      names[site.site] = site[.name]
    }
    siteNames = names
  }

  /// Writes the document.
  package func write(to sink: any ByteSink) throws {
    var xml = XMLWriter()
    xml.start("feed", ["xmlns": "http://www.w3.org/2005/Atom", "xml:lang": "en"])
    xml.element("id", identifier(subject))
    xml.element("title", "Changes among moderators")
    xml.element("updated", source.asOf.rfc3339)
    xml.start("author")
    xml.element("name", "modexport")
    xml.end()
    xml.start("link", ["rel": "alternate", "type": "text/html", "href": "changes.html"])
    xml.end()
    xml.start("link", ["rel": "self", "href": "changes.atom"])
    xml.end()
    xml.element("generator", source.generator)
    for entry in try latest() { write(entry, to: &xml) }
    try sink.write(Array(xml.finish().utf8))
  }

  private func latest() throws -> [Record<ChangeColumn>] {
    var entries: [Record<ChangeColumn>] = []
    try source.forEachRow(of: .changes, site: nil, order: .reader, limit: Self.limit) { row in
      entries.append(Record(row))
    }
    return entries
  }

  private func write(_ change: Record<ChangeColumn>, to xml: inout XMLWriter) {
    let site = siteNames[change.site] ?? change.site.id
    let name = change[.displayName] ?? ""
    let place = change.number(.userID) == nil ? "" : " on \(site)"
    let words = ChangeWords(kind: change.kind, role: change.role, detail: change[.detail])
    let sentence = words.sentence(of: name) + place
    xml.start("entry")
    xml.element("id", identifier("change\n\(change[.id] ?? "")"))
    xml.element("title", sentence)
    xml.element("updated", change[.observedAt] ?? source.asOf.rfc3339)
    let page = "changes.html#c\(change.number(.id) ?? 0)"
    xml.start("link", ["rel": "alternate", "type": "text/html", "href": page])
    xml.end()
    xml.start("category", ["term": change[.kind] ?? "changed"])
    xml.end()
    let observed = change[.observedAt] ?? ""
    let moment =
      change[.previousWalkAt].map { "Between \($0) and \(observed)" } ?? "Seen \(observed)"
    xml.element("content", "\(sentence). \(moment).", ["type": "text"])
    xml.end()
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
