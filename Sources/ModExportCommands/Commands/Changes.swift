import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// `modexport changes`
struct ChangesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "Shows who joined, left, came back, was renamed.",
    discussion: """
      Pages go backwards from now, or from --before; forwards, oldest first and without a limit, from \
      --after. Each page names on stderr the cursor with which the next one begins.
      """)

  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day (UTC) or later, or from an RFC 3339 instant on.",
      valueName: "date"), transform: Date.init(startOption:))
  var since: Date?
  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day (UTC) or earlier, or up to an RFC 3339 instant.",
      valueName: "date"), transform: Date.init(option:))
  var until: Date?
  @Option(help: "Only changes of this site.")
  var site: String?
  @Option(
    help: ArgumentHelp("Only joined, left, returned, renamed, profile.", valueName: "kind,…"),
    transform: Change.Kind.list)
  var kind: [Change.Kind] = []
  @Option(
    help: "At most so many changes. (default: 50, none with --after)",
    transform: Int.option(within: 1...1_000_000_000))
  var limit: Int?
  @Option(help: ArgumentHelp("Changes older than a page's end.", valueName: "cursor"))
  var before: String?
  @Option(help: ArgumentHelp("Changes newer than a page's end.", valueName: "cursor"))
  var after: String?
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if before != nil, after != nil { throw ValidationError("Use --before or --after, not both.") }
  }

  func run(on console: Console) async throws -> ExitStatus {
    let (page, names) = try global.reading(on: console) { archive in
      let known = try archive.knownSites(network: stackExchangeNetwork)
      let names = known.map { ($0.site.id, $0.site.name) }
      return (
        try archive.changes(try filter(in: archive)),
        Dictionary(names, uniquingKeysWith: { first, _ in first })
      )
    }
    try print(page.listing, names, on: console)
    for sentence in remarks(page) { global.note(sentence, on: console) }
    return .done
  }

  private func filter(in archive: Archive) throws -> ChangeFilter {
    ChangeFilter(
      site: try site.map { try archive.site(meaning: $0).site.id }, kinds: kind, since: since,
      until: until, limit: limit ?? (after == nil ? 50 : nil), before: before, after: after)
  }

  private func print(
    _ listing: Listing, _ names: [SiteID: String], on console: Console
  ) throws {
    guard output.format == .table else {
      return try output.printer(global, on: console).print(listing)
    }
    let terminal = console.resultTerminal(color: global.color)
    for row in listing.rows {
      let announcement = Announcement(row, siteNames: names, terminal: terminal)
      try console.results.write(announcement.text + "\n")
    }
  }

  private func remarks(_ page: ChangePage) -> [String] {
    let isEmpty = page.listing.rows.isEmpty
    if after != nil {
      return (isEmpty ? ["Nothing new."] : []) + ["Go on with --after \(page.newer)."]
    }
    if let older = page.older { return ["Go on with --before \(older)."] }
    return isEmpty ? ["The archive holds no such change."] : []
  }
}

extension Change.Kind {
  /// Reads kinds between commas; throws `ValidationError` with a sentence for anything else.
  fileprivate static func list(_ text: String) throws -> [Change.Kind] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let kind = Change.Kind(rawValue: String(name)) { return kind }
      let all = allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("give one or more of \(all).")
    }
  }
}
