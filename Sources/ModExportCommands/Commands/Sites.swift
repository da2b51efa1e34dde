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

  func run(on console: Console) async throws -> ExitStatus {
    let (listing, known) = try global.reading(on: console) { archive in
      (try archive.listing(.sites), try archive.knownSites())
    }
    let query = query.joined(separator: " ")
    let found = SiteFilter(query, known: known.map(\.site)).applied(to: listing)
    try output.printer(global, on: console).print(
      found.listing, tableColumns: Self.columns(withClosed: found.hasClosed),
      highlighter: Highlighter(terms: FoldedText.words(in: query)))
    if listing.rows.isEmpty {
      global.note("The archive knows no sites yet; `modexport sync` asks for them.", on: console)
    } else if found.listing.rows.isEmpty {
      global.note("No site matches '\(query)'. \(found.hint)", on: console)
    }
    return .done
  }

  private static func columns(withClosed: Bool) -> [String] {
    let columns: [SiteColumn] = [.site, .name, .moderators, .verdict, .completeAt]
    return (columns + (withClosed ? [.closedAt] : [])).map(\.name)
  }
}

/// Finds the sites that a query speaks of: those that have each of its words, or else the one that it
/// names in another way, such as a former address.
private struct SiteFilter {
  private let words: [String]
  private let isEverything: Bool
  private let resolution: SiteDirectory.Resolution

  struct Found {
    var listing: Listing
    var hasClosed: Bool
    /// What to do where nothing was found.
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
      hint: CommandFailure.hint(suggestions))
  }

  private func hasWords(_ site: Record<SiteColumn>) -> Bool {
    guard !words.isEmpty else { return false }
    let text = [.site, .name, .siteURL].compactMap { site[$0] }.joined(separator: " ")
    let folded = FoldedText.folding(text)
    return words.allSatisfy(folded.contains)
  }
}
