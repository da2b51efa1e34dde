import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport sites`
struct SitesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "sites", abstract: "Lists the sites of the network, or those that match.",
    discussion: """
      The column moderators counts everybody whom the site lists: staff and the Community user too. \
      `modexport help sql` has a query that leaves them out.

      Examples:
        List all sites that the archive knows:
          modexport sites
        List the sites whose id, name or address contains a word:
          modexport sites language
        Save the list for a spreadsheet:
          modexport sites --csv > sites.csv
      """ + ExitStatus.list(ExitStatus.ofReading))

  @Argument(help: "Words, or parts of words, of a site's id, name or address.")
  var query: [String] = []
  @Flag(help: "Only main sites.")
  var main = false
  @Flag(help: "Only meta sites.")
  var meta = false
  @Flag(help: "Only sites of which the archive has a roster.")
  var mirrored = false
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if main, meta { throw ValidationError("Use --main or --meta, not both.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (all, known, staff) = try context.readArchive { archive in
      let network = try networks.id(in: archive)
      return (
        try archive.listing(.sites, ViewFilter(network: network)),
        try archive.knownSites(of: network), context.isQuiet ? [:] : try archive.staffCounts()
      )
    }
    var listing = all
    listing.rows = all.rows.filter { isWanted(Record($0)) }
    let query = query.joined(separator: " ")
    let words = SiteWords(query, sites: known.map(\.site))
    let hint: String
    (listing.rows, hint) = Self.find(query, words, in: listing.rows, known.map(\.site))
    let sites = listing.rows.map(Record<SiteColumn>.init)
    try context.printer(output).print(
      listing, tableColumns: Self.columns(of: sites), marks: Self.marks(of: words, in: sites))
    if all.rows.isEmpty {
      context.note("The archive contains no sites yet; `modexport sync` fetches them.")
    } else if sites.isEmpty {
      context.note(absence(of: query, hint, inAll: all.rows.count))
    }
    let others = sites.reduce(0) { $0 + (staff[$1.site] ?? 0) }
    if others > 0 {
      let accounts = others.counted("staff or Community account", isGrouped: true)
      context.note("The moderators include \(accounts).")
    }
    return .done
  }

  /// Why there is no row.
  private func absence(of query: String, _ hint: String, inAll count: Int) -> String {
    let options = [(main, "--main"), (meta, "--meta"), (mirrored, "--mirrored")].filter(\.0)
    let filters = options.map(\.1).joined(separator: " ")
    if query.isEmpty { return "No site of \(count) is left by \(filters)." }
    let scope = filters.isEmpty ? "" : " with \(filters)"
    return "No site matches '\(query)'\(scope). \(hint)"
  }

  private func isWanted(_ site: Record<SiteColumn>) -> Bool {
    let type = SiteType(rawValue: site[.siteType] ?? "")
    return (!main || type == .main) && (!meta || type == .meta)
      && (!mirrored || site[.publishedAt] != nil)
  }

  private static func columns(of sites: [Record<SiteColumn>]) -> [String] {
    let hasClosed = sites.contains { $0[.closedAt] != nil }
    let columns: [SiteColumn] =
      [.site, .name, .moderators, .grade, .publishedAt] + (hasClosed ? [.closedAt] : [])
    return columns.map(\.name)
  }

  /// The sites that match a query: those that contain each of its words, or else those that it names in another way,
  /// such as a former address; and what to do where there are none.
  private static func find(
    _ query: String, _ words: SiteWords, in rows: [Row], _ known: [Site]
  ) -> (rows: [Row], hint: String) {
    if query.isEmpty { return (rows, "") }
    let matches = words.matches(in: rows)
    let named: [Site]
    switch SiteDirectory(sites: known).resolve(query) {
    case .unknown(let near): return (matches, CommandFailure.hint(near))
    case .found(let site): named = [site]
    case .ambiguous(let sites): named = sites
    }
    let refs = Set(named.map(\.ref))
    let others = rows.filter { refs.contains(Record<SiteColumn>($0).site) }
    return (matches.isEmpty ? others : matches, CommandFailure.hint([]))
  }

  /// The ranges of the query's words in the names and ids.
  private static func marks(of words: SiteWords, in sites: [Record<SiteColumn>]) -> TableMarks {
    var marks = TableMarks()
    for (index, site) in sites.enumerated() {
      for column in [SiteColumn.site, .name] {
        let text = site[column] ?? ""
        marks.add(words.ranges(in: text), of: text, in: text, row: index, column: column.name)
      }
    }
    return marks
  }
}

/// The words of a query for sites.
///
/// The closest matches come first: an id or an address, the beginning of an id, that of a word of a name, a
/// part of either, then a part of an address. What nearly all addresses share, such as `example.org`,
/// matches none of them.
struct SiteWords {
  private let words: [String]
  private let sharedDomains: Set<String>

  /// - Parameter sites: All sites, from whose addresses follows what they share.
  init(_ query: String, sites: [Site]) {
    words = FoldedText.words(in: query)
    let hosts = sites.map { Site.host(in: $0.url) }
    let domains = Dictionary(hosts.map { (Self.domain(of: $0), 1) }, uniquingKeysWith: +)
    sharedDomains = Set(domains.filter { $0.value > 1 && $0.value * 2 > hosts.count }.keys)
  }

  /// The rows of `sites` that contain each word, the closest first, equals in their order.
  func matches(in rows: [Row]) -> [Row] {
    let ranked = rows.compactMap { row in rank(of: Record(row)).map { (rank: $0, row: row) } }
    return ranked.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.row)
  }

  /// The ranges of the words in a name or an id.
  func ranges(in text: String) -> [Range<String.Index>] {
    let letters = FoldedLetters(text)
    return FoldedLetters.merged(words.flatMap { letters.ranges(of: $0, insideWords: true) })
  }

  /// 0 for the closest match; nil where a word is missing.
  private func rank(of site: Record<SiteColumn>) -> Int? {
    guard !words.isEmpty else { return nil }
    let id = FoldedText.folding(site[.site] ?? "")
    let name = FoldedText.words(in: site[.name] ?? "")
    let whole = name.joined(separator: " ")
    let address = Site.host(in: site[.siteURL] ?? "")
    var worst = 0
    for word in words {
      let rank: Int
      if id == word || FoldedText.folding(address) == word {
        rank = 0
      } else if id.hasPrefix(word) {
        rank = 1
      } else if name.contains(where: { $0.hasPrefix(word) }) {
        rank = 2
      } else if id.contains(word) || whole.contains(word) {
        rank = 3
      } else if isIn(address, word) {
        rank = 4
      } else {
        return nil
      }
      worst = max(worst, rank)
    }
    return worst
  }

  /// Whether a word begins before the shared end of an address.
  private func isIn(_ address: String, _ word: String) -> Bool {
    let domain = Self.domain(of: address)
    let own = sharedDomains.contains(domain) ? address.dropLast(domain.count) : address[...]
    let folded = Array(FoldedText.folding(address).unicodeScalars)
    let searched = Array(word.unicodeScalars)
    let starts = FoldedText.folding(String(own)).unicodeScalars.count
    return (0..<starts).contains { folded[$0...].starts(with: searched) }
  }

  /// The last two labels of a host.
  private static func domain(of host: String) -> String {
    host.split(separator: ".").suffix(2).joined(separator: ".")
  }
}
