import ArgumentParser
import Sync

/// What a sync is asked to mirror, and what it may publish.
struct SyncScopeOptions: ParsableArguments {
  @Flag(help: "Also ask who was elected: one walk more for each site.")
  var elected = false

  @Flag(help: "Publish a roster from which many are gone, or an empty one, at once.")
  var acceptShrink = false

  @Flag(help: "Publish rosters that only the word of 'total' keeps from being complete.")
  var acceptUnproven = false

  @Flag(help: "Ask for the list of sites though it is younger than a day.")
  var refreshSites = false

  @Flag(
    name: .customLong("adopt-api"),
    help: "Let another API take the place of the one that the archive was mirrored from.")
  var adoptsAPI = false

  @Flag(
    name: .customLong("redate"),
    help: "Date rosters anew that a wrong clock has put into the future.")
  var redates = false

  @Option(
    help: ArgumentHelp(
      "Leave sites alone whose complete roster is younger. (default: 1m)", valueName: "duration"),
    transform: Duration.init(option:))
  var maxAge = Duration.seconds(60)

  @Option(
    help: ArgumentHelp(
      "Before the same request is sent again. (default: 60s)", valueName: "duration"),
    transform: Duration.init(option:))
  var recheckAfter = Duration.seconds(60)

  @Option(
    help: ArgumentHelp(
      "Wait so long for another run on the archive to end. (default: 0s)", valueName: "duration"),
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
