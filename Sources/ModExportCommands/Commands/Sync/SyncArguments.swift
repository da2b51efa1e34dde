import ArgumentParser
import Sync

/// What a sync is asked to mirror, and what it may publish.
struct SyncScopeOptions: ParsableArguments {
  @Flag(SyncSettings.elected) var elected: Bool?
  @Option(SyncSettings.history) var history: Int?
  @Flag(SyncSettings.acceptUnproven) var acceptUnproven: Bool?
  @Option(SyncSettings.maxAge) var maxAge: Duration?
  @Option(SyncSettings.recheckAfter) var recheckAfter: Duration
  @Option(SyncSettings.waitLock) var waitLock: Duration

  @Flag(help: "Believe a roster that lost many, or a moved site's.")
  var acceptShrink = false

  @Flag(help: "Fetch the list of sites, however young it is.")
  var refreshSites = false

  @Flag(
    name: .customLong("adopt-api"),
    help: "Accept another API than the archive's own.")
  var adoptsAPI = false

  @Flag(
    name: .customLong("redate"),
    help: "Correct dates that a wrong clock put in the future.")
  var redates = false

  /// What a run does.
  func options(for selection: SyncOptions.Selection, concurrency: Int) -> SyncOptions {
    var options = SyncOptions(selection)
    options.elected = elected ?? false
    options.historyPages = history ?? 0
    options.acceptShrink = acceptShrink
    options.acceptUnproven = acceptUnproven ?? false
    options.refreshSites = refreshSites
    options.adoptsAPI = adoptsAPI
    options.redates = redates
    options.maxAge = maxAge.map { $0 / .seconds(1) }
    options.recheckAfter = recheckAfter / .seconds(1)
    options.concurrency = concurrency
    return options
  }
}

/// All that `sync` is asked for, which `mirror` takes too.
struct SyncArguments: ParsableArguments {
  @OptionGroup(title: "Which sites") var selection: SiteSelection
  @OptionGroup(title: "What to mirror") var scope: SyncScopeOptions
  @OptionGroup(title: "Requests") var network: SyncNetworkOptions

  @Flag(help: "Say what a run would read; send and write nothing.")
  var dryRun = false

  @Flag(help: "Print what was done as one JSON document.")
  var json = false

  static let settings = RequestSettings.all + SyncSettings.all

  /// What does not fit beside the options.
  static let explanation = """
    A duration is a number and ms, s, m (minutes), h or d, such as 90s, 5m, 12h or 7d. --network is needed only \
    where neither a SITE nor the scope says it. --key-file is the key of Stack Exchange, or of the one forum that is \
    named. A file in --key-folder is named as the forum's address, such as forum.example.org, and holds the key, or \
    NAME:KEY for an administrator's key that reads as the user NAME. --contact goes with each request to a wiki.

    --rate is at most \(NetworkRegistry.standard.rateLimitList). Forums and wikis get one request a second, and no \
    two at the same time, unless --rate and --concurrency say more. The wait before a retry doubles each time. \
    Where the API asks for a pause that is longer than --max-wait, the run stops with exit code 75.

    --accept-unproven is for rosters whose only fault is a wrong or missing 'total', or that prove less than the one \
    before. --history reads what was added to the logs since the last run, and so many older pages of 500 rows; the \
    next run goes on. --max-age is about complete rosters, --recheck-after about those that changed while they were \
    read. A wiki with a younger roster is asked by one request whether its counts or its log of rights changed, and read if so; \
    renames are seen at the latest after a week.
    """
}

/// What a sync mirrors, and what it may publish.
enum SyncSettings {
  private static let usual = SyncOptions(.scope)

  static let elected = Setting.flag("elected", "Also fetch who was elected.")
  static let acceptUnproven = Setting.flag(
    "accept-unproven", "Also publish rosters that are unproven, marked so.")
  static let history = Setting.number(
    "history", "Also read logs of roles, so many old pages of each.", within: 1...10_000)
  static let maxAge = Setting.duration(
    "max-age", "Skip younger rosters; by default 1m, of wikis 7d.")
  static let recheckAfter = Setting.duration(
    "recheck-after", "Wait before a changed roster is reread.",
    default: .seconds(usual.recheckAfter))
  static let waitLock = Setting.duration(
    "wait-lock", "Wait so long for another run to end.", default: .zero)

  static let all: [any AnySetting] = [
    elected, history, acceptUnproven, maxAge, recheckAfter, waitLock,
  ]
}

/// The sites that a run is asked to mirror.
struct SiteSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A site: its id, host, URL, alias or name; of a forum or wiki, its address.",
      valueName: "site"),
    completion: .sites
  )
  var sites: [String] = []

  @Option(
    help: ArgumentHelp(
      "One of \(NetworkRegistry.standard.idList).", valueName: "name"),
    completion: .list(NetworkRegistry.standard.entries.map(\.id)))
  var network: String?

  @Flag(help: "Mirror all main sites.")
  var all = false

  @Flag(help: "Mirror all main sites and their meta sites.")
  var meta = false

  mutating func validate() throws {
    if !sites.isEmpty, all || meta {
      throw ValidationError("Name sites, or use --all or --meta, not both.")
    }
  }

  var selection: SyncOptions.Selection {
    if !sites.isEmpty { return .named(sites) }
    return all || meta ? .all(withMeta: meta) : .scope
  }
}
