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
          [.incomplete: "Nothing was found, and nobody looked at some of the sites yet."]))

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
        if found.people.isEmpty, found.sites.isEmpty {
          found.absence = try archive.looks(at: found.site, network: networks.network)
            .absence(ofPeopleWho: former)
          if found.site == nil, let unread = try ScopeSummary(archive, of: networks.network).unread
          {
            found.absence =
              found.absence
              ?? CommandFailure(
                .incomplete,
                "\(absence(found).dropLast()); nobody looked at \(unread) yet: `modexport sync` does."
              )
          }
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
    if found.people.isEmpty, found.sites.isEmpty {
      context.note(absence(found))
    } else if found.gone > 0 {
      context.note("\(formerMatches(found, "also matches", "also match")): add --former.")
    }
    context.note(found.part)
    return .done
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
    if let identity = try PersonFinder(archive, context.networks).identity(at: text) {
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

/// What a search found, in each form in which it is printed.
struct SearchResult {
  var sites: [SiteMatch]
  var people: [PersonMatch]
  /// What `show` takes for each of the people.
  var ids: [String]

  /// The sites, then the people.
  var document: JSONValue {
    .array(
      sites.map { site in
        .object([
          ("site", .row(site.row, of: View.sites.columns)), ("match", site.match.document),
        ])
      }
        + people.map { person in
          .object([
            ("network", .text(person.network)),
            ("account_id", .cell(Cell(person.accountID))),
            ("display_name", .text(person.displayName)),
            ("match", person.match.document),
            (
              "moderators",
              .array(person.moderators.map { .row($0, of: View.formerModerators.columns) })
            ),
          ])
        })
  }

  /// The sites for people to read.
  var siteTable: Listing {
    let columns: [SiteColumn] = [.site, .name, .moderators, .publishedAt]
    return Listing(
      columns: columns.map(\.column),
      rows: sites.map { site in columns.map { site.row[$0.rawValue] } })
  }

  /// A row for each person and site.
  var rows: Listing {
    Listing(
      columns: View.formerModerators.columns + [
        View.Column("match_field", .text, "Where the person was found."),
        View.Column("match_kind", .text, "exact, prefix, substring or typo."),
        View.Column("match_text", .text, "The text that matches."),
      ],
      rows: people.flatMap { person in
        let match = person.match
        return person.moderators.map {
          $0 + [.text(match.field.rawValue), .text(match.kind.rawValue), .text(match.text)]
        }
      })
  }

  /// The same as a table, with the ranges that the terms match.
  ///
  /// - Parameters:
  ///   - grouped: Whether values that all sites of a person share are in the first row only.
  ///   - former: Whether to show when moderators left.
  func table(grouped: Bool, former: Bool) -> (Listing, TableMarks) {
    let remarks = people.map(\.remark)
    var (listing, marks) = (Listing(columns: Self.tableColumns, rows: []), TableMarks())
    for (number, person) in people.enumerated() {
      for (index, row) in person.moderators.enumerated() {
        let cells = tableRow(
          person, ids[number], remarks[number], row, person.ends[index],
          isRepeated: grouped && index > 0)
        person.mark(cells, ofRow: listing.rows.count, under: Self.tableColumns, in: &marks)
        listing.rows.append(cells)
      }
    }
    // The last columns are left out first on a narrow terminal.
    let hasRoles = people.contains { $0.moderators.haveRoles(ModeratorColumn.self) }
    let hasReputation = people.contains { person in
      person.moderators.contains { $0[ModeratorColumn.reputation.rawValue] != .null }
    }
    let unwanted =
      (former ? [] : ["left"]) + (hasRoles ? [] : ["role"])
      + (remarks.allSatisfy(\.isEmpty) ? ["match"] : []) + (hasReputation ? [] : ["reputation"])
    let wanted = Self.tableColumns.map(\.name).filter { !unwanted.contains($0) }
    return (listing.selecting(wanted), marks)
  }

  private static let tableColumns = [
    View.Column("display_name", .text, "The name on that site."),
    View.Column("person", .text, "What `modexport show` takes.", shortening: .never),
    View.Column("site", .text, "The site's id.", shortening: .never),
    View.Column("role", .text, "The role on that site."),
    View.Column("kind", .text, "moderator, staff or community."),
    View.Column("left", .text, "Between which readings they left, or when a log says so."),
    View.Column("reputation", .integer, "Reputation when last seen."),
    View.Column("match", .text, "What matches where it is not the name."),
  ]

  private func tableRow(
    _ person: PersonMatch, _ id: String, _ remark: String, _ row: Row, _ end: TenureBounds?,
    isRepeated: Bool
  ) -> Row {
    let record = Record<ModeratorColumn>(row)
    let name = record[.displayName]
    let isSameName = name == person.displayName
    let site = record[.site] ?? ""
    return [
      .text(isRepeated && isSameName ? "" : name ?? ""), .text(isRepeated ? "" : id), .text(site),
      Cell(record[.role]), Cell(record[.kind]), Cell(end?.until),
      Cell(record.number(.reputation)),
      .text(isRepeated ? "" : remark),
    ]
  }
}

extension PersonMatch.Match {
  fileprivate var document: JSONValue {
    .object([
      ("field", .text(field.rawValue)), ("kind", .text(kind.rawValue)), ("text", .text(text)),
    ])
  }
}

extension PersonMatch {
  /// Why a person was found, if the name alone does not show it.
  fileprivate var remark: String {
    let place =
      switch match.field {
      case .displayName: isLogged ? "by the rights log" : ""
      case .formerName: "formerly \(match.text)"
      case .site: "site \(match.text)"
      case .location: "location \(match.text)"
      case .aboutText: "about \(match.text)"
      }
    guard match.kind == .typo else { return place }
    return place.isEmpty ? "did you mean" : "did you mean, \(place)"
  }

  /// Marks what was found in the cells of a row of the table.
  fileprivate func mark(
    _ cells: Row, ofRow row: Int, under columns: [View.Column], in marks: inout TableMarks
  ) {
    for (column, cell) in zip(columns.map(\.name), cells.map(\.description)) where !cell.isEmpty {
      switch column {
      case "display_name", "site":
        marks.add(highlights(in: cell), of: cell, in: cell, row: row, column: column)
      case "match":
        marks.add(match.highlights, of: match.text, in: cell, row: row, column: column)
      default: break
      }
    }
  }
}
