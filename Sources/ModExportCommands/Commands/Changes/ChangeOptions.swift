import Archive
import ArgumentParser
import FoundationEssentials
import Roster

/// The options that choose a part of the journal.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day (UTC) or later, or from an RFC 3339 instant on.",
      valueName: "date"), transform: Date.init(startOption:))
  var since: Date?
  @Option(
    help: ArgumentHelp(
      "Only changes seen on that day (UTC) or earlier, or up to an RFC 3339 instant.",
      valueName: "date"), transform: Date.init(option:))
  var until: Date?
  @Flag(help: "Only changes seen today, which begins at midnight in your time zone.")
  var today = false
  @Option(help: "Only changes of this site.")
  var site: String?
  @Option(
    help: ArgumentHelp(
      "Only joined, left, returned, renamed, profile, site_renamed, site_closed, site_reopened.",
      valueName: "kind,…"),
    transform: Change.Kind.list)
  var kind: [Change.Kind] = []
  @Option(
    help: "Print at most this many changes. (default: 50, no limit with --after)",
    transform: Int.option(within: 1...1_000_000_000))
  var limit: Int?
  @Option(
    help: ArgumentHelp("Continue a listing: changes older than this cursor.", valueName: "cursor"))
  var before: String?
  @Option(
    help: ArgumentHelp("Continue a listing: changes newer than this cursor.", valueName: "cursor"))
  var after: String?

  mutating func validate() throws {
    if before != nil, after != nil { throw ValidationError("Use --before or --after, not both.") }
    if today, since != nil || until != nil {
      throw ValidationError("Use --today or --since and --until, not both.")
    }
  }

  /// An option that cannot be combined with every other.
  enum Name: String {
    case before, after, since, until, today, limit
  }

  /// Throws `ValidationError` where one of the options was given beside the other.
  func checkAgainst(_ other: String, _ names: Name...) throws {
    let given: [Name: Bool] = [
      .before: before != nil, .after: after != nil, .since: since != nil, .until: until != nil,
      .today: today, .limit: limit != nil,
    ]
    guard let name = names.first(where: { given[$0] == true }) else { return }
    throw ValidationError("Use \(other) or --\(name.rawValue), not both.")
  }

  /// The site of `--site`; throws `CommandFailure` (64) if the archive contains no such site.
  func siteRef(in archive: ArchiveDatabase) throws -> SiteRef? {
    try site.map { try archive.site(meaning: $0).site.ref }
  }

  /// The filter that the options describe; throws `CommandFailure` (64) if the archive contains no such site.
  func filter(in archive: ArchiveDatabase, _ context: CommandContext) throws -> ChangeFilter {
    ChangeFilter(
      site: try siteRef(in: archive), kinds: kind,
      since: today ? context.startOfToday : since, until: until,
      limit: limit ?? (after == nil ? 50 : nil), before: before, after: after)
  }
}

extension Change.Kind {
  /// Reads kinds between commas; throws `ValidationError` with a sentence for anything else.
  fileprivate static func list(_ text: String) throws -> [Change.Kind] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      if let kind = Change.Kind(rawValue: String(name)) { return kind }
      let all = allCases.map(\.rawValue).joined(separator: ",")
      throw ValidationError("give one or more of \(all).")
    }
  }
}
