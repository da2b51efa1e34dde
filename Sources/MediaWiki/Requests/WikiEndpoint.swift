import FoundationEssentials
import Markup
package import Networks
package import Roster
import Transport

/// The address of a wiki's `api.php`, and the name under which it is asked.
package struct WikiEndpoint: Hashable, Sendable {
  /// Including `api.php`, such as `https://de.wikipedia.org/w/api.php`.
  package let address: WebAddress
  /// The value of `User-Agent`.
  package let userAgent: String
  /// Whether it has a contact of the operator.
  let namesOperator: Bool
  /// The name under which waits are stored. Wikimedia limits a client on all its wikis together.
  package let throttleKey: String

  /// - Parameters:
  ///   - address: Including `api.php`.
  ///   - program: The name and version for `User-Agent`, such as `modexport/1.0`.
  ///   - contact: The hosts of Wikimedia answer a client without one with an error, or ten times a
  ///     minute.
  ///   - farm: A name of the farm whose wikis limit a client together; nil where the wiki's host tells
  ///     it.
  package init(
    _ address: WebAddress, program: String, contact: OperatorContact?, farm: String? = nil
  ) {
    self.address = address
    namesOperator = contact != nil
    userAgent = contact.map { "\(program) (\($0))" } ?? program
    let shared = Self.isWikimedia(address) ? Self.wikimedia : farm
    throttleKey = shared.map { [userAgent] in "\($0)#\(userAgent)" } ?? address.siteID
  }

  /// The `network` of Wikimedia's wikis; a site is named by its database, such as `dewiki`.
  package static let wikimedia: NetworkID = "wikimedia"
  /// The `network` of other wikis; a site is named by the address of its API, without the scheme.
  package static let otherWikis: NetworkID = "mediawiki"

  /// The headers of each request.
  var headers: RequestHeaders { RequestHeaders(["User-Agent": userAgent]) }

  /// Whether the rules of Wikimedia apply.
  package static func isWikimedia(_ address: WebAddress) -> Bool {
    let host = address.host.prefix { $0 != ":" }
    return domains.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  private static let domains = [
    "mediawiki.org", "wikibooks.org", "wikidata.org", "wikifunctions.org", "wikimedia.org",
    "wikimediafoundation.org", "wikinews.org", "wikipedia.org", "wikiquote.org", "wikisource.org",
    "wikiversity.org", "wikivoyage.org", "wiktionary.org",
  ]
}

/// What the head of a page says about the wiki that it may belong to.
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
