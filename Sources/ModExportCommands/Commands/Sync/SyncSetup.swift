import Archive
import Logging
import Networks
import Sync
import Transport

/// Everything that a run on one network needs, from options and settings.
struct SyncSetup: Sendable {
  var options: SyncOptions
  private(set) var access: NetworkAccess
  /// How long to wait for another run on the archive to end.
  let waitLock: Duration

  /// The runs that a selection takes: one for each of its networks.
  ///
  /// - Throws: `CommandFailure` (64) where the address, the key, the rate or another setting cannot be used.
  static func all(_ sync: SyncArguments, in context: CommandContext) throws -> [SyncSetup] {
    try accesses(sync.selection, sync.network, in: context).map { try SyncSetup($0, sync.scope) }
  }

  /// The runs that a selection takes once servers were asked what is at unknown addresses.
  ///
  /// - Parameter setups: Those without that, which show that the options can be used.
  /// - Returns: The runs, and what the inquiry took and left open; nil where nothing was asked.
  /// - Throws: As ``all(_:in:)``; `CommandFailure` (64) where no site is at the only address.
  static func asked(
    _ sync: SyncArguments, _ setups: [SyncSetup], in context: CommandContext
  ) async throws -> (setups: [SyncSetup], inquiry: SyncSummary?) {
    warnOfOtherFiles(sync.network, in: context)
    let names = sync.selection.sites
    let inquiry = try AddressInquiry(of: sync.selection, sync.network, in: context)
    let findings = try await inquiry.settle(names)
    if findings.summary == SyncSummary(), findings.names == names { return (setups, nil) }
    var sync = sync
    sync.selection.sites = findings.names
    let isEmpty = findings.names.isEmpty || findings.summary.stopped != nil
    return (isEmpty ? [] : try all(sync, in: context), findings.summary)
  }

  /// Warns, once in a run, of files in the folder of keys that are none.
  private static func warnOfOtherFiles(
    _ network: SyncNetworkOptions, in context: CommandContext
  ) {
    guard let folder = network.keyFolder, let others = try? APIKey.all(in: folder).others
    else { return }
    for path in others {
      context.logger.warning(
        "The file '\(path)' is no key: its name is not that of a site, such as forum.example.org.")
    }
  }

  /// How the networks are reached that a selection is about.
  ///
  /// - Throws: As ``all(_:in:)``.
  static func accesses(
    _ selection: SiteSelection, _ network: SyncNetworkOptions, in context: CommandContext
  ) throws -> [NetworkAccess] {
    let choice = try NetworkChoice(named: selection.network, in: context)
    let parts = try choice.parts(of: selection.selection)
    // An address that the user gives now is that of the only network that has one.
    let isOnly = network.apiURL != nil && parts.count { $0.entry.address != nil } == 1
    if network.keyFile != nil, parts.count > 1, parts.contains(where: { $0.entry.address == nil }) {
      throw CommandFailure(
        .usage,
        "--key-file is the key of one API, and sites of several networks are asked: use --key-folder for forums."
      )
    }
    return try parts.map { part in
      let isNamed = selection.network != nil || isOnly && part.entry.address != nil
      return try NetworkAccess(network, of: part, isNamed: isNamed, in: context)
    }
  }

  /// The same as a part of the nightly job: where the archive has no scope of the network, the job is for
  /// all main sites.
  func forNightlyJob(in scope: Scope) -> SyncSetup {
    guard options.selection == .scope, scope.isEmpty, access.network.hasSiteList else {
      return self
    }
    var setup = self
    setup.options.selection = .all(withMeta: false)
    return setup
  }

  /// The same after other runs have sent so many requests of those that all may send.
  func leaving(requests sent: Int) -> SyncSetup {
    var setup = self
    setup.access.limits.maxRequests = access.limits.maxRequests.map { max(0, $0 - sent) }
    return setup
  }

  private init(_ access: NetworkAccess, _ scope: SyncScopeOptions) throws(CommandFailure) {
    self.access = access
    options = scope.options(for: access.part.selection, concurrency: access.concurrency)
    waitLock = scope.waitLock
    if case .all = options.selection, !access.network.hasSiteList {
      throw CommandFailure(
        .usage,
        "There is no list of all sites of the network \(access.part.entry.id): name sites by their addresses."
      )
    }
  }
}
