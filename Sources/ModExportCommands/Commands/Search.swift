import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport search`
struct SearchCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds sites, and moderators by name, site, place or about-me text.",
    discussion: """
      All terms must match, in any order, each as the beginning of a word; capitals, accents and \
      apostrophes do not matter. Words in double quotes match as a phrase; three \
      letters or more also match in the middle of the words of a name, and with one or two typing errors if nothing else matches. Put terms that \
      begin with - after --. No match is not an error where anybody looked; sites come first.

      Examples:
        Find a moderator by name, whatever the accents:
          modexport search "sean obrien"
        Find current and former moderators of one site:
          modexport search patricia --site cooking --former
        Save up to 1000 people as CSV:
          modexport search london --limit 1000 --csv > london.csv
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [.incomplete: "Nothing was found, and nobody looked at some of the sites in scope yet."]))

  @Argument(
    help:
      "Words of a name, a former name, a site, a place or an about-me text; or a profile's address."
  )
  var term: [String]
  @Option(help: "Only moderators of this site.", completion: .sites)
  var site: String?
  @Flag(help: "Also find former moderators.")
  var former = false
  @Option(
    help: "Print at most this many people; 0 for all.",
    transform: Int.limit)
  var limit = 20
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var kinds: KindOptions
  @OptionGroup var roles: RoleOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let found = try context.readArchive { archive in
      try archive.asOfNow {
        var found = try find(in: archive, context)
        let names = try archive.typedNames()
        found.ids = try found.people.map { try $0.id(names, in: archive) }
        let sites = found.people.flatMap(\.moderators).map { Record<ModeratorColumn>($0).site }
        found.unproven = try UnprovenRosters(of: Set(sites), named: names, in: archive)
        found.age = try archive.knownSites()
          .filter { $0.site.ref == found.site ?? $0.site.ref }
          .age(at: context.now())
        if found.people.isEmpty, found.sites.isEmpty {
          found.absence = try unread(found, in: archive)
        }
        return found
      }
    }
    try print(SearchResult(sites: found.sites, people: found.people, ids: found.ids), in: context)
    if let absence = found.absence { throw absence }
    if !found.sites.isEmpty, [.csv, .jsonl].contains(output.format) {
      let sites = found.sites.count.counted("site matches", "sites match")
      context.note("\(sites) too: --json has sites, these rows are people.")
    }
    if let unproven = found.unproven { context.note(unproven) }
    found.age.map { context.note($0) }
    if found.people.isEmpty, found.sites.isEmpty {
      context.note(absence(found))
    } else if found.gone > 0 {
      context.note("\(formerMatches(found, "also matches", "also match")): add --former.")
    }
    context.note(found.part)
    return .done
  }

  /// Why it says nothing that nobody was found; nil where somebody looked at each site in scope.
  private func unread(_ found: Found, in archive: ArchiveDatabase) throws -> CommandFailure? {
    let absence = try archive.looks(at: found.site, network: networks.network)
      .absence(ofPeopleWho: former)
    guard absence == nil, found.site == nil,
      let unread = try ScopeSummary(archive, of: networks.network).unread
    else { return absence }
    return CommandFailure(
      .incomplete,
      "\(self.absence(found).dropLast()); nobody looked at \(unread) yet: `modexport sync` does.")
  }

  /// What was found, and what the limit and the filters leave out.
  private struct Found {
    /// Sites whose name or id matches.
    var sites: [SiteMatch] = []
    var people: [PersonMatch]
    /// The only site that is asked about; nil for all.
    var site: SiteRef?
    /// Why it says nothing that nobody was found.
    var absence: CommandFailure?
    /// What `show` takes for each of them.
    var ids: [String] = []
    var unproven: UnprovenRosters?
    /// How old the answer is.
    var age: String?
    var part: PartOfList
    /// How many former moderators match who are no current ones; counted where everybody else who matches is shown.
    var gone = 0
  }

  private var text: String { term.joined(separator: " ") }

  private func find(in archive: ArchiveDatabase, _ context: CommandContext) throws -> Found {
    try roles.check(in: archive)
    let site = try site.map { try archive.site(meaning: networks.typed($0)).site.ref }
    var query = SearchQuery(
      text, network: try networks.id(in: archive), site: site, kinds: kinds.kind, roles: roles.role,
      former: former, limit: limit.asLimit)
    if let identity = try PersonFinder(archive: archive, networks: context.networks).identity(
      at: text)
    {
      let person = try archive.match(identity, for: query)
      query.former = true
      let isGone = try person == nil && archive.match(identity, for: query) != nil
      let people = [person].compactMap { $0 }
      return Found(
        people: people, site: site ?? identity.site,
        part: PartOfList(shown: people.count, total: people.count),
        gone: isGone ? 1 : 0)
    }
    let (people, total) = try archive.search(query)
    var found = Found(
      people: people, site: site, part: PartOfList(shown: people.count, total: total))
    found.sites = try archive.searchSites(query)
    if people.count < query.limit ?? .max, !former, !context.isQuiet {
      (query.former, query.limit) = (true, 0)
      found.gone = max(0, try archive.search(query).total - total)
    }
    return found
  }

  private func print(_ result: SearchResult, in context: CommandContext) throws {
    let terminal = context.resultTerminal
    try context.printer(output).print(result.document, rows: result.rows) {
      if !result.sites.isEmpty {
        try context.printer(output).print(result.siteTable)
        if result.people.isEmpty { return }
        try context.results.write("\n")
      }
      let (listing, marks) = result.table(grouped: terminal.isTerminal, former: former)
      try context.printer(output).print(listing, marks: marks)
    }
  }

  /// The message if nobody was found.
  private func absence(_ found: Found) -> String {
    guard found.gone > 0 else {
      let isNarrowed = site != nil || networks.network != nil || !kinds.kind.isEmpty
      let place =
        isNarrowed || !roles.role.isEmpty ? "of those that were asked for" : "in the archive"
      return "No moderator \(place) matches '\(Self.shortened(text))'."
    }
    return
      "No current moderator matches; \(formerMatches(found, "matches", "match")): add --former."
  }

  /// Such as "3 former moderators also match".
  private func formerMatches(_ found: Found, _ one: String, _ several: String) -> String {
    found.gone.counted("former moderator \(one)", "former moderators \(several)", isGrouped: true)
  }

  /// A query, cut so that it fits into a sentence.
  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension PersonFinder.Identity {
  /// The only site on which there is somebody of this identity.
  fileprivate var site: SiteRef? {
    switch self {
    case .account: nil
    case .user(_, let site), .stranger(_, let site): site.ref
    }
  }
}

extension ArchiveDatabase {
  /// The person of an address as a search would find them; nil where the query leaves nobody.
  fileprivate func match(
    _ identity: PersonFinder.Identity, for query: SearchQuery
  ) throws -> PersonMatch? {
    switch identity {
    case .account(let account, let network):
      try match(account: account, network: network, for: query)
    case .user(let userID, let site): try match(site: site.ref, userID: userID, for: query)
    case .stranger: nil
    }
  }
}
