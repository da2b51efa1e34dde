package import FoundationEssentials
import Roster

/// The headers of an HTTP response that matter whatever the body is.
///
/// Every HTTP response has one, refusals and unreadable bodies included.
package struct AnswerHead: Hashable, Sendable {
  /// The server's clock, to the second (`Date`); nil where the header is absent or not a date.
  package var serverDate: Date?
  /// The server software (`Server`), at most ``longestValue`` characters.
  package var server: String?
  /// Since when the API is deprecated (`Deprecation`, RFC 9745), verbatim.
  package var deprecation: String?
  /// When the API will be switched off (`Sunset`, RFC 8594), verbatim.
  package var sunset: String?

  /// The maximum length of a stored header in characters: the values are shown and stored, and no
  /// valid one is longer.
  package static let longestValue = 200

  /// Seconds by which the server's clock and ours may differ. Every clock that is synchronised differs by
  /// less, and a response that takes this long has already timed out.
  package static let mostSkew: TimeInterval = 600

  package init(
    serverDate: Date? = nil, server: String? = nil, deprecation: String? = nil,
    sunset: String? = nil
  ) {
    self.serverDate = serverDate
    self.server = server
    self.deprecation = deprecation
    self.sunset = sunset
  }

  /// Reads the headers, whose names are in lower case.
  package init(headers: [String: String]) {
    func text(_ name: String) -> String? {
      headers[name].map { String($0.prefix(Self.longestValue)) }
    }
    self.init(
      serverDate: headers["date"].flatMap { Date(httpDate: $0) }, server: text("server"),
      deprecation: text("deprecation"), sunset: text("sunset"))
  }
}

extension RawResponse {
  /// The fields from its headers.
  package var head: AnswerHead { AnswerHead(headers: headers) }
}
