import FoundationEssentials
import Networks
import Transport

/// The failures that a forum reports. Pure functions of the answer.
///
/// | answer | outcome |
/// | --- | --- |
/// | 300 to 399 to a login page | permanent: a key is wanted |
/// | `rate_limit`, or 429 in the forum's own forms | locked out, for the longest wait that it names |
/// | `not_logged_in` | permanent: a key is wanted, or refused |
/// | `read_only`, or 500 to 599 as JSON | temporary: the forum's failure |
/// | 403 that mentions the API's key, with a key | permanent: the key is refused |
/// | 403 or 404 as JSON | permanent: not visible to this reader, which says nothing about members |
/// | another error as JSON | permanent: refused |
struct Classification {
  var response: RawResponse
  /// The error in the body; nil where the body is not the JSON of an error.
  var error: ErrorObject?
  var isKeyed: Bool

  /// Nil where the forum reports no failure.
  var outcome: Outcome? {
    if let wait = rateLimit { return .lockedOut(seconds: wait) }
    if isSentToLogin { return .permanent(wantsLogin) }
    return error.map { outcome(of: $0) }
  }

  private func outcome(of error: ErrorObject) -> Outcome {
    let status = response.status
    let said = error.sentence.map { ": \($0)" } ?? ""
    if error.type == "not_logged_in" {
      return .permanent(wantsLogin)
    }
    if status >= 500 || error.type == "read_only" {
      return .temporary(
        Fault(
          .server, "the forum reports HTTP \(status)\(said)", retryAfter: response.retryAfter))
    }
    if status == 403, isKeyed, error.speaksOfKey {
      return .permanent(Fault(.keyRefused, "the forum refuses the key\(said)"))
    }
    if status == 403 || status == 404 {
      return .permanent(Fault(.refused, "not visible to this reader (HTTP \(status))\(said)"))
    }
    return .permanent(Fault(.refused, "the forum refuses it (HTTP \(status))\(said)"))
  }

  private var wantsLogin: Fault {
    Fault(isKeyed ? .keyRefused : .keyRequired, "the forum needs a login")
  }

  private var isSentToLogin: Bool {
    let path = response.headers["location"]?.prefix { !"?#".contains($0) } ?? ""
    return (300..<400).contains(response.status) && path.hasSuffix("/login")
  }

  /// Seconds for which the forum answers nothing; nil where it does not limit this client. Requests
  /// that it refuses count too, so the longest wait named is kept.
  private var rateLimit: TimeInterval? {
    let code = response.headers["discourse-rate-limit-error-code"]
    let isText = response.mediaType == "text/plain"
    guard error?.type == "rate_limit" || response.status == 429 && (isText || code != nil) else {
      return nil
    }
    let waits = [response.retryAfter, error?.waitSeconds, code.flatMap(Self.window)]
    return plausibleWait(max(1, waits.compactMap(\.self).max() ?? 60))
  }

  /// The seconds in the code of a limit, such as `ip_10_secs_limit`.
  private static func window(of code: String) -> TimeInterval? {
    code.firstMatch(of: /_(\d{1,5})_secs/).flatMap { TimeInterval($0.1) }
  }
}

/// The error of a forum, as JSON.
struct ErrorObject: Decodable {
  var messages: [String]
  var type: String?
  /// Seconds, more than zero.
  var waitSeconds: TimeInterval?

  /// - Throws: `DecodingError` where it is no error: it has neither messages nor a type.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    type = try container.lenientString("error_type", most: Bounds.word)
    let messages = (try? container.decodeIfPresent([String].self, forKey: "errors")) ?? nil
    guard type != nil || messages != nil else {
      throw DecodingError.keyNotFound(
        NamedKey("errors"), .init(codingPath: decoder.codingPath, debugDescription: "no error"))
    }
    self.messages = messages ?? []
    let extras = try? container.nestedContainer(keyedBy: NamedKey.self, forKey: "extras")
    waitSeconds = extras?.lenientWait("wait_seconds")
  }

  /// The messages in one line; nil without any.
  var sentence: String? {
    let text = messages.joined(separator: " ").prefix(Bounds.message)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// Whether it is about the key: forums say it in the language of the site, but with these words.
  var speaksOfKey: Bool { messages.contains { $0.contains("API") } }
}
