package import Networks
package import Roster
package import Transport

/// The sites of Stack Exchange behind one endpoint of their API.
package struct StackExchangeNetwork: Network {
  package let api: APIEndpoint

  package init(_ api: APIEndpoint) {
    self.api = api
  }

  /// The `network` of every row that comes from this API.
  package static let id: NetworkID = "stackexchange"
  /// Every site lists at least the Community user.
  package static let rules = ProofRules(total: .exact, allowsEmptyRoster: false)

  package var id: NetworkID { Self.id }
  package var rules: ProofRules { Self.rules }

  /// Without a key the API refuses pages above 25, and page 26 gets that error; with a key, 500
  /// pages are 50,000 moderators, where the largest site has 84, and a twentieth of the daily
  /// quota.
  package var limits: NetworkLimits {
    NetworkLimits(
      pageSize: APIEndpoint.pageSize, mostPages: api.key == nil ? 26 : 500,
      keylessQuota: APIEndpoint.keylessQuota)
  }

  package var host: String? { api.host }
  /// One host serves all sites, so that they share a throttle.
  package func throttleKey(for site: SiteRef?) -> String { api.throttleKey }
  package var keyOrigin: String? { api.key?.origin }

  /// The filter that selects the fields of answers.
  package var preparation: Preparation? {
    Preparation(
      name: Filter.rosterName, noun: "filter", request: api.makeFilter(),
      fallback: Filter.wellKnownSafe.id,
      fallbackWarning:
        "The API does not create an unsafe filter; the text of a safe one is decoded, and about-me "
        + "texts are not read: those that are known stay.")
  }

  /// The well-known safe filter has no `about_me`, and its text is decoded until it no longer
  /// changes: where a name contains an HTML reference itself, that is not the name.
  package var partialAnswers: PartialAnswers? {
    let safe = query(.wellKnownSafe)
    return PartialAnswers(isPartial: { $0.hasPrefix(safe) }) { row, known in
      var row = row
      row.aboutText = known.aboutText
      if Self.isSameText(row.displayName, known.displayName) {
        row.displayName = known.displayName
      }
      if let partial = row.location, let whole = known.location, Self.isSameText(partial, whole) {
        row.location = whole
      }
      return row
    }
  }

  /// Whether a partial row can have this text where a whole one has the other.
  private static func isSameText(_ partial: String, _ whole: String) -> Bool {
    let decoded = TextForm.escaped.reading(whole)
    return decoded.utf8.count != whole.utf8.count && decoded == partial
  }

  /// One page of `/sites`; the first one contains all sites.
  package func sitePage(
    at position: PagePosition?, size: Int?, prepared: String?
  ) -> Request<Page<Site>>? {
    api.sites(page: position?.number ?? 1, pageSize: size, filter: Filter(kept: prepared))
  }

  /// Always nil: only the list of sites maps addresses to ids.
  package func site(at address: String) -> Site? { nil }

  /// `/users/moderators` and `/users/moderators/elected`, which every site has.
  package func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists {
    SiteLists(
      [list(of: site, context)], elected: list(of: site, context, electedOnly: true),
      source: source(context))
  }

  private func list(
    of site: Site, _ context: ListContext, electedOnly: Bool = false
  ) -> RosterList {
    let (api, filter) = (api, Filter(kept: context.prepared))
    return RosterList(paging: .numbered) { query in
      api.moderators(
        of: site.id, page: query.position.number, pageSize: query.pageSize,
        order: query.reading == .first ? .ascending : .descending, filter: filter,
        electedOnly: electedOnly, idsOnly: electedOnly || query.reading == .second)
    }
  }

  /// The filter determines the fields of a page, and `sort` the order.
  private func source(_ context: ListContext) -> String {
    let size = context.pageSize ?? limits.pageSize
    return "\(query(Filter(kept: context.prepared)))pagesize=\(size)&sort=creation"
  }

  /// Always the same: one list.
  package func expectedCost(of site: SiteRef?) -> SiteCost { SiteCost(paging: .numbered) }

  private func query(_ filter: Filter) -> String { "filter=\(filter.id)&" }

  package var listsElected: Bool { true }
}

extension PagePosition {
  /// The page's number; 1 for the first page of any kind of paging.
  fileprivate var number: Int { if case .number(let number) = self { number } else { 1 } }
}
