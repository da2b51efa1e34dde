package import FoundationEssentials
import Roster
package import Transport

extension RawResponse {
  /// The seconds of `Retry-After`, a day at the most. Where it is a date, they are relative to the
  /// response's `Date` header. nil where it is neither.
  package var retryAfter: TimeInterval? {
    guard let value = headers["retry-after"] else { return nil }
    let seconds = TimeInterval(value) ?? secondsFromDate(to: value)
    return seconds.flatMap { $0.isFinite ? min(max($0, 0), 86_400) : nil }
  }

  private func secondsFromDate(to text: String) -> TimeInterval? {
    guard let now = head.serverDate, let then = Date(httpDate: text) else { return nil }
    return then.timeIntervalSince(now)
  }
}
