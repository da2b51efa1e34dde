import Markup
import Networks
import Roster
import Transport

/// What a page tells about the wiki that it may belong to.
enum WikiPage: Hashable, Sendable {
  /// The page is one of a wiki with this `api.php`.
  case ofWiki(WebAddress)
  /// The page is at another address of the same server.
  case moved(WebAddress)
  case other
}

extension WikiEndpoint {
  /// The page at this address, for the address of the API in its head.
  func page() -> Request<WikiPage> {
    var request = Request<WikiPage>(
      label: address.siteID, url: address.pageURL, method: "page", throttleKey: throttleKey,
      headers: headers
    ) { response in read(response) }
    request.subject = address.siteID
    return request
  }

  private func read(_ response: RawResponse) -> Answer<WikiPage> {
    switch response.status {
    case 300..<400:
      guard let location = response.headers["location"].flatMap(address.resolving),
        location.origin == address.origin
      else { return Answer(.permanent(.redirected(response))) }
      return Answer(.good, payload: .moved(location))
    case 429:
      return Answer(.lockedOut(seconds: max(1, response.retryAfter ?? 60)))
    case 500...:
      let fault = Fault(
        .server, "the server reports HTTP \(response.status)", retryAfter: response.retryAfter)
      return Answer(.temporary(fault))
    default:
      // The page of a title without an article has its wiki's head too, with status 404.
      guard let body = try? response.unpackedBody(limit: Bounds.body),
        let link = MarkupText.link(to: "EditURI", in: String(decoding: body, as: UTF8.self)),
        let api = address.resolving(link)?.withoutQuery, api.path.hasSuffix("/api.php")
      else { return Answer(.good, payload: .other) }
      return Answer(.good, payload: .ofWiki(api))
    }
  }
}
