import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// `modexport list`
struct ListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Shows who moderates a site, or did on a day, in a month or in a year.",
    discussion: """
      Readings see moments: with --as-of, `known` is yes where a reading or a log of the network says that somebody \
      held the role at some moment of that time, or both readings around it say so, between which nobody looked; \
      maybe where they joined or left between these, or nobody looked since. With --kind, it says so of those who \
      held it as one of that kind.

      Exits with 3 if nobody looked at the site, or not in the time asked for: an empty list would mean that it had \
      no moderators.

      Examples:
        Show who moderates a site:
          modexport list cooking
        Show who moderated a site in a year:
          modexport list math --as-of 2019
        Count the moderators of a site, without staff:
          modexport list stackoverflow --kind moderator --json | jq length
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [.incomplete: "Nobody looked at the site, or not in the time asked for."]))

  @Argument(help: "The site's id, host, address or name.", completion: .sites)
  var site: String
  @Option(
    help: ArgumentHelp(
      "Who held a role on that day, or in that month or year (UTC): 2019-06-30, 2019-06, 2019.",
      valueName: "time"), transform: TimeSpan.init(option:))
  var asOf: TimeSpan?
  @Flag(help: "Show former moderators instead of current ones.")
  var former = false
  @Option(
    help: ArgumentHelp(
      "What to sort by: reputation, name or since. (default: reputation, of --as-of since)",
      valueName: "key"))
  var sort: RosterSort?
  @OptionGroup var kinds: KindOptions
  @OptionGroup var roles: RoleOptions
  @OptionGroup var wikitext: WikitextOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try wikitext.check(output)
    guard asOf != nil else { return }
    if former { throw ValidationError("Use --as-of or --former, not both.") }
    if sort == .reputation {
      throw ValidationError("--as-of has no reputations: use --sort name or --sort since.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let asOf { return try list(asOf, in: context) }
    let (site, typed, roster, past, looks, walk, reason, unread, withheld, age) =
      try context.readArchive { archive in
        let site = try archive.site(meaning: self.site).site
        let roster = try archive.roster(of: site.ref, sort: sort ?? .reputation, former: former)
        let walk = try roster.source.map { try archive.listing(.walks, ViewFilter(walk: $0.walk)) }
        return (
          site, try roster.source == nil ? archive.typedNames().id(of: site.ref) : site.id, roster,
          try former ? archive.tenures(of: site.ref) : [], try archive.looks(at: site.ref).first,
          walk?.rows.first, try roster.source == nil ? reasonForNone(site, archive, context) : nil,
          try roles.unread(of: site, in: archive),
          try archive.withheldCount(of: site.ref, former: former),
          try [archive.knownSite(site.ref)].age(at: context.now())
        )
      }
    var listing = roster.listing
    if former { listing = FormerList(listing, past, site).listing }
    let ofRoles = roles.applied(to: listing)
    let chosen = kinds.applied(to: ofRoles)
    try print(chosen, in: context)
    if ofRoles.rows.isEmpty, let unread { throw unread }
    if chosen.rows.isEmpty, let sentence = absence(in: listing, ofRoles) { context.note(sentence) }
    guard looks?.since != nil, former || roster.source != nil else {
      throw noRoster(of: site, typed, reason)
    }
    if kinds.kind.isEmpty, let sentence = kindCounts(of: roster.listing) { context.note(sentence) }
    if listing.rows.isEmpty {
      if former, let looks, looks.since == looks.until {
        throw CommandFailure(
          .incomplete,
          "\(site.name) was read once, on \(looks.since?.dayWords ?? ""): nobody can have been seen to leave."
        )
      }
      if former, let hidden = looks?.hiddenHolders("in the past") { throw hidden }
      context.note("\(site.name) has no \(former ? "former " : "")moderators.")
    }
    for remark in [age, withheld.peopleWithheld, proof(walk)] { remark.map { context.note($0) } }
    return .done
  }

  private func list(_ span: TimeSpan, in context: CommandContext) throws -> ExitStatus {
    let now = context.now() + ArchiveDatabase.maxClockSkew
    let (site, all, held, looks, readings, unread, withheld) = try context.readArchive { archive in
      let site = try archive.site(meaning: self.site, at: span.end.addingTimeInterval(-1))
      let all = try archive.holders(of: site.now.ref, in: span, now: now)
      return (
        site.then, all,
        try kinds.kind.isEmpty
          ? all : archive.holders(of: site.now.ref, in: span, kinds: kinds.kind, now: now),
        try archive.looks(at: site.now.ref, now: now).first,
        try archive.readings(of: site.now.ref, around: span, now: now),
        try roles.unread(of: site.now, in: archive),
        try archive.withheldCount(of: site.now.ref, in: span).peopleWithheld
      )
    }
    var answer = ListOfTime(
      span: span, site: site,
      held: held.filter { roles.role.isEmpty || roles.role.contains($0.tenure.role) },
      looks: looks, readings: readings)
    if sort == .name { answer.sortByName() }
    if wikitext.isWikitext {
      try context.results.write(answer.table.wikitext)
    } else {
      try context.printer(output).print(output.format == .table ? answer.table : answer.rows)
    }
    for remark in [withheld, proof(all)] { remark.map { context.note($0) } }
    if answer.isEmpty, let unread { throw unread }
    if let failure = answer.failure { throw failure }
    context.note(answer.note)
    return .done
  }

  private func print(_ listing: Listing, in context: CommandContext) throws {
    guard output.format == .table else { return try context.printer(output).print(listing) }
    if wikitext.isWikitext {
      let table = former ? FormerList.table(of: listing) : listing
      return try context.results.write(table.selecting(columns(of: listing)).wikitext)
    }
    try context.printer(output).print(
      former ? FormerList.table(of: listing) : listing, tableColumns: columns(of: listing))
  }

  /// Why nothing is left of a list that is not empty.
  private func absence(in listing: Listing, _ ofRoles: Listing) -> String? {
    if listing.rows.isEmpty { return nil }
    guard ofRoles.rows.isEmpty else {
      return "Nobody in this list is of that kind; it has \(ofRoles.rows.count)."
    }
    let names = Set(listing.rows.compactMap { Record<ModeratorColumn>($0)[.role] }).sorted()
    return "Nobody in this list has that role; it has \(names.joined(separator: ", "))."
  }

  /// The columns of a table. What no row has is left out: roles but that of moderators, and what the network does
  /// not know.
  private func columns(of listing: Listing) -> [String] {
    func isKnown(_ column: ModeratorColumn) -> Bool {
      listing.rows.contains { !$0[column.rawValue].description.isEmpty }
    }
    let hasRoles = listing.rows.haveRoles(ModeratorColumn.self)
    // The last ones are left out first on a narrow terminal.
    let first: [ModeratorColumn] =
      [.userID, .displayName] + (hasRoles ? [.role] : []) + [.kind].filter(isKnown)
    let optional: [ModeratorColumn] = [.elected, .reputation].filter(isKnown)
    let last: [ModeratorColumn] = [.firstSeen] + [.location].filter(isKnown)
    return former
      ? first.map(\.name) + ["from", "until", "by"] + optional.map(\.name)
      : (first + optional + last).map(\.name)
  }

  /// How many rows there are of each kind; nil where no row is of staff.
  private func kindCounts(of listing: Listing) -> String? {
    let kinds = listing.rows.compactMap { Record<ModeratorColumn>($0).kind }
    func count(_ kind: Moderator.Kind) -> Int { kinds.count { $0 == kind } }
    guard count(.staff) > 0 else { return nil }
    let people = [count(.moderator).counted("moderator"), "\(count(.staff).grouped) staff"]
    let parts = people + (count(.community) > 0 ? ["the Community account"] : [])
    return "\(parts.joined(separator: ", ")); --kind moderator leaves the others out."
  }

  /// What came of the last attempt at the site; nil where no run has tried.
  private func reasonForNone(
    _ site: Site, _ archive: ArchiveDatabase, _ context: CommandContext
  ) throws -> String? {
    let known = try archive.knownSite(site.ref)
    return try SiteReport(known, in: archive, now: context.now()).reasonForNone
  }

  /// - Parameter typed: What commands take for the site.
  private func noRoster(of site: Site, _ typed: String, _ reason: String?) -> CommandFailure {
    let advice = reason.map { ": \($0); `modexport status \(typed)` says what to do." }
    return CommandFailure(
      .incomplete,
      "The archive has no roster of \(site.name) (\(typed))\(advice ?? "; `modexport sync \(typed)` reads it.")"
    )
  }

  /// What a reader must know of a time where nothing shows whom readings leave out.
  private func proof(_ held: [HeldTenure]) -> String? {
    held.contains { $0.tenure.grade == .published }
      ? "These readings are unproven (\(Grade.published.rawValue)): they can leave somebody out."
      : nil
  }

  /// What a reader must know of a roster that is not proven complete. A corroborated one is the best that its network
  /// has.
  private func proof(_ walk: Row?) -> String? {
    let walk = walk.map(Record<WalkColumn>.init)
    guard walk?.verdict == .unproven else { return nil }
    if walk?.grade == .corroborated {
      return
        "Read on \(walk?[.finishedAt].map(DayWords.day) ?? "an unknown day"), \(Grade.corroborated.rawValue)."
    }
    let reasons = Verdict.Reason.words(ofNames: walk?[.reasons], \.advice)
    return "This roster is unproven\((walk?.grade).inBrackets): \(reasons)."
  }
}

extension RosterSort: ExpressibleByArgument {}
