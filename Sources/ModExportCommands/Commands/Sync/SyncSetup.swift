import Networks
import Sync
import Transport

/// Everything that a run on one network needs, from options and settings.
struct SyncSetup: Sendable {
  var options: SyncOptions
  private(set) var access: NetworkAccess
  /// How long to wait for another run on the archive to end.
  let waitLock: Duration
  /// About how many sites the network has; nil where nobody knows.
  let usualSites: NetworkRegistry.UsualSites?

  /// The runs that a selection takes: one for each of its networks.
  ///
  /// - Throws: `CommandFailure` (64) where the address, the key, the rate or another setting cannot be used.
  static func all(
    _ selection: SiteSelection, _ scope: SyncScopeOptions, _ network: SyncNetworkOptions,
    in context: CommandContext
  ) throws -> [SyncSetup] {
    let choice = try NetworkChoice(named: selection.network, in: context)
    let parts = try choice.parts(of: selection.selection)
    // An address that the user gives now is that of the only network that has one.
    let isOnly =
      network.apiURL != nil && parts.count { $0.entry.address != nil } == 1
      && parts.contains { $0.entry.address == nil || $0.entry.id != context.networks.first.id }
    return try parts.map { entry, part in
      let isNamed = selection.network != nil || isOnly && entry.address != nil
      return try SyncSetup(entry, part, scope, network, isNamed: isNamed, in: context)
    }
  }

  /// The same after other runs have sent so many requests of those that all may send.
  func leaving(requests sent: Int) -> SyncSetup {
    var setup = self
    setup.access.limits.maxRequests = access.limits.maxRequests.map { max(0, $0 - sent) }
    return setup
  }

  private init(
    _ entry: NetworkRegistry.Entry, _ selection: SyncOptions.Selection, _ scope: SyncScopeOptions,
    _ network: SyncNetworkOptions, isNamed: Bool, in context: CommandContext
  ) throws {
    access = try NetworkAccess(
      network, of: entry, isNamed: isNamed, sites: selection.names, in: context)
    options = try scope.options(
      for: selection, concurrency: access.concurrency, in: context.settings)
    waitLock = try context.settings.value(
      of: SyncSettings.waitLock, option: scope.everyRun.waitLock)
    usualSites = entry.usualSites
    if case .all = selection, !access.network.hasSiteList {
      throw CommandFailure(
        .usage,
        "There is no list of all sites of the network \(entry.id): name sites by their addresses.")
    }
  }
}
