package import FoundationEssentials
import Roster

/// What the head of an HTTP answer says beside its status, whatever the body holds.
///
/// Every answer that came over HTTP has one, refusals and unreadable bodies included.
package struct AnswerHead: Hashable, Sendable {
  /// The server's clock, to the second (`Date`); nil where the header is absent or no time.
  package var serverDate: Date?
  /// The software that answers (`Server`), at most ``longestValue`` characters.
  package var server: String?
  /// Since when the API is deprecated (`Deprecation`, RFC 9745), as it was written.
  package var deprecation: String?
  /// When the API will be switched off (`Sunset`, RFC 8594), as it was written.
  package var sunset: String?

  /// Characters of a header that are kept: the values are shown to people and stored, and none of
  /// them has a reason to be longer.
  package static let longestValue = 200

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
  /// What its headers say.
  package var head: AnswerHead { AnswerHead(headers: headers) }
}
