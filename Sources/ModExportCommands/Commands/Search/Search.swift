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
      apostrophes do not matter. Words in double quotes match as a phrase; a name also matches in \
      the middle of words, and with one or two typing errors if nothing else matches. Put terms that \
      begin with - after --. No match is not an error.
      """)

  @Argument(help: "Words of a name, a former name, a site, a place or an about-me text.")
  var term: [String]
  @Option(help: "Only moderators of this site.")
  var site: String?
  @Flag(help: "Also find former moderators.")
  var former = false
  @Option(
    help: "Print at most this many people.", transform: Int.option(within: 1...1_000_000_000))
  var limit = 20
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let text = term.joined(separator: " ")
    let (found, gone) = try context.readArchive { archive in
      let site = try site.map { try archive.site(meaning: $0).site.ref }
      func find(former: Bool) throws -> FirstPart<PersonMatch> {
        try FirstPart(atMost: limit) {
          let query = SearchQuery(text, site: site, former: former, limit: $0 ?? limit)
          return try archive.search(query)
        }
      }
      let found = try find(former: former)
      let nobody = FirstPart<PersonMatch>(atMost: 0) { _ in [] }
      return (found, found.elements.isEmpty && !former ? try find(former: true) : nobody)
    }
    try print(SearchResult(people: found.elements), in: context)
    if found.elements.isEmpty { context.note(Self.absence(of: text, gone)) }
    if found.hasMore {
      context.note("There are more; a higher --limit shows them.")
    }
    return .done
  }

  private func print(_ result: SearchResult, in context: CommandContext) throws {
    let terminal = context.resultTerminal
    switch output.format {
    case .json: try context.results.write(result.document)
    case .csv: try context.printer(output.format).print(result.rows)
    case .table:
      let (listing, marks) = result.table(grouped: terminal.isTerminal, former: former)
      try TableRenderer(terminal: terminal, marks: marks)
        .render(listing, to: context.results.write)
    }
  }

  /// The message if no current moderator was found.
  ///
  /// - Parameters:
  ///   - gone: The former moderators who match.
  private static func absence(of text: String, _ gone: FirstPart<PersonMatch>) -> String {
    let count = gone.elements.count
    guard count > 0 else { return "No moderator in the archive matches '\(shortened(text))'." }
    let matches =
      gone.hasMore
      ? "more than \(count) former moderators match"
      : count.counted("former moderator matches", "former moderators match")
    return "No current moderator matches; \(matches): add --former."
  }

  /// A query, cut so that it fits into a sentence.
  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}
