import FoundationEssentials
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
  /// | 405, or a message that begins with `key` in backticks | permanent: the key is refused |
  /// | all others | permanent |
  static func outcome(
    errorID: Int?, name: String?, message: String?, retryAfter: TimeInterval?
  ) -> Outcome {
    let message = message ?? ""
    let sentence = "\(name ?? "error \(errorID ?? 0)"): \(message)"
    switch errorID {
    case 502:
      if let seconds = secondsUntilMore(in: message) { return .lockedOut(seconds: seconds) }
      let isLockOut = message.lowercased().contains("too many requests")
      return isLockOut ? .lockedOut(seconds: retryAfter ?? 3_600) : .throttled
    case 500, 503:
      return .temporary(Fault(.server, "the API reports \(sentence)", retryAfter: retryAfter))
    default:
      let concernsKey = errorID == 405 || message.hasPrefix("`key`")
      let kind = concernsKey ? Fault.Kind.keyRefused : .refused
      return .permanent(Fault(kind, "the API refuses it: \(sentence)"))
    }
  }

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
  /// Seconds that `Retry-After` asks for, a day at the most; nil where it is absent or not a number.
  var retryAfter: TimeInterval? {
    headers["retry-after"].flatMap { Int($0) }.map { TimeInterval(min(max($0, 0), 86_400)) }
  }
}
