import Sync
import Transport

/// Everything that a run needs, from options and settings.
struct SyncSetup: Sendable {
  var options: SyncOptions
  let access: NetworkAccess
  /// How long to wait for another run on the archive to end.
  let waitLock: Duration

  /// - Throws: `CommandFailure` (64) where the address, the key, the rate or another setting cannot be used.
  init(
    _ selection: SyncOptions.Selection, _ scope: SyncScopeOptions, _ network: SyncNetworkOptions,
    in context: CommandContext
  ) throws {
    access = try NetworkAccess(network, in: context)
    options = try scope.options(
      for: selection, concurrency: access.limits.concurrency, in: context.settings)
    waitLock = try context.settings.value(
      of: SyncSettings.waitLock, option: scope.everyRun.waitLock)
  }
}
