import Roster

/// A request with its method and site.
struct Call: Sendable {
  var route: Route
  var parameters: [String: String]
  /// The key, and whether it was in the query.
  var key: String?
  var hasKeyInQuery: Bool
  var client: String
  /// The id of the site, whether the request used it or the host; the value itself for an unknown
  /// site.
  var site: String?
  /// The page, 1 by default; a value that is not a number counts as 1 here.
  var page: Int

  init?(_ request: SampleRequest, in network: SampleWorld) {
    guard let route = Route(path: request.path) else { return nil }
    self.route = route
    parameters = request.parameters
    key = request.key
    hasKeyInQuery = request.hasKeyInQuery
    client = request.client
    site = parameters["site"].map { network.siteID(named: $0) ?? $0 }
    page = parameters["page"].flatMap { Int($0) } ?? 1
  }

  /// The same for two requests that ask for the same, whichever client sends them.
  var identity: String {
    let rest = parameters.filter { $0.key != "key" }.sorted { $0.key < $1.key }
    return rest.reduce(route.method) { "\($0)&\($1.key)=\($1.value)" }
  }

  var isRoster: Bool { route == .moderators || route == .electedModerators }
}

extension SampleWorld {
  /// The site with this parameter or full domain.
  func siteID(named name: String) -> String? {
    if site(name) != nil { return name }
    return sites.first { $0.site.url == "https://\(name)" }?.site.id
  }
}
