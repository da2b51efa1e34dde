import FoundationEssentials
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
