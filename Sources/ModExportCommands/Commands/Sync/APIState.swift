import Archive
import FoundationEssentials
import Roster
import Tables
import Transport

/// What an API asked of its clients on this machine: lock-out, backoffs, and how many requests it still answers today, as
/// far as its answers have said.
struct APIState {
  /// Its host and port, and a fingerprint of the key: `#keyless` at the end without one.
  let name: String
  /// Nil if there is no lock-out.
  let lockedUntil: Date?
  /// Methods under a backoff, in alphabetical order.
  let backoffs: [(method: String, until: Date)]
  /// Requests left; nil if no answer of today contained it.
  let remaining: Int?
  /// Requests a day; nil if no answer has said it.
  let most: Int?
  /// When the API counts from the beginning again.
  let returnsAt: Date

  /// - Parameters:
  ///   - key: The key of the throttle.
  ///   - now: The wall clock.
  init(_ state: ThrottleState, key: String, now: Date) {
    let state = state.discardingImplausible(at: now)
    name = key
    lockedUntil = state.lockedUntil.flatMap { $0 > now ? $0 : nil }
    backoffs = state.backoffUntil.filter { $0.value > now }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
    remaining = state.quotaRemaining(at: now).map { max(0, $0) }
    most = state.quota?.max.map { max(0, $0) }
    returnsAt = ThrottleState.quotaReturns(after: now)
  }

  var host: String { String(name.prefix { $0 != "#" }) }
  /// Whether the requests carry an API key.
  var isKeyed: Bool { !name.hasSuffix("#keyless") }

  /// What it asked for and has not passed, and the quota: "api.example (without a key): 124 of 300 requests left today,
  /// all back at …".
  var sentence: String {
    let key = isKeyed ? "with the key \(name.dropFirst(host.count + 1))" : "without a key"
    let waits =
      (lockedUntil.map { ["locked out until \($0.rfc3339)"] } ?? [])
      + backoffs.map { "\($0.method) to be left alone until \($0.until.rfc3339)" }
    let quota = (remaining == nil ? "quota " : "") + words("", usually: nil)
    return "\(host) (\(key)): \((waits + [quota]).joined(separator: "; "))"
  }

  /// The quota, and whether the requests carry a key, as a sentence without its end.
  ///
  /// - Parameter usual: Requests a day that the API is known to allow; nil where that is not known.
  func quotaWords(usually usual: Int?) -> String {
    words(isKeyed ? " with this key" : " without a key", usually: usual)
  }

  private func words(_ key: String, usually usual: Int?) -> String {
    guard let remaining else {
      let seen = most.map { "; the last answer that said it allowed \($0.grouped) a day" }
      let known = usual.map { "; the API allows \($0.grouped) a day" }
      return
        "not known: no answer of today said how many requests are left\(key)\(seen ?? known ?? "")"
    }
    let limit = most.map { " of \($0.grouped)" } ?? ""
    return
      "\(remaining.grouped)\(limit) requests left today\(key), all back at \(returnsAt.rfc3339)"
  }

  var document: JSONValue {
    let backoffs = backoffs.map {
      JSONValue.object([("method", .text($0.method)), ("until", .cell(Cell($0.until)))])
    }
    return .object([
      ("api", .text(name)), ("locked_until", .cell(Cell(lockedUntil))),
      ("backoffs", .array(backoffs)), ("quota_remaining", .cell(Cell(remaining))),
      ("quota_returns_at", .cell(remaining == nil ? .null : Cell(returnsAt))),
    ])
  }
}
