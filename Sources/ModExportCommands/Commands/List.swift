import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// `modexport list`
struct ListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows who moderates a site, now or on a day.",
    discussion: """
      Exits with 3 if the archive has no roster of the site, or had none on the given day: an empty \
      list would mean that the site has no moderators.

      Examples:
        Show who moderates a site:
          modexport list cooking
        Show who moderated a site at the end of a day:
          modexport list math --as-of 2026-06-30
        Count the moderators of a site, without staff:
          modexport list stackoverflow --kind moderator --json | jq length
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [.incomplete: "The archive has no roster of the site, or had none on that day."]))

  @Argument(help: "The site's id, host, address or name.", completion: .sites)
  var site: String
  @Option(
    help: ArgumentHelp(
      "Who moderated the site at the end of that day: 2026-11-20 (UTC), an RFC 3339 instant, 7d, yesterday.",
      valueName: "date"), transform: DateOption.init(option:))
  var asOf: DateOption?
  @Flag(help: "Show former moderators instead of current ones.")
  var former = false
  @Option(help: ArgumentHelp("What to sort by.", valueName: "key"))
  var sort = RosterSort.reputation
  @OptionGroup var kinds: KindOptions
  @OptionGroup var roles: RoleOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let asOf = asOf?.date(.end, in: context)
    let (site, typed, roster, walk, reason) = try context.readArchive { archive in
      let site = try archive.site(meaning: self.site, at: asOf)
      let roster = try archive.roster(
        of: site.now.ref, sort: sort, former: former, asOf: asOf)
      let walk = try roster.source.map { try archive.listing(.walks, ViewFilter(walk: $0.walk)) }
      let reason =
        try roster.source == nil && asOf == nil ? reasonForNone(site.now, archive, context) : nil
      let typed =
        try roster.source == nil ? archive.typedNames().id(of: site.now.ref) : site.now.id
      return (site.then, typed, roster, walk?.rows.first, reason)
    }
    let ofRoles = roles.applied(to: roster.listing)
    let chosen = kinds.applied(to: ofRoles)
    try context.printer(output).print(chosen, tableColumns: columns(of: roster))
    if chosen.rows.isEmpty, let sentence = absence(in: roster.listing, ofRoles) {
      context.note(sentence)
    }
    guard let source = roster.source else { throw noRoster(of: site, typed, at: asOf, reason) }
    if kinds.kind.isEmpty, let sentence = kindCounts(of: roster.listing) { context.note(sentence) }
    for sentence in remarks(site, roster, source, walk) {
      context.note(sentence)
    }
    return .done
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

  /// The column `role` is shown if it distinguishes rows from those of other sites. The column `elected` is shown if it has a value in any row.
  private func columns(of roster: RosterListing) -> [String] {
    let isKnown = roster.listing.rows.contains { Record<ModeratorColumn>($0)[.elected] != nil }
    let hasRoles = roster.listing.rows.haveRoles(ModeratorColumn.self)
    // The last ones are left out first on a narrow terminal.
    let columns: [ModeratorColumn] =
      [.userID, .displayName] + (hasRoles ? [.role] : []) + [.kind] + (former ? [.leftAt] : [])
      + (isKnown ? [.elected] : [])
      + [.reputation, .firstSeen] + (former ? [] : [.location])
    return columns.map(\.name)
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
  private func noRoster(
    of site: Site, _ typed: String, at asOf: Date?, _ reason: String?
  ) -> CommandFailure {
    let time = asOf.map { " of \($0.rfc3339) or before" } ?? ""
    let advice = reason.map { ": \($0); `modexport status \(typed)` says what to do." }
    let usual = asOf == nil ? "; `modexport sync \(typed)` reads it." : "."
    return CommandFailure(
      .incomplete,
      "The archive has no roster of \(site.name) (\(typed))\(time)\(advice ?? usual)")
  }

  /// Remarks that a reader of the list needs.
  private func remarks(
    _ site: Site, _ roster: RosterListing, _ source: RosterListing.Source, _ walk: Row?
  ) -> [String] {
    var remarks: [String] = []
    if roster.listing.rows.isEmpty {
      remarks.append("\(site.name) has no \(former ? "former " : "")moderators.")
    }
    if asOf != nil {
      remarks.append("\(site.name): \(reading(source, walk)).")
    }
    if roster.isReputationThinned {
      remarks.append(
        "The archive keeps one reputation a month: some of those shown may be of a later day of that month."
      )
    }
    let proof = walk.map(Record<WalkColumn>.init)
    if proof?.verdict == .unproven {
      let reasons = Verdict.Reason.words(ofNames: proof?[.reasons], \.advice)
      remarks.append("This roster is unproven\((proof?.grade).inBrackets): \(reasons).")
    }
    return remarks
  }

  /// When the roster was read, and what followed, as a sentence without its end. Names and profiles
  /// are those of the pages, which a resumed walk may have read hours apart.
  private func reading(_ source: RosterListing.Source, _ walk: Row?) -> String {
    let readAt = source.readAt.rfc3339
    let startedAt = walk.flatMap { Record<WalkColumn>($0)[.startedAt] } ?? readAt
    let span = startedAt < readAt ? "from \(startedAt) to \(readAt)" : "at \(readAt)"
    let next = source.nextReadAt.map { "the next published one was read at \($0.rfc3339)" }
    let others =
      source.unpublished == 0
      ? "" : " (\(source.unpublished.counted("walk")) in between proved nothing)"
    return "roster read \(span); \(next ?? "none is published since")\(others)"
  }
}

extension RosterSort: ExpressibleByArgument {}
