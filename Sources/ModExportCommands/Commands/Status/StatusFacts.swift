import Archive
import Roster
import Sync

/// What `status` reads: from the archive, and from the files beside it. Everything else about the state
/// follows from it and the clock.
struct StatusFacts: Sendable {
  var path: String
  var status: ArchiveStatus
  var files: ArchiveFiles
  /// The open sites of the scope.
  var inScope: Set<SiteRef>
  /// Whether no scope was set yet.
  var scopeIsEmpty = false
  /// The latest lists of sites, of networks whose sites are all in the scope, that were not believed.
  var doubtedLists: [SiteListState] = []
  /// The APIs that the archive was mirrored from; empty where none is known.
  var apis: Set<String> = []
}

extension StatusFacts {
  /// - Parameters:
  ///   - files: The files as they were before the archive's state was read: a run that ends meanwhile is then
  ///     not taken for one that was killed.
  ///   - network: The only network whose sites and APIs count; nil for all. Runs are of all networks.
  /// - Throws: `ArchiveError`.
  init(
    _ archive: ArchiveDatabase, before files: ArchiveFiles, of network: NetworkID? = nil
  ) throws {
    self.init(
      path: archive.path, status: try archive.status(), files: files, inScope: [],
      scopeIsEmpty: true)
    if files.writer?.isAlive != true { self.files.writer = ArchiveFiles(of: path).writer }
    var narrowed: [Site] = []
    for known in try network.map({ [$0] }) ?? archive.networks() {
      if let api = try archive.api(of: known) { apis.insert(api) }
      let scope = try archive.scope(of: known)
      let sites = try archive.knownSites(of: known)
      if network != nil { narrowed = sites.map(\.site) }
      inScope.formUnion(
        sites.filter { scope.holds($0.site) && $0.closedAt == nil }.map(\.site.ref))
      if !scope.isEmpty { scopeIsEmpty = false }
      if scope.sites != .named, let list = try archive.latestSiteList(of: known),
        !list.isBelieved
      {
        doubtedLists.append(list)
      }
    }
    if let network { narrow(to: network, sites: narrowed) }
  }

  /// Leaves out the sites of other networks, and the APIs that none of the network's sites is asked at.
  private mutating func narrow(to network: NetworkID, sites: [Site]) {
    status.sites = status.sites.filter { $0.site.network == network }
    let hosts = Set(sites.flatMap { [$0.id, Site.place(in: $0.url)] })
    status.throttles = status.throttles.filter { throttle in
      hosts.contains(throttle.host) || apis.contains { APIIdentity.mayBe($0, at: throttle.host) }
    }
  }
}
