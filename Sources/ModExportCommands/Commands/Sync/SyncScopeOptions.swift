import ArgumentParser
import Sync

/// What a sync is asked to mirror, and what it may publish.
struct SyncScopeOptions: ParsableArguments {
  @OptionGroup var everyRun: SyncRunOptions

  @Flag(help: "Believe a roster that lost many moderators, or all, without reading it twice.")
  var acceptShrink = false

  @Flag(help: "Fetch the list of sites even if it is less than a day old.")
  var refreshSites = false

  @Flag(
    name: .customLong("adopt-api"),
    help: "Accept an API other than the one that the archive was mirrored from.")
  var adoptsAPI = false

  @Flag(
    name: .customLong("redate"),
    help: "Correct the dates of rosters that a wrong clock put in the future.")
  var redates = false

  /// What a run does.
  ///
  /// - Throws: `CommandFailure` (64) where a variable or the configuration file has an invalid value.
  func options(
    for selection: SyncOptions.Selection, concurrency: Int, in settings: Settings
  ) throws(CommandFailure) -> SyncOptions {
    var options = SyncOptions(selection)
    options.elected = try settings.value(of: SyncSettings.elected, option: everyRun.elected)
    options.historyPages =
      try settings.value(of: SyncSettings.history, option: everyRun.history) ?? 0
    options.acceptShrink = acceptShrink
    options.acceptUnproven = try settings.value(
      of: SyncSettings.acceptUnproven, option: everyRun.acceptUnproven)
    options.refreshSites = refreshSites
    options.adoptsAPI = adoptsAPI
    options.redates = redates
    options.maxAge =
      try settings.value(of: SyncSettings.maxAge, option: everyRun.maxAge) / .seconds(1)
    options.recheckAfter =
      try settings.value(of: SyncSettings.recheckAfter, option: everyRun.recheckAfter) / .seconds(1)
    options.concurrency = concurrency
    return options
  }
}

/// How every run reads sites: the options that are settings, so that they make sense in a nightly job too.
struct SyncRunOptions: ParsableArguments {
  @Flag(SyncSettings.elected) var elected: Bool?
  @Option(SyncSettings.history) var history: Int?
  @Flag(SyncSettings.acceptUnproven) var acceptUnproven: Bool?
  @Option(SyncSettings.maxAge) var maxAge: Duration?
  @Option(SyncSettings.recheckAfter) var recheckAfter: Duration?
  @Option(SyncSettings.waitLock) var waitLock: Duration?

  var texts: [OptionText?] {
    typealias Names = SyncSettings
    return [
      OptionText(Names.elected, elected), OptionText(Names.history, history),
      OptionText(Names.acceptUnproven, acceptUnproven),
      OptionText(Names.maxAge, maxAge), OptionText(Names.recheckAfter, recheckAfter),
      OptionText(Names.waitLock, waitLock),
    ]
  }
}
