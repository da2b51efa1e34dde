import FoundationEssentials
import Roster
import Transport

/// What an answer means. Pure functions of the answer; the body decides before the status does,
/// because the API sends nearly every error, fatal or passing, as HTTP 400.
enum Classification {
  /// What an error that the API itself reports means, by its documented `error_id`.
  ///
  /// | id | outcome |
  /// | --- | --- |
  /// | 502, "more requests available in N seconds" | locked out for N, a day at the most |
  /// | 502, "too many requests", no number | locked out for an hour |
  /// | 502, anything else | throttled: the wait was broken |
  /// | 500, 503 | temporary |
  /// | 405, or a message that is about `key` | permanent: the key is refused |
  /// | all others | permanent |
  ///
  /// Where the id is missing its documented name says as much.
  static func outcome(
    errorID: Int?, name: String?, message: String?, retryAfter: TimeInterval?
  ) -> Outcome {
    let message = message ?? ""
    let sentence = "\(name ?? "error \(errorID ?? 0)"): \(message)"
    switch errorID ?? name.flatMap({ ids[$0] }) {
    case 502:
      if let seconds = secondsUntilMore(in: message) { return .lockedOut(seconds: seconds) }
      let isLockOut = message.lowercased().contains("too many requests")
      return isLockOut ? .lockedOut(seconds: retryAfter ?? 3_600) : .throttled
    case 500, 503:
      return .temporary(Fault(.server, "the API reports \(sentence)", retryAfter: retryAfter))
    default:
      let concernsKey = errorID == 405 || message == "key" || message.hasPrefix("`key`")
      let kind = concernsKey ? Fault.Kind.keyRefused : .refused
      return .permanent(Fault(kind, "the API refuses it: \(sentence)"))
    }
  }

  private static let ids = [
    "internal_error": 500, "throttle_violation": 502, "temporarily_unavailable": 503,
  ]

  /// What an answer means that is not in the API's form.
  ///
  /// | status | outcome |
  /// | --- | --- |
  /// | 300 to 399 | permanent: redirected |
  /// | any, body empty | temporary: cut short |
  /// | 200 to 299, body begins like JSON | temporary: undecodable |
  /// | any other | temporary: not the API |
  static func outcome(
    status: Int, body: [UInt8], retryAfter: TimeInterval?, why: String
  ) -> Outcome {
    if (300..<400).contains(status) {
      return .permanent(
        Fault(.redirected, "the answer sends the client elsewhere (HTTP \(status))"))
    }
    guard let first = body.first(where: { !whiteSpace.contains($0) }) else {
      let fault = Fault(
        .cutShort, "the answer is empty (HTTP \(status))", retryAfter: retryAfter)
      return .temporary(fault)
    }
    if (200..<300).contains(status), first == UInt8(ascii: "{") {
      return .temporary(Fault(.undecodable, "the answer cannot be read: \(why)"))
    }
    let fault = Fault(
      .notTheAPI, "something other than the API answers (HTTP \(status))", retryAfter: retryAfter)
    return .temporary(fault)
  }

  private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  /// The number in "more requests available in 46472 seconds", a day at the most.
  private static func secondsUntilMore(in message: String) -> TimeInterval? {
    guard let match = message.firstMatch(of: /in (\d{1,9}) seconds/) else { return nil }
    return TimeInterval(match.1).map { min($0, 86_400) }
  }
}

extension RawResponse {
  /// Seconds that `Retry-After` asks for, a day at the most, whether it counts them or names a time,
  /// which is taken against the answer's own `Date`; nil where it says neither.
  var retryAfter: TimeInterval? {
    guard let value = headers["retry-after"] else { return nil }
    let seconds = TimeInterval(value) ?? secondsFromDate(to: value)
    return seconds.flatMap { $0.isFinite ? min(max($0, 0), 86_400) : nil }
  }

  private func secondsFromDate(to text: String) -> TimeInterval? {
    guard let now = headers["date"].flatMap(Self.httpDate), let then = Self.httpDate(text)
    else { return nil }
    return then.timeIntervalSince(now)
  }

  /// A time as HTTP writes it: `Sat, 21 Nov 2026 10:00:20 GMT`.
  private static func httpDate(_ text: String) -> Date? {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard let match = text.wholeMatch(of: /\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) GMT/),
      let month = months.firstIndex(of: String(match.2))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Date(dayOrInstant: "\(match.3)-\(number)-\(match.1)T\(match.4)Z")
  }
}
