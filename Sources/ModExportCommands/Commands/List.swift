import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables
import Wording

/// `modexport list`
struct ListCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the roster of one site.",
    discussion: """
      Exits with 3 if the archive has no roster of the site, or had none on the given day: an empty \
      list would mean that the site has no moderators.
      """)

  @Argument(help: "The site's id, host, address or name.")
  var site: String
  @Option(
    help: ArgumentHelp(
      "The roster of that day's end (UTC), or of an RFC 3339 instant.", valueName: "date"),
    transform: Date.init(option:))
  var asOf: Date?
  @Flag(help: "Former moderators instead of current ones.")
  var former = false
  @Option(help: ArgumentHelp("The sort order.", valueName: "key"))
  var sort = RosterSort.reputation
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let (site, roster, walk) = try context.readArchive { archive in
      let site = try archive.site(meaning: self.site, at: asOf)
      let roster = try archive.roster(
        of: site.now.ref, sort: sort, former: former, asOf: asOf)
      let walk = try roster.source.map { try archive.listing(.walks, ViewFilter(walk: $0.walk)) }
      return (site.then, roster, walk?.rows.first)
    }
    try context.printer(output.format).print(roster.listing, tableColumns: columns(of: roster))
    guard let source = roster.source else { throw noRoster(of: site) }
    for sentence in remarks(site, roster, source, walk) {
      context.note(sentence)
    }
    return .done
  }

  /// The column `elected` is shown if it has a value in any row.
  private func columns(of roster: RosterListing) -> [String] {
    let isKnown = roster.listing.rows.contains { Record<ModeratorColumn>($0)[.elected] != nil }
    let columns: [ModeratorColumn] =
      [.userID, .displayName, .kind] + (isKnown ? [.elected] : []) + [.reputation, .firstSeen]
    return (columns + [former ? .leftAt : .location]).map(\.name)
  }

  private func noRoster(of site: Site) -> CommandFailure {
    let time = asOf.map { " of \($0.rfc3339) or before" } ?? ""
    let advice = asOf == nil ? "; `modexport sync \(site.id)` reads it." : "."
    return CommandFailure(
      .incomplete, "The archive has no roster of \(site.name) (\(site.id))\(time)\(advice)")
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
        "The reputation of that time was thinned by `modexport prune`: where the value of the day is "
          + "gone, that of the end of its month is shown.")
    }
    let proof = walk.map(Record<WalkColumn>.init)
    if proof?.verdict == .unproven {
      let reasons = Verdict.Reason.words(ofNames: proof?[.reasons], \.words)
      remarks.append("This roster is unproven: \(reasons).")
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
