import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport sites`
struct SitesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sites", abstract: "Lists the sites in the archive, or those matching.")

  @Argument(help: "Words, or parts of words, of a site's id, name or address.")
  var query: [String] = []
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (listing, known) = try context.readArchive { archive in
      (try archive.listing(.sites), try archive.knownSites())
    }
    let query = query.joined(separator: " ")
    let found = SiteFilter(query, known: known.map(\.site)).applied(to: listing)
    try context.printer(output.format).print(
      found.listing, tableColumns: Self.columns(withClosed: found.hasClosed), marks: found.marks)
    if listing.rows.isEmpty {
      context.note("The archive contains no sites yet; `modexport sync` fetches them.")
    } else if found.listing.rows.isEmpty {
      context.note("No site matches '\(query)'. \(found.hint)")
    }
    return .done
  }

  private static func columns(withClosed: Bool) -> [String] {
    let columns: [SiteColumn] = [.site, .name, .moderators, .verdict, .completeAt]
    return (columns + (withClosed ? [.closedAt] : [])).map(\.name)
  }
}

/// Finds the sites that match a query: those that contain each of its words, or else the one site that
/// it names in another way, such as a former address.
private struct SiteFilter {
  private let words: [String]
  private let isEverything: Bool
  private let resolution: SiteDirectory.Resolution

  struct Found {
    var listing: Listing
    var hasClosed: Bool
    /// The ranges of the query's words in the names and ids.
    var marks: TableMarks
    /// What to do if nothing was found.
    var hint: String
  }

  init(_ query: String, known: [Site]) {
    words = FoldedText.words(in: query)
    isEverything = query.isEmpty
    resolution = SiteDirectory(sites: known).resolve(query)
  }

  func applied(to listing: Listing) -> Found {
    var found = listing
    var suggestions: [Site] = []
    if !isEverything {
      found.rows = listing.rows.filter { hasWords(Record($0)) }
      switch resolution {
      case .found(let site) where found.rows.isEmpty:
        found.rows = listing.rows.filter { Record<SiteColumn>($0).site == site.ref }
      case .found: break
      case .unknown(let near): suggestions = near
      }
    }
    return Found(
      listing: found, hasClosed: found.rows.contains { Record<SiteColumn>($0)[.closedAt] != nil },
      marks: marks(in: found.rows.map(Record.init)), hint: CommandFailure.hint(suggestions))
  }

  private func marks(in sites: [Record<SiteColumn>]) -> TableMarks {
    var marks = TableMarks()
    for (index, site) in sites.enumerated() {
      for column in [SiteColumn.site, .name] {
        let text = site[column] ?? ""
        let letters = FoldedLetters(text)
        let parts = words.flatMap { letters.ranges(of: $0, insideWords: true) }
        marks.add(
          FoldedLetters.merged(parts), of: text, in: text, row: index, column: column.name)
      }
    }
    return marks
  }

  private func hasWords(_ site: Record<SiteColumn>) -> Bool {
    guard !words.isEmpty else { return false }
    let text = [.site, .name, .siteURL].compactMap { site[$0] }.joined(separator: " ")
    let folded = FoldedText.folding(text)
    return words.allSatisfy(folded.contains)
  }
}
