import ArgumentParser
import Sync

/// What a sync is asked to mirror, and what it may publish.
struct SyncScopeOptions: ParsableArguments {
  @Flag(help: "Also fetch who was elected: one more walk for each site.")
  var elected = false

  @Flag(help: "Publish a roster that lost many moderators, or all, without a second walk.")
  var acceptShrink = false

  @Flag(help: "Also publish, marked, rosters whose only fault is a wrong or missing 'total'.")
  var acceptUnproven = false

  @Flag(help: "Fetch the list of sites even if it is less than a day old.")
  var refreshSites = false

  @Flag(
    name: .customLong("adopt-api"),
    help: "Accept another API than the one that the archive was mirrored from.")
  var adoptsAPI = false

  @Flag(
    name: .customLong("redate"),
    help: "Correct the dates of rosters that a wrong clock dated in the future.")
  var redates = false

  @Option(
    help: ArgumentHelp(
      "Skip sites whose complete roster is younger. (default: 1m)", valueName: "duration"),
    transform: Duration.init(option:))
  var maxAge = Duration.seconds(60)

  @Option(
    help: ArgumentHelp(
      "Wait before a roster that changed while read is read again. (default: 60s)",
      valueName: "duration"),
    transform: Duration.init(option:))
  var recheckAfter = Duration.seconds(60)

  @Option(
    help: ArgumentHelp(
      "How long to wait for another run on the archive to end. (default: 0s)", valueName: "duration"
    ),
    transform: Duration.init(option:))
  var waitLock = Duration.zero

  func applied(to options: SyncOptions, concurrency: Int) -> SyncOptions {
    var options = options
    options.elected = elected
    options.acceptShrink = acceptShrink
    options.acceptUnproven = acceptUnproven
    options.refreshSites = refreshSites
    options.adoptsAPI = adoptsAPI
    options.redates = redates
    options.maxAge = maxAge / .seconds(1)
    options.recheckAfter = recheckAfter / .seconds(1)
    options.concurrency = concurrency
    return options
  }
}
