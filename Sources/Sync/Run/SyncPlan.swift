package import Archive
package import FoundationEssentials
package import Roster

/// Which sites a run walks, in which order. A pure function of what the archive knows.
package struct SyncPlan: Hashable, Sendable {
  /// The sites to walk, in order: those never mirrored first, then the stalest; last those that must
  /// wait, in the same order.
  package var walks: [Site]
  /// When those may be walked whose last walk proved nothing and was only just made: their first
  /// request is the same again.
  package var notBefore: [SiteRef: Date]
  /// The sites that are left alone because their complete roster is young.
  package var fresh: [Site]

  /// - Parameters:
  ///   - sites: All that the archive knows.
  ///   - scope: Those that the archive is to hold.
  ///   - now: Against which the age of rosters is taken.
  /// - Throws: ``SyncFailure``, where a name means no site, or where the scope is asked for and empty.
  package init(
    _ options: SyncOptions, sites: [KnownSite], scope: Scope, now: Date
  ) throws(SyncFailure) {
    let selected = try Self.selected(options.selection, sites, scope)
    let isFresh: (KnownSite) -> Bool = { site in
      let dates = [site.published?.completeAt] + (options.elected ? [site.electedReadAt] : [])
      return site.published?.verdict == .complete
        // A little ahead of the clock is as good as a little behind it; years ahead is a wrong clock.
        && dates.allSatisfy { $0.map { abs(now.timeIntervalSince($0)) < options.maxAge } ?? false }
    }
    fresh = selected.filter(isFresh).map(\.site)
    let stale = selected.filter { !isFresh($0) }.sorted { Self.rank($0) < Self.rank($1) }
    let notBefore = Dictionary(
      uniqueKeysWithValues: stale.compactMap { site in
        Self.recheckDate(site, options, now: now).map { (site.site.ref, $0) }
      })
    self.notBefore = notBefore
    walks =
      (stale.filter { notBefore[$0.site.ref] == nil }
      + stale.filter { notBefore[$0.site.ref] != nil })
      .map(\.site)
  }

  private static func recheckDate(_ site: KnownSite, _ options: SyncOptions, now: Date) -> Date? {
    guard let last = site.lastAttempt, abs(now.timeIntervalSince(last)) < options.recheckAfter
    else { return nil }
    // Whoever asks for a complete roster again at once has said so with --max-age.
    if let published = site.published, published.verdict == .complete, last <= published.publishedAt
    {
      return nil
    }
    return min(last, now).addingTimeInterval(options.recheckAfter)
  }

  private static func selected(
    _ selection: SyncOptions.Selection, _ sites: [KnownSite], _ scope: Scope
  ) throws(SyncFailure) -> [KnownSite] {
    switch selection {
    case .named(let names): return try named(names, sites)
    case .all(let withMeta):
      return sites.filter { $0.closedAt == nil && (withMeta || $0.site.type != .meta) }
    case .scope:
      if scope.isEmpty { throw .noScope }
      return sites.filter { $0.closedAt == nil && scope.holds($0.site) }
    }
  }

  private static func named(
    _ names: [String], _ sites: [KnownSite]
  ) throws(SyncFailure) -> [KnownSite] {
    let directory = SiteDirectory(sites: sites.map(\.site))
    let byID = Dictionary(sites.map { ($0.site.ref, $0) }, uniquingKeysWith: { first, _ in first })
    var ids: [SiteRef] = []
    for name in names {
      switch directory.resolve(name) {
      case .found(let site): if !ids.contains(site.ref) { ids.append(site.ref) }
      case .unknown(let suggestions): throw .unknownSite(name, suggestions: suggestions)
      }
    }
    return ids.compactMap { byID[$0] }
  }

  private static func rank(_ site: KnownSite) -> (Double, Int, SiteRef) {
    let published = site.published?.publishedAt.timeIntervalSince1970 ?? -.infinity
    return (published, site.site.type == .meta ? 1 : 0, site.site.ref)
  }
}
