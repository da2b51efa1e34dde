import Foundation
package import Networks
package import Roster
package import Transport

/// A network as different from Stack Exchange as the program allows: each site has an API at its
/// own host and is added by its address alone, pages have tokens, there is no `total`, and a roster
/// may be empty.
package struct TokenNetwork: Network {
  package init() {}

  package static let id: NetworkID = "tokens"
  package static let rules = ProofRules(
    [.tokens], total: .none, order: .byID, allowsEmptyRoster: true)

  package var id: NetworkID { Self.id }
  package var rules: ProofRules { Self.rules }
  package var limits: NetworkLimits { NetworkLimits(pageSize: 3, mostPages: 50) }
  package var host: String? { nil }
  package func throttleKey(for site: SiteRef?) -> String { site?.id ?? "" }
  package var keyOrigin: String? { nil }
  package var partialAnswers: PartialAnswers? { nil }
  package var preparation: Preparation? { nil }

  package func sitePage(_ number: Int, size: Int?, prepared: String?) -> Request<Page<Site>>? {
    nil
  }

  /// `https://NAME.tokens.test`; the site's id is its host.
  package func site(at address: String) -> Site? {
    let host = Site.host(in: address)
    guard host.hasSuffix(".tokens.test") else { return nil }
    return Site(
      SiteRef(Self.id, host), name: "The \(host.prefix { $0 != "." })", url: "https://\(host)")
  }

  package var paging: Paging { .tokens }

  package func page(_ query: RosterQuery) -> Request<Page<Moderator>> {
    var label =
      "moderators?limit=\(query.pageSize)&order=\(query.reading == .first ? "up" : "down")"
    if case .token(let token) = query.position { label += "&from=\(token)" }
    var request = Request<Page<Moderator>>(
      label: "\(query.site.id)/\(label)", url: "https://\(query.site.id)/\(label)",
      method: "moderators", throttleKey: throttleKey(for: query.site)
    ) { response in
      Self.read(response, to: PageEnvelope.Request(query.position, limit: query.pageSize))
    }
    request.subject = query.site.id
    request.allowance = query.allowance
    return request
  }

  package func source(pageSize: Int, prepared: String?) -> String { "limit=\(pageSize)" }
  package var probe: (any NetworkProbe)? { nil }
  package var listsElected: Bool { false }

  /// `{"users": [{"id": 1, "name": "Ann"}], "next": "4"}`, without `next` on the last page.
  private struct Body: Codable {
    struct User: Codable {
      var id: Int
      var name: String
    }
    var users: [User]
    var next: String?
  }

  private static func read(
    _ response: RawResponse, to request: PageEnvelope.Request
  ) -> Answer<Page<Moderator>> {
    if response.status == 404 {
      return Answer(.permanent(Fault(.refused, "there is no such site")))
    }
    if response.status == 429 { return Answer(.lockedOut(seconds: 30)) }
    guard response.status == 200 else {
      return Answer(.temporary(Fault(.server, "HTTP \(response.status)")))
    }
    guard let body = try? JSONDecoder().decode(Body.self, from: Data(response.body)),
      let page = try? Page(
        items: body.users.map { Moderator(userID: $0.id, displayName: $0.name) },
        .token(body.next, total: nil), answering: request)
    else {
      return Answer(.temporary(Fault(.undecodable, "the answer is no list of users")))
    }
    return Answer(.good, payload: page)
  }

  /// The correct answer of a site with these moderators to a request.
  ///
  /// - Parameter users: Names by id.
  package static func respond(to url: String, users: [Int: String]) -> RawResponse {
    let query = URLComponents(string: url)?.queryItems ?? []
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    let isUp = value("order") == "up"
    let limit = value("limit").flatMap { Int($0) } ?? 3
    let from = value("from").flatMap { Int($0) }
    let ids = users.keys.sorted { isUp ? $0 < $1 : $0 > $1 }
      .drop { id in from.map { isUp ? id < $0 : id > $0 } ?? false }
    let body = Body(
      users: ids.prefix(limit).map { Body.User(id: $0, name: users[$0] ?? "") },
      next: ids.dropFirst(limit).first.map { String($0) })
    // The body contains only plain values.
    return RawResponse(status: 200, body: (try? JSONEncoder().encode(body)).map(Array.init) ?? [])
  }
}
