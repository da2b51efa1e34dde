import FoundationEssentials
import Roster
import Transport

/// How many requests an API still answers today, as far as its answers have said.
struct QuotaState: Hashable, Sendable {
  /// Nil if no answer of today contained it.
  let remaining: Int?
  /// Requests a day; nil if no answer has said it.
  let most: Int?
  /// When an answer last said it; nil if none has.
  let seenAt: Date?
  /// When the API counts from the beginning again.
  let returnsAt: Date
  /// Whether the requests carry an API key.
  let isKeyed: Bool

  /// - Parameters:
  ///   - key: The key of the throttle, which ends in `#keyless` without an API key.
  ///   - now: The wall clock.
  init(_ state: ThrottleState, key: String, now: Date) {
    remaining = state.quotaRemaining(at: now).map { max(0, $0) }
    most = state.quota?.max.map { max(0, $0) }
    seenAt = state.quotaSeenAt
    returnsAt = ThrottleState.quotaReturns(after: now)
    isKeyed = !key.hasSuffix("#keyless")
  }

  /// A sentence without its end, such as "124 of 300 requests left today, all back at …".
  var words: String { words("", usually: nil) }

  /// The same, and whether the requests carry a key.
  ///
  /// - Parameter usual: Requests a day that the API is known to allow; nil where that is not known.
  func keyedWords(usually usual: Int?) -> String {
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
}
