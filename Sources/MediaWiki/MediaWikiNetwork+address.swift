import Networks
package import Roster
package import Transport

extension MediaWikiNetwork {
  /// Asks the `api.php` that is named, or that the pages of the wiki name.
  package func address(
    askedAt address: WebAddress, through transport: any ClientTransport
  ) async throws -> WebAddress? {
    guard hasSitesAlone else { return nil }
    var api = address.withoutQuery
    if !api.path.hasSuffix("/api.php") {
      guard let named = try await apiAddress(ofPage: address, through: transport) else {
        return nil
      }
      api = named
    }
    let info = try await transport.send(endpoint(at: api).info().ofUnknown()).value()
    return info == nil ? nil : api
  }

  /// The address of the API in the head of a page, after redirects within the server: the root of a wiki
  /// leads to its main page.
  private func apiAddress(
    ofPage address: WebAddress, through transport: any ClientTransport
  ) async throws -> WebAddress? {
    var page = address
    for _ in 0...Self.mostRedirects {
      switch try await transport.send(endpoint(at: page).page()).value() {
      case .other: return nil
      case .moved(let location): page = location
      case .ofWiki(let api):
        guard api.hostWithoutWWW == page.hostWithoutWWW else {
          var fault = Fault(
            .redirected,
            "its pages are those of another host's wiki: name \(api)")
          fault.location = api
          throw fault
        }
        return api
      }
    }
    return nil
  }

  private static let mostRedirects = 5
}
