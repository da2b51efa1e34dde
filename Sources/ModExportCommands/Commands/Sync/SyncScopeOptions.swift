import ArgumentParser
import Sync

/// What a sync is asked to mirror, and what it may publish.
struct SyncScopeOptions: ParsableArguments {
  @Flag(SyncSettings.elected) var elected: Bool?

  @Flag(help: "Publish a roster that lost many moderators, or all, without a second walk.")
  var acceptShrink = false

  @Flag(SyncSettings.acceptUnproven) var acceptUnproven: Bool?

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

  @Option(SyncSettings.maxAge) var maxAge: Duration?
  @Option(SyncSettings.recheckAfter) var recheckAfter: Duration?
  @Option(SyncSettings.waitLock) var waitLock: Duration?

  /// What a run does.
  ///
  /// - Throws: `CommandFailure` (64) where a variable or the configuration file has an invalid value.
  func options(
    for selection: SyncOptions.Selection, concurrency: Int, in settings: Settings
  ) throws(CommandFailure) -> SyncOptions {
    var options = SyncOptions(selection)
    options.elected = try settings.value(of: SyncSettings.elected, option: elected)
    options.acceptShrink = acceptShrink
    options.acceptUnproven = try settings.value(
      of: SyncSettings.acceptUnproven, option: acceptUnproven)
    options.refreshSites = refreshSites
    options.adoptsAPI = adoptsAPI
    options.redates = redates
    options.maxAge = try settings.value(of: SyncSettings.maxAge, option: maxAge) / .seconds(1)
    options.recheckAfter =
      try settings.value(of: SyncSettings.recheckAfter, option: recheckAfter) / .seconds(1)
    options.concurrency = concurrency
    return options
  }
}
