import Archive
import FoundationEssentials
import Roster
import Sync
import Transport

/// The state of an archive at one moment: what `status`, `--check`, JSON and metrics print.
struct ArchiveHealth: Sendable {
  var path: String
  var status: ArchiveStatus
  var files: ArchiveFiles
  var now: Date
  /// Seconds after which a roster is stale.
  var staleAfter: TimeInterval
  /// The open sites of the scope.
  var scope: Set<SiteRef> = []
  /// Whether no scope was set yet.
  var scopeIsEmpty = false
  /// The latest lists of sites, of networks whose sites are all in the scope, that were not believed.
  var doubtedLists: [SiteListState] = []
  /// Why withheld people would not be recognised; nil where they are, or nobody is withheld.
  var withheldFault: String?
  /// The identities of the APIs that the archive was mirrored from; empty where none is known.
  var sources: Set<String> = []

  /// What is wrong, at most one for each check, in their order.
  var issues: [HealthIssue] { HealthCheck.all.compactMap { $0.issue(of: self) } }

  var lastRun: RunStatus? { status.lastRun }
  /// The process that writes to the archive now.
  var writer: ArchiveWriter? { files.writer.flatMap { $0.isAlive ? $0 : nil } }
  var open: [KnownSite] { status.sites.filter { $0.closedAt == nil } }
  /// The open sites with a published roster.
  var mirrored: [KnownSite] { open.filter { $0.publishedAt != nil } }
  /// The open sites of the scope.
  var inScope: [KnownSite] { open.filter { scope.contains($0.site.ref) } }
  /// All APIs that requests were ever sent to.
  var apis: [APIState] {
    status.throttles.map { throttle in
      APIState(
        ThrottleState(json: throttle.state) ?? ThrottleState(), key: throttle.key, now: now)
    }
  }
}

extension ArchiveHealth {
  /// - Parameters:
  ///   - files: The files as they were before the archive's state was read: a run that ends meanwhile is then
  ///     not taken for one that was killed.
  ///   - network: The only network whose sites and APIs count; nil for all. Runs are of all networks.
  /// - Throws: `ArchiveError`.
  init(
    _ archive: ArchiveDatabase, before files: ArchiveFiles, of network: NetworkID? = nil,
    now: Date, staleAfter: TimeInterval
  ) throws {
    self.init(
      path: archive.path, status: try archive.status(), files: files, now: now,
      staleAfter: staleAfter, scopeIsEmpty: true)
    do {
      _ = try archive.withheldPeople()
      if try archive.isToErase() { withheldFault = ArchiveDatabase.unerased }
    } catch let error as ArchiveError where error.code == .failed {
      withheldFault = CommandFailure(error).description
    }
    if writer == nil { self.files.writer = ArchiveFiles(of: path).writer }
    var hosts: Set<String> = []
    for known in try network.map({ [$0] }) ?? archive.networks() {
      if let api = try archive.api(of: known) { sources.insert(api) }
      let scope = try archive.scope(of: known)
      let sites = status.sites.filter { $0.site.network == known }
      hosts.formUnion(sites.flatMap { [$0.site.id, Site.place(in: $0.site.url)] })
      self.scope.formUnion(sites.filter { scope.holds($0.site) }.map(\.site.ref))
      if !scope.isEmpty { scopeIsEmpty = false }
      if scope.sites != .named, let list = try archive.latestSiteList(of: known), !list.isBelieved {
        doubtedLists.append(list)
      }
    }
    guard let network else { return }
    status.sites = status.sites.filter { $0.site.network == network }
    status.throttles = status.throttles.filter { hosts.contains($0.host) || isSource($0.host) }
  }

  /// Whether requests to a host may have reached one of the archive's own APIs.
  func isSource(_ host: String) -> Bool {
    sources.contains { APIIdentity.mayBe($0, at: host) }
  }
}
