package import Archive
import Roster

/// Keeps in the archive which sites it is to hold, so that the next run goes on where one stopped.
struct ScopeKeeper: Sendable {
  let archive: ArchiveDatabase
  let selection: SyncOptions.Selection
  let network: NetworkID

  /// Before anything is asked for: all sites come into the scope that need no list to be known.
  ///
  /// A run only widens the scope: whoever asks for all main sites once does not give the meta sites up.
  ///
  /// - Throws: ``SyncFailure/noScope`` where the run is for the scope and there is none.
  func begin() throws {
    var scope = try archive.scope(of: network)
    switch selection {
    case .named: return
    case .scope: if scope.isEmpty { throw SyncFailure.noScope }
    case .all(let withMeta):
      let wider: Scope.Sites = withMeta || scope.sites == .all ? .all : .main
      guard scope.sites != wider else { return }
      scope.sites = wider
      try archive.setScope(scope, network: network)
    }
  }

  /// Whether the run is for all sites, so that it must know whether it knows them all.
  var isOfAllSites: Bool {
    get throws {
      switch selection {
      case .named: false
      case .scope: try archive.scope(of: network).sites != .named
      case .all: true
      }
    }
  }

  /// Before any roster is asked for: sites that were named come into the scope.
  func add(_ plan: SyncPlan) throws {
    guard case .named = selection else { return }
    try archive.addToScope((plan.walks + plan.fresh).map(\.ref))
  }

  /// What a run that came to its end must say of the scope's sites that were never mirrored and were
  /// none of its business, nil where there are none. A run for named sites says nothing of others.
  func missing(beside plan: SyncPlan) throws -> SyncSummary.Problem? {
    if case .named = selection { return nil }
    let scope = try archive.scope(of: network)
    let asked = Set((plan.walks + plan.fresh).map(\.ref))
    let missing = try archive.knownSites(of: network).count {
      scope.lacks($0) && !asked.contains($0.site.ref)
    }
    guard missing > 0 else { return nil }
    return SyncSummary.Problem(site: nil, .neverMirrored(missing))
  }
}

extension Scope {
  /// Whether the archive is to hold a site that it never had a roster of.
  package func lacks(_ site: KnownSite) -> Bool {
    holds(site.site) && site.closedAt == nil && site.published == nil
  }
}
