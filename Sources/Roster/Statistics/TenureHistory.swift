package import FoundationEssentials

/// All tenures of some sites, and when these were read: what statistics are made of.
package struct TenureHistory: Hashable, Sendable {
  /// The sites with a roster.
  package var sites: [ReadSite]
  package var tenures: [SiteTenure]

  /// A history.
  package init(sites: [ReadSite] = [], tenures: [SiteTenure] = []) {
    self.sites = sites
    self.tenures = tenures
  }

  /// A site with a roster.
  package struct ReadSite: Hashable, Sendable {
    package var site: SiteRef
    /// The first reading that was published.
    package var first: Date
    /// The latest reading that was published.
    package var last: Date
    /// One reading of each month (UTC) in which the site was read after the first reading; the
    /// latest reading need not be among them.
    package var readAgain: [Date]

    /// A site, first read not after it was last read.
    package init(_ site: SiteRef, first: Date, last: Date, readAgain: [Date] = []) {
      self.site = site
      self.first = first
      self.last = last
      self.readAgain = readAgain
    }
  }

  /// A tenure at one of the sites.
  package struct SiteTenure: Hashable, Sendable {
    /// The place of the site in ``sites``.
    package var site: Int
    package var tenure: Tenure
    /// The last known kind of the moderator.
    package var kind: Moderator.Kind
    /// Whether they were elected; nil where that is unknown.
    package var isElected: Bool?

    /// A tenure; it begins with a reading of the site, and so does its end.
    package init(site: Int, tenure: Tenure, kind: Moderator.Kind, isElected: Bool? = nil) {
      self.site = site
      self.tenure = tenure
      self.kind = kind
      self.isElected = isElected
    }
  }

  /// The histories of the sites one by one.
  package var ofEachSite: [TenureHistory] {
    guard sites.count > 1 else { return sites.isEmpty ? [] : [self] }
    let tenures = Dictionary(grouping: tenures, by: \.site)
    return sites.enumerated().map { place, site in
      let own = (tenures[place] ?? []).map { tenure in
        var tenure = tenure
        tenure.site = 0
        return tenure
      }
      return TenureHistory(sites: [site], tenures: own)
    }
  }

  /// The history without tenures that do not count.
  package func filtered(_ counts: (SiteTenure) -> Bool) -> TenureHistory {
    TenureHistory(sites: sites, tenures: tenures.filter(counts))
  }
}
