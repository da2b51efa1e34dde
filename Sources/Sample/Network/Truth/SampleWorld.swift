package import Roster

/// A generated network of sites and their moderators on one day.
///
/// It is a pure function of its seed and day: two networks with the same arguments are equal, and
/// each row can be computed alone, so that a network of a million moderators costs nothing until it
/// is read.
package struct SampleWorld: Sendable {
  package let seed: UInt64
  package let day: Int
  /// The recorded sites in their order, then invented ones, then the giant.
  package let sites: [SampleSite]
  private let positions: [SiteID: Int]
  /// The index in `sites` of the meta site of each main site.
  private let metas: [SiteID: Int]

  /// - Parameters:
  ///   - seed: Selects the network; its sites are the same for every seed.
  ///   - day: 0 to 3,651. Day 0 is 2026-01-01.
  ///   - siteLimit: How many sites, 0 to 20,000; nil for the 346 recorded ones. Sites beyond those
  ///     are invented; then every site whose index is a multiple of 100 has 25,000 moderators.
  ///   - giant: Adds one site with that many moderators, 2 to 1,000,000, on every day.
  ///   - withMeta: Whether there are meta sites; without them 174 of the recorded sites are left.
  ///   - withLarge: Whether invented sites can have 25,000 moderators.
  package init(
    seed: UInt64 = 1, day: Int = 0, siteLimit: Int? = nil, giant: Int? = nil, withMeta: Bool = true,
    withLarge: Bool = true
  ) {
    self.init(
      seed: seed, day: day,
      sites: SampleSite.list(
        seed: seed, limit: siteLimit, giant: giant, withMeta: withMeta, withLarge: withLarge))
  }

  private init(seed: UInt64, day: Int, sites: [SampleSite]) {
    self.seed = seed
    self.day = day
    self.sites = sites
    positions = Dictionary(
      uniqueKeysWithValues: sites.enumerated().map { ($0.element.site.id, $0.offset) })
    metas = Dictionary(
      uniqueKeysWithValues: sites.enumerated().compactMap { index, site in
        site.parent.map { ($0, index) }
      })
  }

  /// The same network on another day.
  package func on(day: Int) -> SampleWorld {
    SampleWorld(seed: seed, day: day, sites: sites)
  }

  /// The site with that id, nil without one.
  package func site(_ id: SiteID) -> SampleSite? {
    positions[id].map { sites[$0] }
  }

  /// The meta site of a main site, nil without one.
  func meta(of id: SiteID) -> SampleSite? {
    metas[id].map { sites[$0] }
  }

  /// All moderators of the site on this day, by creation date, oldest first. Empty for an unknown
  /// site.
  package func roster(of id: SiteID) -> SampleRoster {
    roster(of: id, on: day)
  }

  /// The roster on another day, for which no other site is looked at.
  func roster(of id: SiteID, on day: Int) -> SampleRoster {
    guard let site = site(id) else { return SampleRoster(seed: seed, day: day) }
    return SampleRoster(of: site, seed: seed, day: day)
  }
}
