package import Archive
package import FoundationEssentials
package import Roster

/// The sites that a run walks, in order. A pure function of the archive's content.
package struct SyncPlan: Hashable, Sendable {
  /// The sites to walk, in order: sites never mirrored first, then the stalest; sites that must
  /// wait come last, in the same order.
  package var walks: [Site]
  /// The earliest time to walk sites whose last walk was recent and proved nothing: their first
  /// request would be the same again.
  package var notBefore: [SiteRef: Date]
  /// Of sites whose roster is not old, what they said of their lists when it was read: those that say the same now are
  /// not walked.
  package var marks: [SiteRef: String]
  /// The sites that are not walked because their roster is recent and as good as its list can prove
  /// it, and no walk of them is unfinished.
  package var fresh: [Site]

  /// - Parameters:
  ///   - sites: All sites of the archive.
  ///   - scope: The sites that the archive is to contain.
  ///   - now: The current time, to compute the age of rosters.
  /// - Throws: ``SyncFailure``, where a name matches no site, or where the selection is the scope
  ///   and it is empty.
  package init(
    _ options: SyncOptions, sites: [KnownSite], scope: Scope, now: Date
  ) throws(SyncFailure) {
    let selected = try Self.selected(options.selection, sites, scope)
    let isYounger: (KnownSite, TimeInterval) -> Bool = { site, age in
      let dates = [site.settledAt] + (options.elected ? [site.electedReadAt] : [])
      // What is at a new address was never read.
      return !site.hasUnfinishedWalk && !site.hasMoved
        // A date a little in the future is as good as a recent one; years in the future mean a
        // wrong clock.
        && dates.allSatisfy { $0.map { abs(now.timeIntervalSince($0)) < age } ?? false }
    }
    let isFresh: (KnownSite) -> Bool = { site in
      let age = options.maxAge ?? SyncOptions.usualAge
      return isYounger(site, site.mark == nil ? age : min(age, SyncOptions.usualAge))
    }
    marks = Dictionary(
      selected.filter { isYounger($0, options.maxAge ?? SyncOptions.usualCheckedAge) }
        .compactMap { site in site.mark.map { (site.site.ref, $0) } }
    ) { first, _ in first }
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
    guard let last = site.lastWalk?.finishedAt,
      abs(now.timeIntervalSince(last)) < options.recheckAfter
    else { return nil }
    // A settled roster is fetched again at once only where the user sets a short maximum age.
    if site.settledAt != nil, let published = site.publishedAt, last <= published { return nil }
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
    let byID = Dictionary(sites.map { ($0.site.ref, $0) }, uniquingKeysWith: { first, _ in first })
    return try meant(by: names, among: sites.map(\.site)).compactMap { byID[$0] }
  }

  /// The sites that names mean, each once.
  ///
  /// - Throws: ``SyncFailure``, where a name matches no site or several.
  static func meant(by names: [String], among sites: [Site]) throws(SyncFailure) -> [SiteRef] {
    let directory = SiteDirectory(sites: sites)
    var ids: [SiteRef] = []
    for name in names {
      switch directory.resolve(name) {
      case .found(let site): if !ids.contains(site.ref) { ids.append(site.ref) }
      case .ambiguous(let sites): throw .ambiguousSite(name, sites)
      case .unknown(let suggestions): throw .unknownSite(name, suggestions: suggestions)
      }
    }
    return ids
  }

  private static func rank(_ site: KnownSite) -> (Double, Int, SiteRef) {
    let published = site.publishedAt?.timeIntervalSince1970 ?? -.infinity
    return (published, site.site.type == .meta ? 1 : 0, site.site.ref)
  }
}
