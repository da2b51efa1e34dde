import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// The options that choose a part of the journal.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day or later: 2026-11-20 (UTC), an RFC 3339 instant, 7d.",
      valueName: "date"), transform: DateOption.init(option:))
  var since: DateOption?
  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day or earlier, written as for --since.",
      valueName: "date"), transform: DateOption.init(option:))
  var until: DateOption?
  @Option(help: "Only changes of this site.", completion: .sites)
  var site: String?
  @OptionGroup var networks: NetworkOptions
  @OptionGroup var roles: RoleOptions
  @Option(
    help: ArgumentHelp(
      "Only joined, left, returned, renamed, profile, site_renamed, site_closed, site_reopened.",
      valueName: "kind,…"),
    completion: .list(Change.Kind.allCases.map(\.rawValue)), transform: Change.Kind.option)
  var kind: [Change.Kind] = []
  @Option(
    help:
      "Print at most this many changes; 0 for all. (default: 50; all with --after)",
    transform: Int.limit)
  var limit: Int?
  @Option(
    help: ArgumentHelp("Continue a listing: changes older than this cursor.", valueName: "cursor"))
  var before: String?
  @Option(
    help: ArgumentHelp("Continue a listing: changes newer than this cursor.", valueName: "cursor"))
  var after: String?

  mutating func validate() throws {
    try ValidationError.refuse(before == nil ? nil : "--before", beside: (after != nil, "--after"))
  }

  /// The moments that `--net` compares: the last one before `--since`, and the end of `--until`; nil for the
  /// end of what is known.
  ///
  /// - Throws: `CommandFailure` (64) where the first one is later than the other, or than now.
  func ends(in context: CommandContext) throws -> (earlier: Date, later: Date?) {
    let start = since?.date(.start, in: context) ?? .distantPast
    let later = until?.date(.end, in: context)
    if let later, start > later { throw Self.wrongOrder(start, later) }
    if later == nil, start > context.now() {
      throw CommandFailure(
        .usage, "--since (\(start.rfc3339)) is later than now: give a date in the past.")
    }
    return (Date(unixSeconds: start.unixSeconds - 1), later)
  }

  private static func wrongOrder(_ start: Date, _ end: Date) -> CommandFailure {
    CommandFailure(
      .usage, "--since (\(start.rfc3339)) is after --until (\(end.rfc3339)): exchange them.")
  }

  /// The site of `--site`; throws `CommandFailure` (64) if the archive contains no such site.
  func siteRef(in archive: ArchiveDatabase) throws -> SiteRef? {
    try site.map { try archive.site(meaning: networks.typed($0)).site.ref }
  }

  /// The filter that the options describe.
  ///
  /// - Throws: `CommandFailure` (64) if the archive contains no such site, and if no time lies between
  ///   `--since` and `--until`.
  func filter(in archive: ArchiveDatabase, _ context: CommandContext) throws -> ChangeFilter {
    let start = since?.date(.start, in: context)
    let end = until?.date(.end, in: context)
    try roles.check(in: archive)
    if let start, let end, start > end { throw Self.wrongOrder(start, end) }
    return ChangeFilter(
      network: try networks.id(in: archive), site: try siteRef(in: archive), kinds: kind,
      roles: roles.role, since: start, until: end,
      limit: limit.map(\.asLimit) ?? (after == nil ? 50 : nil), before: before, after: after)
  }
}
