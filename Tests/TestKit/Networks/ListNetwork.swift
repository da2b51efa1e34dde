import Foundation
package import Networks
package import Roster
package import Transport

/// Networks as different from Stack Exchange as the program allows: each site has an API at its own
/// host and is added by its address alone, and a roster may be empty. The kind decides how lists are
/// paged and what they say of their size.
package struct ListNetwork: Network {
  package let kind: Kind
  /// Whether a site has several lists, each of its own kind: one of the companions of ``kind``, which
  /// decides what a total is worth.
  package let hasRoles: Bool

  package init(_ kind: Kind, hasRoles: Bool = false) {
    self.kind = kind
    self.hasRoles = hasRoles
  }

  /// One network for each kind of lists, and for each worth of totals one whose sites have several lists.
  package static let all =
    Kind.allCases.map { ListNetwork($0) }
    + [.numbered, .tokens, .lagging].map { ListNetwork($0, hasRoles: true) }

  /// Tokens and no total: the kind that differs most.
  package static let tokens = ListNetwork(.tokens)

  /// The kinds of lists.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Numbered pages with `more` and a total.
    case numbered
    /// Numbered pages that count themselves.
    case counted
    /// Pages by offset and limit.
    case offset
    /// Pages with tokens, without a total.
    case tokens
    /// Pages with tokens, and a total that may be an hour old.
    case lagging
    /// One answer without pages.
    case whole

    var paging: Paging {
      switch self {
      case .numbered, .counted: .numbered
      case .offset: .offset
      case .tokens, .lagging: .tokens
      case .whole: .whole
      }
    }

    var total: ProofRules.Total {
      switch self {
      case .numbered, .counted, .offset: .exact
      case .tokens, .whole: .none
      case .lagging: .bounded(maxAge: 3_600)
      }
    }
  }

  /// Also the end of its hosts' names.
  package var name: String { hasRoles ? "\(kind.rawValue)-roles" : kind.rawValue }
  package var id: NetworkID { NetworkID(name) }
  package var rules: ProofRules {
    let kinds = hasRoles ? Self.companions(of: kind) : [kind]
    return ProofRules(
      Set(kinds.map(\.paging)), total: kind.total, allowsEmptyRoster: true)
  }
  package var limits: NetworkLimits { NetworkLimits(pageSize: 3, mostPages: 50) }
  package func throttleKey(for site: SiteRef?) -> String { site?.id ?? "" }

  /// `https://NAME.NETWORK.test`; the site's id is its host.
  package func site(at address: String) -> Site? {
    let host = Site.host(in: address)
    guard host.hasSuffix(".\(name).test") else { return nil }
    return Site(
      SiteRef(id, host), name: "The \(host.prefix { $0 != "." })", url: "https://\(host)")
  }

  package var paging: Paging { kind.paging }

  package func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists {
    let lists =
      hasRoles
      ? try await transport.send(listing(of: site.ref)).value() : [List(.moderator, kind)]
    let names = lists.map { "\($0.role.rawValue):\($0.kind.rawValue)" }.joined(separator: ",")
    return SiteLists(
      lists.map { list in
        RosterList(list.role, paging: list.kind.paging) { page($0, of: site.ref, list) }
      }, source: "limit=\(context.pageSize ?? limits.pageSize)&lists=\(names)")
  }

  package func expectedCost(of site: SiteRef?) -> SiteCost {
    SiteCost(opening: hasRoles ? 1 : 0, lists: hasRoles ? 1...3 : 1...1, paging: paging)
  }

  /// One page of a list of a site; the only one by default.
  package func page(
    _ query: PageQuery, of site: SiteRef, _ list: List? = nil
  ) -> Request<Page<Moderator>> {
    let list = list ?? List(.moderator, kind)
    let order = query.reading == .first ? "up" : "down"
    let label =
      switch query.position {
      case .start: "\(list.path)?limit=\(query.pageSize)&order=\(order)"
      case .token(let token): "\(list.path)?limit=\(query.pageSize)&order=\(order)&from=\(token)"
      case .number(let number): "\(list.path)?limit=\(query.pageSize)&order=\(order)&page=\(number)"
      case .offset(let offset):
        "\(list.path)?limit=\(query.pageSize)&order=\(order)&offset=\(offset)"
      case .whole: list.path
      }
    var request = Request<Page<Moderator>>(
      label: "\(site.id)/\(label)", url: "https://\(site.id)/\(label)",
      method: "moderators", throttleKey: throttleKey(for: site)
    ) { response in
      Self.read(response, list.kind, query)
    }
    request.subject = site.id
    return request
  }

  /// What another status than 200 means; nil for that.
  static func refusal<Payload>(_ response: RawResponse) -> Answer<Payload>? {
    switch response.status {
    case 200: nil
    case 404: Answer(.permanent(Fault(.refused, "there is no such site")))
    case 429: Answer(.lockedOut(seconds: 30))
    default: Answer(.temporary(Fault(.server, "HTTP \(response.status)")))
    }
  }

  private static func read(
    _ response: RawResponse, _ kind: Kind, _ query: PageQuery
  ) -> Answer<Page<Moderator>> {
    if let refusal: Answer<Page<Moderator>> = refusal(response) { return refusal }
    guard let body = try? JSONDecoder().decode(ListBody.self, from: Data(response.body)),
      let page = body.page(of: kind, at: query.position, limit: query.pageSize)
    else {
      return Answer(.temporary(Fault(.undecodable, "the answer is no list of users")))
    }
    return Answer(.good, payload: page)
  }
}
