import FoundationEssentials
import Networks
import Roster
import Transport

/// What an answer means. Pure functions of the answer; the body takes precedence over the status,
/// because the API returns nearly every error, permanent or temporary, as HTTP 400.
enum Classification {
  /// The outcome of an error that the API itself reports, by its documented `error_id`.
  ///
  /// | id | outcome |
  /// | --- | --- |
  /// | 502, "more requests available in N seconds" | locked out for N, if plausible |
  /// | 502, "too many requests", no number | locked out for an hour |
  /// | 502, anything else | throttled: the wait was broken |
  /// | 500, 503 | temporary |
  /// | 401, 402, 405, 406 | permanent: the key is refused, or one is wanted |
  /// | 403, or any whose message mentions a key, with a key | permanent: the key is refused |
  /// | 403, "page above 25" | permanent: refused; it concerns that page only |
  /// | 403 | permanent: access is denied |
  /// | 404 | permanent: there is no such method |
  /// | 400 whose message mentions a filter | permanent: the filter is refused |
  /// | all others | permanent: refused |
  ///
  /// Where the id is missing, the documented error name is used.
  ///
  /// - Parameter isKeyed: Whether the request carried a key.
  static func outcome(
    errorID: Int?, name: String?, message: String?, retryAfter: TimeInterval?, isKeyed: Bool
  ) -> Outcome {
    let message = String((message ?? "").prefix(Bounds.message))
    let name = name.map { String($0.prefix(Bounds.message)) }
    let sentence = "\(name ?? "error \(errorID ?? 0)"): \(message)"
    let id = errorID ?? name.flatMap { ids[$0] }
    switch id {
    case 502:
      if let seconds = secondsUntilMore(in: message) { return .lockedOut(seconds: seconds) }
      let isLockOut = message.lowercased().contains("too many requests")
      return isLockOut ? .lockedOut(seconds: retryAfter ?? 3_600) : .throttled
    case 500, 503:
      return .temporary(Fault(.server, "the API reports \(sentence)", retryAfter: retryAfter))
    default:
      let kind = refusal(id: id, message: message, isKeyed: isKeyed)
      return .permanent(
        Fault(kind, kind.concernsTheRun ? sentence : "the API refuses it: \(sentence)"))
    }
  }

  private static func refusal(id: Int?, message: String, isKeyed: Bool) -> Fault.Kind {
    switch id {
    case 401, 402, 405, 406: return isKeyed ? .keyRefused : .keyRequired
    case _ where isKeyed && speaksOfKey(message): return .keyRefused
    case 403: return message.contains("page above") ? .refused : .accessDenied
    case 404: return .noMethod
    case 400 where words(of: message).contains("filter"): return .filterRefused
    default: return .refused
    }
  }

  /// Whether a refusal is about the key: its message mentions a key, a token or the authorization,
  /// other than as the name of an unknown site.
  static func speaksOfKey(_ message: String) -> Bool {
    let names: Set<Substring> = [
      "key", "keys", "token", "tokens", "access_token", "authorization", "authentication",
      "unauthorized",
    ]
    return words(of: message).contains(where: names.contains)
  }

  /// The words of a refusal's message in lowercase; none where it is about an unknown site.
  private static func words(of message: String) -> [Substring] {
    if message.hasPrefix("No site found") { return [] }
    return message.lowercased().split { !$0.isLetter && $0 != "_" }
  }

  private static let ids = [
    "bad_parameter": 400,
    "access_token_required": 401, "invalid_access_token": 402, "access_denied": 403,
    "no_method": 404, "key_required": 405, "access_token_compromised": 406,
    "internal_error": 500, "throttle_violation": 502, "temporarily_unavailable": 503,
  ]

  /// The outcome of an answer in another form of JSON that refuses the key: 401, or 403 that mentions a key; nil for
  /// any other.
  static func refusalOfKey(by response: RawResponse) -> Outcome? {
    guard [401, 403].contains(response.status),
      let body = try? response.unpackedBody(limit: Bounds.body),
      body.first(where: { !whiteSpace.contains($0) }) == UInt8(ascii: "{"),
      response.status == 401 || speaksOfKey(String(decoding: body.prefix(4_096), as: UTF8.self))
    else { return nil }
    return .permanent(Fault(.keyRefused, "HTTP \(response.status)"))
  }

  private static let whiteSpace: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]

  /// The number in "more requests available in 46472 seconds", if plausible.
  private static func secondsUntilMore(in message: String) -> TimeInterval? {
    guard let match = message.firstMatch(of: /in (\d{1,9}) seconds/) else { return nil }
    return TimeInterval(match.1).map(plausibleWait)
  }
}
