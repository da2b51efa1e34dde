import FoundationEssentials
import Roster
import Tables

/// The pages of a report.
struct HTMLReport {
  let source: any ReportSource
  let tally: ReportTally
  /// Paths of the data files, to be listed on the index.
  let dataFiles: [String]
  /// Whether there is a feed to point to.
  private let hasFeed: Bool
  let pages: SitePages
  private let templates: PageTemplates
  let write: (String, (any ByteSink) throws -> Void) throws -> Void

  init(
    source: any ReportSource, tally: ReportTally, dataFiles: [String],
    write: @escaping (String, (any ByteSink) throws -> Void) throws -> Void
  ) throws {
    self.source = source
    self.tally = tally
    self.dataFiles = dataFiles
    self.write = write
    hasFeed = dataFiles.contains(AtomFeed.path)
    pages = SitePages(firstNetwork: source.firstNetwork)
    templates = try PageTemplates()
  }

  func writeAll() throws {
    for row in tally.sites { try writeSite(Record(row)) }
    try writePeople()
    try writeChanges()
    try writeIndex()
  }

  /// What streams into the holes of a page, by their names.
  typealias Holes = [String: (inout HTMLStream) throws -> Void]

  /// Where a page stands and what it is called.
  struct ReportPage {
    var path: String
    var template: PageTemplates.Name
    var title: String

    /// The way from the page to the top of the report.
    var root: String {
      path.contains("/") ? "../" : ""
    }
  }

  /// Writes one page: the template with its values, rows streamed into its holes.
  func write(_ page: ReportPage, _ values: [String: Any], _ holes: Holes = [:]) throws {
    var frame: [String: Any] = [
      "title": page.title, "root": page.root, "asOf": source.asOf.rfc3339,
      "asOfWords": source.asOf.words, "generator": source.generator,
      "isIndex": page.template == .index, "isPeople": page.template == .people,
      "isChanges": page.template == .changes, "hasFeed": hasFeed,
    ]
    if let origin = source.origin { frame["origin"] = origin }
    let values = frame.merging(values) { $1 }
    let pieces = templates.render(page.template, values, frame: frame)
    try write(page.path) { sink in
      var html = HTMLStream(to: sink)
      for piece in pieces {
        switch piece {
        case .html(let text): html.rendered(text)
        case .hole(let name): try holes[name]?(&html)
        }
      }
      try html.finish()
    }
  }
}

extension Date {
  /// Such as `20 November 2026, 03:00 UTC`.
  var words: String {
    let text = rfc3339
    let parts = text.prefix(10).split(separator: "-")
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    guard parts.count == 3, let day = Int(parts[2]), let month = Int(parts[1]),
      names.indices.contains(month - 1)
    else { return text }
    return "\(day) \(names[month - 1]) \(parts[0]), \(text.dropFirst(11).prefix(5)) UTC"
  }
}
