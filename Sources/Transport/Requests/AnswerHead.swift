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
  /// Seconds since the server made an answer that comes from a cache (`Age`, RFC 9111); 0 without the header.
  package var age: TimeInterval = 0
  /// Whether the answer came through a proxy or a cache (`Via`).
  package var isForwarded = false
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

  /// Seconds. An older answer from a cache says too little about the present.
  package static let mostAge: TimeInterval = 86_400

  /// What the header `Date` says about this machine's clock.
  ///
  /// - Parameters:
  ///   - sent: When the request was sent, by our clock.
  ///   - received: When the answer arrived, by our clock.
  package func clock(sent: Date, received: Date) -> ClockReading? {
    guard let serverDate else { return nil }
    let theirs = serverDate + age
    let ahead = theirs.timeIntervalSince(received)
    if theirs > received + Self.mostSkew { return .contradicts(by: ahead) }
    guard theirs < sent - Self.mostSkew else { return .confirms }
    // A cache that does not send the age of its answers looks like a slow clock.
    return isForwarded && age == 0 ? .uncertain(seconds: -ahead) : .contradicts(by: ahead)
  }
}

extension AnswerHead {
  /// Reads the headers, whose names are in lower case.
  package init(headers: [String: String]) {
    func text(_ name: String) -> String? {
      headers[name].map { String($0.prefix(Self.longestValue)) }
    }
    self.init(
      serverDate: headers["date"].flatMap { Date(httpDate: $0) }, server: text("server"),
      age: headers["age"].flatMap { UInt32($0) }.map(TimeInterval.init) ?? 0,
      isForwarded: headers["via"] != nil, deprecation: text("deprecation"), sunset: text("sunset"))
  }
}

extension RawResponse {
  /// The fields from its headers.
  package var head: AnswerHead { AnswerHead(headers: headers) }
}

/// What one server's clock says about ours.
package enum ClockReading: Hashable, Sendable {
  /// They agree within ``AnswerHead/mostSkew``.
  case confirms
  /// The server's clock is ahead of ours by these seconds; negative where it is behind.
  case contradicts(by: TimeInterval)
  /// The server's time is behind ours by these seconds, and a cache between may be the reason.
  case uncertain(seconds: TimeInterval)
}
