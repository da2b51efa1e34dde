/// The limits that the sample network enforces, by default those of the real API; nil is no limit.
package struct SampleLimits: Hashable, Sendable {
  /// Requests that one address may send in any second.
  package var requestsPerSecond: Int?
  /// How long an address that sent more is locked out.
  package var lockout: Duration
  /// Requests a day for an address without a key.
  package var keylessQuota: Int?
  /// Requests a day for an address with a key.
  package var keyedQuota: Int?
  /// One in this many responses of a method requires a wait before the next call of that method;
  /// nil for none.
  package var backoffEvery: Int?
  /// The length of that wait, in whole seconds.
  package var backoff: Duration

  package init(
    requestsPerSecond: Int? = 30, lockout: Duration = .seconds(30), keylessQuota: Int? = 300,
    keyedQuota: Int? = 10_000, backoffEvery: Int? = nil, backoff: Duration = .seconds(10)
  ) {
    self.requestsPerSecond = requestsPerSecond
    self.lockout = lockout
    self.keylessQuota = keylessQuota
    self.keyedQuota = keyedQuota
    self.backoffEvery = backoffEvery
    self.backoff = backoff
  }

  /// No limits at all.
  package static let off = SampleLimits(
    requestsPerSecond: nil, keylessQuota: nil, keyedQuota: nil, backoffEvery: nil)
}
