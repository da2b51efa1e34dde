/// Finds the site for a text that the user typed.
package struct SiteDirectory: Sendable {
  private let entries: [Entry]

  /// - Parameter sites: All sites that can be found, in any order.
  package init(sites: [Site]) {
    entries = sites.sorted { Self.rank($0) < Self.rank($1) }.map(Entry.init)
  }

  /// The result of a search for a site.
  package enum Resolution: Hashable, Sendable {
    case found(Site)
    /// Several sites that are called so, at least two.
    case ambiguous([Site])
    /// No site; with at most three suggestions, the best first.
    case unknown(suggestions: [Site])
  }

  /// Reads a site's id, host, URL, alias or name. The first of these kinds that matches decides.
  ///
  /// Case and surrounding white space are ignored, accents in a name too, and the path of a URL unless
  /// the site is only a folder of its host, or has a server of its own: then another folder is another
  /// site. A text with a slash matches only names with a slash, since it may be a path. With a network before it, as in `network:id`, each kind matches sites of that
  /// network only.
  ///
  /// A name of several sites is ambiguous.
  package func resolve(_ text: String) -> Resolution {
    let resolution = resolve(Query(text))
    guard case .unknown = resolution, let colon = text.firstIndex(of: ":") else {
      return resolution
    }
    let network = Query(String(text[..<colon])).lowercased
    let ofNetwork = entries.filter { $0.site.network.lowercased() == network }
    if ofNetwork.isEmpty { return resolution }
    return SiteDirectory(entries: ofNetwork).resolve(Query(String(text[colon...].dropFirst())))
  }

  private init(entries: [Entry]) {
    self.entries = entries
  }

  private func resolve(_ query: Query) -> Resolution {
    for matches in Self.kinds {
      let found = entries.filter { matches($0, query) }
      if found.count == 1 { return .found(found[0].site) }
      if !found.isEmpty { return .ambiguous(found.map(\.site)) }
    }
    return .unknown(suggestions: suggestions(for: query))
  }

  private static let mostSuggestions = 3

  /// From exact to fuzzy matches.
  private static let kinds: [@Sendable (Entry, Query) -> Bool] = [
    { $0.site.id == $1.text || $0.site.ref.description == $1.text },
    // Two folders may differ in case.
    { $0.id == $1.lowercased && !$0.hasOwnServer },
    { !$1.host.isEmpty && $0.isAt($1.place) },
    { !$1.host.isEmpty && $0.host == $1.host && $0.holds($1) },
    { !$1.host.isEmpty && $0.wasAt($1) },
    // A forum chooses its name, which may be the address of another site.
    {
      !$1.folded.isEmpty && $0.foldedName == $1.folded && ($0.hasSlash || !$1.hasSlash)
        && !$1.text.contains("://")
    },
  ]

  private func suggestions(for query: Query) -> [Site] {
    let near = entries.compactMap { entry -> (distance: Int, site: Site)? in
      entry.distance(to: query).map { ($0, entry.site) }
    }
    // Matches that are much worse than the best one are not suggested.
    let limit = (near.map(\.distance).min() ?? 0) + 1
    // Of equal ones, those whose id begins with the text come first. The sort is stable: the others stay in
    // the order of their rank.
    func rank(_ found: (distance: Int, site: Site)) -> (Int, Int) {
      (found.distance, found.site.id.hasPrefix(query.lowercased) ? 0 : 1)
    }
    return near.filter { $0.distance <= limit }.sorted { rank($0) < rank($1) }
      .prefix(Self.mostSuggestions).map(\.site)
  }

  /// Main sites come first, then alphabetical order.
  private static func rank(_ site: Site) -> (Int, String) {
    (site.type == .main ? 0 : 1, site.id)
  }
}

/// The typed text in every form that is compared.
private struct Query {
  var text: String
  var lowercased: String
  var host: String
  var place: String
  var folded: String
  var hasSlash: Bool

  init(_ typed: String) {
    let start = typed.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    let text = end.map { String(start[...$0]) } ?? ""
    self.text = text
    hasSlash = text.contains("/")
    lowercased = text.lowercased()
    host = Site.host(in: text)
    place = Site.place(in: text)
    folded = FoldedText.folding(text)
  }

  /// The forms that are searched for typing errors.
  var spellings: Set<String> {
    let label = host.prefix { $0 != "." }
    return Set([lowercased, String(label), folded]).filter { !$0.isEmpty }
  }
}

/// A site in every form that is compared.
private struct Entry {
  var site: Site
  var id: String
  var host: String
  /// With port and folder.
  var place: String
  var hasOwnServer: Bool
  var foldedName: String
  /// Whether the name has a slash.
  var hasSlash: Bool

  init(_ site: Site) {
    self.site = site
    id = site.id.lowercased()
    host = Site.host(in: site.url)
    place = Site.place(in: site.url)
    hasOwnServer = site.hasOwnServer
    foldedName = FoldedText.folding(site.name)
    hasSlash = site.name.contains("/")
  }

  /// Whether a place is that of the site and of nothing below it.
  func isAt(_ place: String) -> Bool { place == self.place || hasOwnServer && place == site.id }

  /// Whether an alias is the host of an address or, where the alias has a port or a folder, the address.
  func wasAt(_ query: Query) -> Bool {
    site.aliases.contains { alias in
      let (place, host) = (Site.place(in: alias), Site.host(in: alias))
      return place == host ? query.host == host : query.place == place
    }
  }

  /// Whether an address on the same host is one of this site: where the site has only a folder of the
  /// host, or a port, the address must too. Of a site that has a server of its own only the pages that
  /// can belong to no other are known.
  func holds(_ query: Query) -> Bool {
    let isBelow = query.place.hasPrefix("\(place)/")
    guard hasOwnServer else { return place == host || isBelow }
    guard isBelow, let folder = query.place.dropFirst(place.count).split(separator: "/").first
    else { return false }
    return site.id.hasSuffix("/api.php") ? folder == "index.php" : ForumPages.isFirst(folder)
  }

  /// The number of typing errors between the two; nil where there are too many. A prefix of three
  /// letters or more counts as one error.
  func distance(to query: Query) -> Int? {
    let names = Set([id, String(host.prefix { $0 != "." }), foldedName]).filter { !$0.isEmpty }
    var least: Int?
    for spelling in query.spellings {
      let limit = min(max(1, spelling.count / 3), 3)
      for name in names {
        let isBeginning = spelling.count >= 3 && name.hasPrefix(spelling)
        let distance = isBeginning ? 1 : EditDistance.between(spelling, name, atMost: limit)
        if let distance { least = min(least ?? distance, distance) }
      }
    }
    return least
  }
}
