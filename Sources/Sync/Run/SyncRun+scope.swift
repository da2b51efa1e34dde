package import Archive
import Networks
import Roster

/// The archive's scope, the sites that it is to contain, is stored, so that the next run
/// continues where one stopped.
extension SyncRun {
  /// Widens the scope to all sites where the run is for all of them. Called before the first
  /// request.
  ///
  /// A run only widens the scope: a later run for all main sites does not remove the meta sites.
  ///
  /// - Throws: ``SyncFailure/noScope`` where the run is for the scope and there is none.
  func widenScope() throws {
    var scope = try archive.scope(of: network.id)
    switch options.selection {
    case .named: return
    case .scope: if scope.isEmpty { throw SyncFailure.noScope }
    case .all(let withMeta):
      let wider: Scope.Sites = withMeta || scope.sites == .all ? .all : .main
      guard scope.sites != wider else { return }
      scope.sites = wider
      try archive.setScope(scope, network: network.id)
    }
  }

  /// Whether the run is for all sites, so that an incomplete list of sites is a problem.
  var isOfAllSites: Bool {
    get throws {
      switch options.selection {
      case .named: false
      case .scope: try archive.scope(of: network.id).sites != .named
      case .all: true
      }
    }
  }

  /// Adds the named sites to the scope. Called before the first roster is fetched.
  func addToScope(_ plan: SyncPlan) throws {
    guard case .named = options.selection else { return }
    try archive.addToScope((plan.walks + plan.fresh).map(\.ref))
  }

  /// Takes sites out of the scope again that this run added by an address at which there is no such
  /// site, so that a mistyped address does not fail every later run.
  ///
  /// - Parameters:
  ///   - refused: The sites that refused to show anything.
  ///   - known: The sites that were mirrored before.
  func dropFromScope(_ refused: [SiteRef], exceptFor known: Set<SiteRef>) throws {
    guard case .named = options.selection else { return }
    let wrong = refused.filter { !known.contains($0) }
    var scope = try archive.scope(of: network.id)
    guard !scope.names.isDisjoint(with: wrong) else { return }
    scope.names.subtract(wrong)
    try archive.setScope(scope, network: network.id)
  }

  /// The problem that sites of the scope were never mirrored and were not in this run's plan; nil
  /// where there are none. A run for named sites does not report it.
  func missing(beside plan: SyncPlan) throws -> SyncSummary.Problem? {
    if case .named = options.selection { return nil }
    let scope = try archive.scope(of: network.id)
    let asked = Set((plan.walks + plan.fresh).map(\.ref))
    let missing = try archive.knownSites(of: network.id).count {
      scope.lacks($0) && !asked.contains($0.site.ref)
    }
    guard missing > 0 else { return nil }
    return SyncSummary.Problem(site: nil, .neverMirrored(missing))
  }
}

extension Scope {
  /// Whether a site of the scope was never mirrored.
  package func lacks(_ site: KnownSite) -> Bool {
    holds(site.site) && site.closedAt == nil && site.publishedAt == nil
  }
}
