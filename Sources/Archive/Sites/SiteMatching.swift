import Roster

/// Matches the sites of a list with known sites: by address, then by former address, then by id. A
/// pure function of both.
///
/// Ids can be swapped or given to another site; the address identifies a site better. Where
/// addresses are ambiguous, or no known site has the address, the id decides.
struct SiteMatching {
  /// The listed sites that were known under another id, in the order of the list.
  private(set) var renamed: [SiteListUpdate.Renaming] = []
  /// The listed sites that were matched by their id, or added as new, although one of their
  /// addresses may belong to another known site.
  private(set) var ambiguous: Set<SiteRef> = []

  private let sites: [Site]
  private let known: [SiteRef: Known]
  private let knownByPlace: [String: [SiteRef]]
  /// The known site of each listed site, by the id in the list.
  private var matches: [SiteRef: SiteRef] = [:]
  /// The known sites that have a match.
  private var taken: Set<SiteRef> = []

  /// What matching needs of a site.
  struct Known {
    /// Where it was in the last list: see `Site.place(in:)`.
    var place: String
    var isOpen: Bool
    /// Its row id.
    var key = 0
  }

  /// - Parameters:
  ///   - sites: The list; of two entries with one id, the first counts.
  ///   - known: The known sites by id.
  init(_ sites: [Site], known: [SiteRef: Known]) {
    var seen: Set<SiteRef> = []
    self.sites = sites.filter { seen.insert($0.ref).inserted }
    self.known = known
    knownByPlace = Dictionary(grouping: known.keys.sorted()) { known[$0]?.place ?? "" }
    matchAddresses()
    matchFormerAddresses()
    repeat { matchIDs() } while settleConflict()
    renamed = self.sites.compactMap { site in
      guard let before = matches[site.ref], before != site.ref else { return nil }
      return .init(before: before, after: site.ref)
    }
  }

  /// Matches sites that kept id and address first, so that the others share what is left.
  private mutating func matchAddresses() {
    for site in sites where !place(site).isEmpty && known[site.ref]?.place == place(site) {
      match(site, site.ref)
    }
    let left = sites.filter { matches[$0.ref] == nil }
    let claims = Dictionary(grouping: left, by: place).mapValues(\.count)
    for site in left {
      let candidates = self.candidates([place(site)])
      if let only = onlyOne(candidates), claims[place(site)] == 1 {
        match(site, only)
      } else if !candidates.isEmpty {
        ambiguous.insert(site.ref)
      }
    }
  }

  /// Matches a site whose id does not match: it is new, or it is another known site. A match can
  /// show that yet another id was given to another site.
  private mutating func matchFormerAddresses() {
    var found: [(Site, SiteRef)]
    repeat {
      let left = sites.filter { matches[$0.ref] == nil }
      let claims = Dictionary(left.flatMap(formerPlaces).map { ($0, 1) }, uniquingKeysWith: +)
      found = left.compactMap { site in
        guard isUnknown(site), !ambiguous.contains(site.ref),
          let only = onlyOne(candidates(formerPlaces(site))),
          claims[known[only]?.place ?? ""] == 1
        else { return nil }
        return (site, only)
      }
      for (site, id) in found { match(site, id) }
    } while !found.isEmpty
    for site in sites where matches[site.ref] == nil && isUnknown(site) {
      if !candidates(formerPlaces(site)).isEmpty { ambiguous.insert(site.ref) }
    }
  }

  private mutating func matchIDs() {
    for site in sites where matches[site.ref] == nil && known[site.ref] != nil {
      if !taken.contains(site.ref) { match(site, site.ref) }
    }
  }

  /// An id can go to another site only where the known site with that id is in the list too, under
  /// another id. Otherwise the id decides.
  ///
  /// - Returns: Whether this applied to any site, which can free sites for others.
  private mutating func settleConflict() -> Bool {
    for site in sites where known[site.ref] != nil && !taken.contains(site.ref) {
      guard let other = matches[site.ref] else { continue }
      taken.remove(other)
      ambiguous.insert(site.ref)
      match(site, site.ref)
      return true
    }
    return false
  }

  private mutating func match(_ site: Site, _ id: SiteRef) {
    matches[site.ref] = id
    taken.insert(id)
  }

  private func isUnknown(_ site: Site) -> Bool {
    known[site.ref] == nil || taken.contains(site.ref)
  }

  private func place(_ site: Site) -> String { Site.place(in: site.url) }

  private func formerPlaces(_ site: Site) -> Set<String> { Set(site.aliases.map(Site.place)) }

  /// The known sites at these addresses that have no match yet.
  private func candidates(_ places: Set<String>) -> [SiteRef] {
    places.filter { !$0.isEmpty }.flatMap { knownByPlace[$0] ?? [] }.filter { !taken.contains($0) }
  }

  /// The only one, or the only open one: a closed site may have passed its address on.
  private func onlyOne(_ candidates: [SiteRef]) -> SiteRef? {
    let open = candidates.filter { known[$0]?.isOpen ?? false }
    let likely = open.isEmpty ? candidates : open
    return likely.count == 1 ? likely[0] : nil
  }
}
