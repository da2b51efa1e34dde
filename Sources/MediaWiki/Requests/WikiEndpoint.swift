import FoundationEssentials
package import Networks
package import Roster
import Transport

/// Whom a wiki's administrators can reach about the requests of this machine: an address of the
/// operator, not of the program's authors, because wikis limit and block by it.
package struct OperatorContact: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// An email address, a web address or a user page, such as `ops@example.org`,
  /// `https://example.org/bot` or `User:Example`. Returns nil for anything else, and for what a
  /// header's comment cannot hold.
  package init?(_ text: String) {
    guard (3...200).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()\\".utf8.contains($0) }),
      text.contains("@") || text.contains("://") || text.hasPrefix("User:")
    else { return nil }
    description = text
  }
}

/// A Wikimedia wiki was to be asked without a contact of the operator, which its rules require.
package struct MissingContact: Error, Hashable, Sendable {}

/// The address of a wiki's `api.php`, and the name under which it is asked.
package struct WikiEndpoint: Hashable, Sendable {
  /// Including `api.php`, such as `https://de.wikipedia.org/w/api.php`.
  package let address: BaseAddress
  /// The value of `User-Agent`.
  package let userAgent: String
  private let contact: OperatorContact?

  /// - Parameters:
  ///   - address: Including `api.php`.
  ///   - program: The name and version for `User-Agent`, such as `modexport/1.0`.
  ///   - contact: Required for the hosts of Wikimedia, which answer unidentified clients with an
  ///     error or ten times a minute.
  /// - Throws: ``MissingContact``.
  package init(
    _ address: BaseAddress, program: String, contact: OperatorContact?
  ) throws(MissingContact) {
    if Self.isWikimedia(address), contact == nil { throw MissingContact() }
    self.address = address
    self.contact = contact
    userAgent = contact.map { "\(program) (\($0))" } ?? program
  }

  /// The `network` of Wikimedia's wikis; a site is named by its database, such as `dewiki`.
  package static let wikimedia: NetworkID = "wikimedia"
  /// The `network` of other wikis; a site is named by the address of its API, without the scheme.
  package static let otherWikis: NetworkID = "mediawiki"

  /// The name under which waits are stored. Wikimedia limits a client on all its wikis together.
  package var throttleKey: String {
    Self.isWikimedia(address) ? "\(Self.wikimedia)#\(userAgent)" : address.siteID
  }

  /// The headers of each request.
  var headers: RequestHeaders { RequestHeaders(["User-Agent": userAgent]) }

  /// Whether the rules of Wikimedia apply.
  package static func isWikimedia(_ address: BaseAddress) -> Bool {
    let host = address.host.prefix { $0 != ":" }
    return domains.contains { host == $0 || host.hasSuffix(".\($0)") }
  }

  private static let domains = [
    "mediawiki.org", "wikibooks.org", "wikidata.org", "wikifunctions.org", "wikimedia.org",
    "wikimediafoundation.org", "wikinews.org", "wikipedia.org", "wikiquote.org", "wikisource.org",
    "wikiversity.org", "wikivoyage.org", "wiktionary.org",
  ]
}
