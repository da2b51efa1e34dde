import FoundationEssentials
import Networks
import Roster
import Transport

/// The failures that a wiki, or a server in front of it, reports. Pure functions of the answer: a
/// code in the body takes precedence over the status, which is usually 200.
///
/// | answer | outcome |
/// | --- | --- |
/// | `maxlag` | temporary: the databases lag; again after `Retry-After`, five seconds at least |
/// | `ratelimited`, or HTTP 429 | locked out for `Retry-After`, or a minute |
/// | `readonly`, `internal_api_error…`, or 500 to 599 with a code | temporary: the wiki's failure |
/// | `readapidenied` | permanent: refused, the wiki is private |
/// | any other code | permanent: refused |
/// | 403 that mentions the User-Agent | permanent: access is denied, on every wiki of the farm |
struct Classification {
  var response: RawResponse
  /// The error in the body; nil where there is none.
  var error: MessageObject?
  /// Whether the request had a contact of the operator: the wiki then does not miss one.
  var namesOperator = false

  /// Nil where no failure is reported.
  var outcome: Outcome? {
    if response.status == 429 || error?.code == "ratelimited" {
      return .lockedOut(seconds: max(1, response.retryAfter ?? 60))
    }
    if let error { return outcome(of: error) }
    guard response.status == 403, refusesTheClient else { return nil }
    let reason =
      namesOperator
      ? "although it names its operator" : "it wants a User-Agent with a contact"
    return .permanent(
      Fault(
        .accessDenied, "the wiki refuses the client\(namesOperator ? " " : ": ")\(reason)"))
  }

  private func outcome(of error: MessageObject) -> Outcome {
    let wait = response.retryAfter
    if error.code == "maxlag" {
      let lag = error.lag.map { "\($0.tenths) seconds" } ?? "too much"
      return .temporary(
        Fault(.server, "the wiki's databases lag by \(lag)", retryAfter: max(5, wait ?? 0)))
    }
    if error.code == "readapidenied" {
      return .permanent(Fault(.refused, "the wiki is private: \(error.sentence)"))
    }
    let isFailure =
      error.code == "readonly" || error.code.hasPrefix("internal_api_error")
      || response.status >= 500
    return isFailure
      ? .temporary(Fault(.server, "the wiki reports \(error.sentence)", retryAfter: wait))
      : .permanent(Fault(.refused, "the wiki refuses it: \(error.sentence)"))
  }

  /// The servers in front of Wikimedia's wikis refuse unidentified clients before the API sees them.
  private var refusesTheClient: Bool {
    let body = (try? response.unpackedBody(limit: Bounds.refusal)) ?? []
    let text = String(decoding: body, as: UTF8.self).lowercased()
    return ["user-agent", "user agent", "robot policy"].contains { text.contains($0) }
  }
}
