import Archive
import ArgumentParser
import Reports
import Roster

/// `modexport search`
struct SearchCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds moderators, offline.",
    discussion: """
      All terms must match, in any order, each as the beginning of a word; capitals, accents and \
      apostrophes do not matter. Words between double quotes stand exactly so; a name is found in \
      parts of words too, and with one or two typing errors where nothing else matches. Terms that \
      begin with - go after --. Finding nobody is no failure.
      """)

  @Argument(help: "Words of a name, a former name, a site, a place or an about-me text.")
  var term: [String]
  @Option(help: "Only moderators of this site.")
  var site: String?
  @Flag(help: "Find those who no longer moderate, too.")
  var former = false
  @Option(
    help: "At most so many people.", transform: Int.option(within: 1...1_000_000_000))
  var limit = 20
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(on console: Console) async throws -> ExitStatus {
    let text = term.joined(separator: " ")
    let (found, gone) = try global.reading(on: console) { archive in
      let site = try site.map { try archive.site(meaning: $0).site.ref }
      var query = SearchQuery(text, site: site, former: former, limit: limit + 1)
      let found = try archive.search(query)
      guard found.isEmpty, !former else { return (found, 0) }
      query.former = true
      return (found, try archive.search(query).count)
    }
    try print(SearchResult(people: Array(found.prefix(limit))), text, on: console)
    if found.isEmpty { global.note(Self.absence(of: text, gone: gone, limit), on: console) }
    if found.count > limit {
      global.note("There are more; a higher --limit shows them.", on: console)
    }
    return .done
  }

  private func print(_ result: SearchResult, _ text: String, on console: Console) throws {
    let terminal = console.resultTerminal(color: global.color)
    switch output.format {
    case .json: try console.results.write(result.document)
    case .csv: try output.printer(global, on: console).print(result.rows)
    case .table:
      let table = TableRenderer(
        terminal: terminal, highlighter: Highlighter(terms: FoldedText.words(in: text)),
        markedColumns: ["display_name", "site", "match"])
      try table.render(
        result.table(grouped: terminal.isTerminal, former: former), to: console.results.write)
    }
  }

  /// What to say where no current moderator was found.
  ///
  /// - Parameters:
  ///   - gone: How many former ones match, `limit` and one more at the most.
  private static func absence(of text: String, gone: Int, _ limit: Int) -> String {
    guard gone > 0 else { return "Nobody in the archive matches '\(shortened(text))'." }
    let count =
      gone > limit ? "more than \(limit) former moderators" : gone.counted("former moderator")
    return "Nobody moderates now; \(count) \(gone == 1 ? "matches" : "match"): add --former."
  }

  /// A query as a sentence can hold it.
  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}
