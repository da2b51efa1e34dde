extension SampleFault {
  /// All faults, grouped by the point at which they act.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    // Time.
    case latency, jitter, trickle
    case veryBadNetwork = "very-bad-network"
    // A response of another kind.
    case http500, http503, http429, http403, html200
    case internalError = "internal-error"
    case unavailable
    case siteError = "site-error"
    case redirect
    case keyInQueryRefused = "key-in-query-refused"
    // Limits.
    case backoff, lockout, quota
    // The roster and the list of sites.
    case joins, leaves, swaps
    case emptyRoster = "empty-roster"
    case siteVanishes = "site-vanishes"
    case sitesCut = "sites-cut"
    case sitesShort = "sites-short"
    // Pages and their envelope.
    case shortPage = "short-page"
    case emptyPage = "empty-page"
    case lostItems = "lost-items"
    case duplicate
    case totalWrong = "total-wrong"
    case totalMissing = "total-missing"
    case totalChanges = "total-changes"
    case moreStuck = "more-stuck"
    case moreEarly = "more-early"
    // How values are written.
    case nullFields = "null-fields"
    case unknownValues = "unknown-values"
    case doubleEscape = "double-escape"
    case decomposed
    // The headers of a response.
    case deprecation, sunset
    // The body.
    case malformedJSON = "malformed-json"
    case contentType = "content-type"
    case uncompressed
    case gzipCut = "gzip-cut"
    case gzipBomb = "gzip-bomb"
    // The connection.
    case reset
    case bodyCut = "body-cut"
    case stall, endless
  }

  /// The description of one kind, for `--help` and the manual.
  package struct Entry: Sendable {
    package var kind: Kind
    /// What happens, in one sentence.
    package var meaning: String
    /// The default duration; nil where it has none.
    package var duration: Duration?
    /// The default amount; nil where it has none.
    package var amount: Int?
    /// Which matching requests it applies to by default.
    package var extent: Extent
    package var takesCount: Bool
    package var takesChance: Bool
    /// The page that it applies to by default; nil for all.
    package var page: Int?

    package var name: String { kind.rawValue }

    /// The parameters that it takes, such as `a number of requests (3), a chance (10%)`.
    package var parameters: String {
      var list: [String] = []
      if amount != nil { list.append("an amount (15)") }
      if takesCount { list.append("a number of requests (3)") }
      if takesChance { list.append("a chance (10%)") }
      if duration != nil { list.append("a time (500ms, 30s)") }
      return list.isEmpty ? "no parameter" : list.joined(separator: ", ")
    }

    fileprivate init(
      _ kind: Kind, _ meaning: String, duration: Duration? = nil, amount: Int? = nil,
      extent: Extent = .all, count: Bool = true, chance: Bool = true, page: Int? = nil
    ) {
      self.kind = kind
      self.meaning = meaning
      self.duration = duration
      self.amount = amount
      self.extent = extent
      takesCount = count && amount == nil
      takesChance = chance
      self.page = page
    }
  }

  /// All faults, in the order of `Kind`.
  package static let catalogue: [Entry] = Kind.allCases.map(\.entry)
}

extension SampleFault.Kind {
  /// Whether the fault needs a site as its scope.
  var needsSite: Bool { self == .siteVanishes }

  /// Faults of a roster are counted for each site separately.
  var countsBySite: Bool {
    switch self {
    case .joins, .leaves, .swaps, .emptyRoster, .lostItems, .duplicate, .moreEarly, .siteError: true
    default: false
    }
  }

  /// Faults that shift pages apply to a site always or never: a partial shift would lose
  /// moderators.
  var isDrawnBySite: Bool { self == .shortPage || self == .emptyPage }

  /// Faults of a roster's pages do not apply to other methods.
  var concernsRostersOnly: Bool {
    switch self {
    case .joins, .leaves, .swaps, .emptyRoster, .shortPage, .emptyPage, .lostItems, .duplicate,
      .totalWrong, .totalMissing, .totalChanges, .moreStuck, .moreEarly, .siteError:
      true
    default: false
    }
  }

  /// Faults of the list of sites; the site in the scope is the one that they remove.
  var concernsSitesOnly: Bool { [.siteVanishes, .sitesCut, .sitesShort].contains(self) }

  var entry: SampleFault.Entry {
    switch self {
    case .latency, .jitter, .trickle, .veryBadNetwork: timeEntry
    case .http500, .http503, .http429, .http403, .html200, .internalError, .unavailable, .siteError,
      .redirect, .keyInQueryRefused:
      answerEntry
    case .backoff, .lockout, .quota: limitEntry
    case .joins, .leaves, .swaps, .emptyRoster, .siteVanishes, .sitesCut, .sitesShort: rosterEntry
    case .deprecation, .sunset: headEntry
    case .shortPage, .emptyPage, .lostItems, .duplicate: pageEntry
    case .totalWrong, .totalMissing, .totalChanges, .moreStuck, .moreEarly: envelopeEntry
    default: bytesEntry
    }
  }

  private var timeEntry: SampleFault.Entry {
    switch self {
    case .latency: .init(self, "Responses are delayed.", duration: .milliseconds(100))
    case .jitter:
      .init(
        self, "Responses are delayed by a random time up to a limit.", duration: .milliseconds(100))
    case .trickle:
      .init(
        self, "Bodies are sent in pieces of 512 bytes with a pause before each.",
        duration: .milliseconds(50))
    default:
      .init(
        self, "One second of latency, 10 % of connections reset, slow bodies.", count: false,
        chance: false)
    }
  }

  private var answerEntry: SampleFault.Entry {
    switch self {
    case .http500: .init(self, "HTTP 500 with an HTML page.")
    case .http503:
      .init(self, "HTTP 503 with Retry-After and an HTML page.", duration: .seconds(2))
    case .http429: .init(self, "HTTP 429 with the HTML page that the CDN sends.")
    case .http403: .init(self, "HTTP 403 with the HTML page that the CDN sends.")
    case .html200: .init(self, "HTTP 200 with an HTML page instead of JSON.")
    case .internalError: .init(self, "The API's own error 500, as HTTP 400.")
    case .unavailable: .init(self, "The API's own error 503, as HTTP 400.")
    case .siteError:
      .init(self, "The site is listed, but a request for its roster fails: no site found.")
    case .keyInQueryRefused:
      .init(self, "A key in the query is refused; a key in the Authorization header is accepted.")
    default: .init(self, "HTTP 302 to another host.")
    }
  }

  private var limitEntry: SampleFault.Entry {
    switch self {
    case .backoff:
      .init(
        self, "Responses require a wait before the next call of the same method; it is enforced.",
        duration: .seconds(2), extent: .chance(percent: 10))
    case .lockout:
      .init(
        self, "The address is locked out with a stated end; later requests are refused too.",
        duration: .seconds(30), extent: .first(1))
    default:
      .init(
        self, "The day's quota has that many requests left when the network starts.",
        amount: 15, chance: false)
    }
  }

  private var rosterEntry: SampleFault.Entry {
    switch self {
    case .joins:
      .init(
        self, "Right after page 1 is sent, a moderator joins whose place is on page 1.",
        extent: .first(1), page: 1)
    case .leaves:
      .init(
        self, "Right after page 1 is sent, the second moderator by creation leaves.",
        extent: .first(1), page: 1)
    case .swaps:
      .init(
        self,
        "Right after page 1 is sent, the second moderator by creation leaves and another one joins "
          + "at the end: the total stays the same.", extent: .first(1), page: 1)
    case .emptyRoster: .init(self, "A roster is returned as empty, with total 0.")
    case .siteVanishes: .init(self, "The site is not in the list of sites.")
    case .sitesShort:
      .init(
        self, "The list of sites lacks that many of its last rows, which `total` still counts.",
        amount: 4)
    default:
      .init(self, "The list of sites ends after that many rows.", amount: 20)
    }
  }

  private var headEntry: SampleFault.Entry {
    switch self {
    case .deprecation:
      .init(self, "A Deprecation header: the API has been deprecated since 2026.")
    default: .init(self, "A Sunset header: the API will be switched off at the end of 2050.")
    }
  }

  private var pageEntry: SampleFault.Entry {
    switch self {
    case .shortPage:
      .init(
        self,
        "A page, by default page 2, contains half of its items; the rest follows, no item is lost.",
        count: false, page: 2)
    case .emptyPage:
      .init(
        self, "A page, by default page 2, is empty although others follow; no item is lost.",
        count: false, page: 2
      )
    case .lostItems:
      .init(
        self, "A page, by default page 2, lacks half of its items, which no other page contains.",
        page: 2)
    default:
      .init(
        self,
        "The first item of a page, by default page 2, is replaced by the last one of the page before.",
        page: 2)
    }
  }

  private var envelopeEntry: SampleFault.Entry {
    switch self {
    case .totalWrong: .init(self, "`total` is one too high.")
    case .totalMissing: .init(self, "`total` is missing with every filter.")
    case .totalChanges: .init(self, "`total` is one too high from page 2 on.")
    case .moreStuck: .init(self, "`has_more` is always true.")
    default: .init(self, "`has_more` is false although pages follow.", page: 1)
    }
  }

  private var bytesEntry: SampleFault.Entry {
    switch self {
    case .nullFields: .init(self, "Fields without a value, and some that change daily, are null.")
    case .unknownValues: .init(self, "Undocumented fields and enum values.")
    case .doubleEscape:
      .init(self, "Safe filters escape text twice.", extent: .chance(percent: 50))
    case .decomposed:
      .init(
        self, "Names and places are in decomposed form (NFD), which looks the same.",
        extent: .chance(percent: 50))
    case .malformedJSON: .init(self, "The JSON ends in the middle; its compression is valid.")
    case .contentType: .init(self, "JSON with Content-Type text/html.")
    case .uncompressed: .init(self, "The body is not compressed.")
    case .gzipCut: .init(self, "The compressed body ends early; its Content-Length is correct.")
    case .gzipBomb: .init(self, "A small body that decompresses to that many MiB.", amount: 128)
    case .reset: .init(self, "The connection is reset before any response.")
    case .bodyCut: .init(self, "The connection closes in the middle of the body.")
    case .stall: .init(self, "The body stops in the middle; the connection stays open.")
    default: .init(self, "The body never ends.")
    }
  }
}
