package import Archive
package import FoundationEssentials
package import Roster

/// Which sites a run walks, in which order. A pure function of what the archive knows.
package struct SyncPlan: Hashable, Sendable {
  /// The sites to walk, in order: those never mirrored first, then the stalest.
  package var walks: [Site]
  /// The sites that are left alone because their complete roster is young.
  package var fresh: [Site]

  /// - Parameters:
  ///   - sites: All that the archive knows.
  ///   - now: Against which the age of rosters is taken.
  /// - Throws: ``SyncFailure``, where a name means no site or nothing is mirrored yet.
  package init(_ options: SyncOptions, sites: [KnownSite], now: Date) throws(SyncFailure) {
    let selected = try Self.selected(options.selection, sites)
    let isFresh: (KnownSite) -> Bool = { site in
      guard let completeAt = site.published?.completeAt else { return false }
      return site.published?.verdict == .complete
        // A little ahead of the clock is as good as a little behind it; years ahead is a wrong clock.
        && abs(now.timeIntervalSince(completeAt)) < options.maxAge
    }
    fresh = selected.filter(isFresh).map(\.site)
    walks = selected.filter { !isFresh($0) }.sorted { Self.rank($0) < Self.rank($1) }.map(\.site)
  }

  private static func selected(
    _ selection: SyncOptions.Selection, _ sites: [KnownSite]
  ) throws(SyncFailure) -> [KnownSite] {
    switch selection {
    case .named(let names): return try named(names, sites)
    case .all(let withMeta):
      return sites.filter { $0.closedAt == nil && (withMeta || $0.site.type != .meta) }
    case .mirrored:
      let mirrored = sites.filter { $0.closedAt == nil && $0.published != nil }
      if mirrored.isEmpty { throw .nothingMirrored }
      return mirrored
    }
  }

  private static func named(
    _ names: [String], _ sites: [KnownSite]
  ) throws(SyncFailure) -> [KnownSite] {
    let directory = SiteDirectory(sites: sites.map(\.site))
    let byID = Dictionary(sites.map { ($0.site.id, $0) }, uniquingKeysWith: { first, _ in first })
    var ids: [SiteID] = []
    for name in names {
      switch directory.resolve(name) {
      case .found(let site): if !ids.contains(site.id) { ids.append(site.id) }
      case .unknown(let suggestions): throw .unknownSite(name, suggestions: suggestions)
      }
    }
    return ids.compactMap { byID[$0] }
  }

  private static func rank(_ site: KnownSite) -> (Double, Int, SiteID) {
    let published = site.published?.publishedAt.timeIntervalSince1970 ?? -.infinity
    return (published, site.site.type == .meta ? 1 : 0, site.site.id)
  }
}
