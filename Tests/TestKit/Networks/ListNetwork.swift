import Foundation
package import Networks
package import Roster
package import Transport

/// Networks as different from Stack Exchange as the program allows: each site has an API at its own
/// host and is added by its address alone, and a roster may be empty. The kind decides how lists are
/// paged and what they say of their size.
package struct ListNetwork: Network {
  package let kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Tokens and no total: the kind that differs most.
  package static let tokens = ListNetwork(.tokens)

  /// The kinds of lists.
  package enum Kind: String, CaseIterable, Sendable {
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

  package var id: NetworkID { NetworkID(kind.rawValue) }
  package var rules: ProofRules {
    ProofRules(
      [kind.paging], total: kind.total, order: kind == .whole ? .any : .byID,
      allowsEmptyRoster: true)
  }
  package var limits: NetworkLimits { NetworkLimits(pageSize: 3, mostPages: 50) }
  package func throttleKey(for site: SiteRef?) -> String { site?.id ?? "" }

  /// `https://NAME.KIND.test`; the site's id is its host.
  package func site(at address: String) -> Site? {
    let host = Site.host(in: address)
    guard host.hasSuffix(".\(kind.rawValue).test") else { return nil }
    return Site(
      SiteRef(id, host), name: "The \(host.prefix { $0 != "." })", url: "https://\(host)")
  }

  package var paging: Paging { kind.paging }

  package func lists(
    of site: Site, _ context: ListContext, through transport: any ClientTransport
  ) async throws -> SiteLists {
    let list = RosterList(paging: paging) { page($0, of: site.ref) }
    return SiteLists([list], source: "limit=\(context.pageSize ?? limits.pageSize)")
  }

  package func usualCost(of site: SiteRef?) -> SiteCost { SiteCost(paging: paging) }

  /// One page of the list of a site.
  package func page(_ query: PageQuery, of site: SiteRef) -> Request<Page<Moderator>> {
    let order = query.reading == .first ? "up" : "down"
    let label =
      switch query.position {
      case .start: "moderators?limit=\(query.pageSize)&order=\(order)"
      case .token(let token): "moderators?limit=\(query.pageSize)&order=\(order)&from=\(token)"
      case .number(let number): "moderators?limit=\(query.pageSize)&order=\(order)&page=\(number)"
      case .offset(let offset): "moderators?limit=\(query.pageSize)&order=\(order)&offset=\(offset)"
      case .whole: "moderators"
      }
    var request = Request<Page<Moderator>>(
      label: "\(site.id)/\(label)", url: "https://\(site.id)/\(label)",
      method: "moderators", throttleKey: throttleKey(for: site)
    ) { [kind] response in
      Self.read(
        response, kind, PageEnvelope.Request(query.position, limit: query.pageSize))
    }
    request.subject = site.id
    return request
  }

  private static func read(
    _ response: RawResponse, _ kind: Kind, _ request: PageEnvelope.Request
  ) -> Answer<Page<Moderator>> {
    if response.status == 404 {
      return Answer(.permanent(Fault(.refused, "there is no such site")))
    }
    if response.status == 429 { return Answer(.lockedOut(seconds: 30)) }
    guard response.status == 200 else {
      return Answer(.temporary(Fault(.server, "HTTP \(response.status)")))
    }
    guard let body = try? JSONDecoder().decode(ListBody.self, from: Data(response.body)),
      let envelope = body.envelope(of: kind),
      let page = try? Page(
        items: body.users.map { Moderator(userID: $0.id, displayName: $0.name) }, envelope,
        answering: request)
    else {
      return Answer(.temporary(Fault(.undecodable, "the answer is no list of users")))
    }
    return Answer(.good, payload: page)
  }
}
