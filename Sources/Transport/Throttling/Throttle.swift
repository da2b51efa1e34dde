package import FoundationEssentials
import Roster

/// The only shared mutable state of the HTTP client: the rate, the waits that the API asked for,
/// lock-outs, the quota, and the number of requests in flight.
package actor Throttle {
  package nonisolated let limits: ThrottleLimits
  /// A time source whose waits end when the throttle stops the run.
  package nonisolated let time: StoppableTime
  private let signal: StopSignal
  /// Whether all requests of the run use this throttle, so that a refusal ends the run.
  private let isShared: Bool
  private let traffic: Traffic
  private let persist: @Sendable (ThrottleState) -> Void

  private var state: ThrottleState
  private var pace: Pace
  private var inFlight = 0
  /// Whether an answer of this run reported the quota, or was good without reporting one.
  private var quotaIsKnown = false
  /// The times of failed requests that may count against the quota.
  private var unreported: [Date] = []
  private var violations: [String: Int] = [:]
  private var lastWaitNoted: [String: Date] = [:]
  /// Methods whose wait is a guess. The good answer that contains the real wait may still be on its
  /// way.
  private var guessed: Set<String> = []
  private var waiters: [CheckedContinuation<Void, Never>] = []
  /// By method; nil where no request of it waits or is being permitted.
  private var queues: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// - Parameters:
  ///   - state: The state of an earlier run for the same API host and key.
  ///   - signal: Ends every wait; the throttles of one run share it.
  ///   - isShared: Whether all requests of the run use this throttle. Where others have their own, a
  ///     refusal or a long wait is a fault of these requests only.
  ///   - traffic: Counts the requests.
  ///   - persist: Called with the state whenever it has a new deadline that the next process must
  ///     know.
  package init(
    limits: ThrottleLimits, state: ThrottleState = ThrottleState(), time: any TimeSource,
    signal: StopSignal = StopSignal(), isShared: Bool = true, traffic: Traffic = Traffic(),
    persist: @escaping @Sendable (ThrottleState) -> Void = { _ in }
  ) {
    self.limits = limits
    self.state = state.discardingImplausible(at: time.now)
    self.signal = signal
    self.isShared = isShared
    self.time = StoppableTime(time, until: signal)
    self.traffic = traffic
    self.persist = persist
    self.pace = Pace(rate: limits.rate)
  }

  /// Permission to send one request.
  package struct Permit: Sendable {
    fileprivate let method: String
    fileprivate let grantedAt: Date
  }

  /// The current state, for the next run; `reason` where the throttle has stopped the run.
  package var ending: (state: ThrottleState, reason: Stopped.Reason?) {
    var state = state
    if let quota = state.quota {
      state.quota = Quota(max: quota.max, remaining: quota.remaining - unreported.count)
    }
    return (state, signal.reason)
  }

  /// Whether no request is in flight.
  package var isIdle: Bool { inFlight == 0 }

  /// Until when a method must not be called; nil where no method has to wait.
  package var deadline: Date? { state.deadline(after: time.now) }

  /// Blocks all further requests and ends their waits. Requests in flight are not affected. After a
  /// robot check no request is sent for five minutes, by the next run either.
  package func stop(for reason: Stopped.Reason) {
    if signal.reason == nil, case .unanswered(_, let fault) = reason, fault.isRobotCheck {
      note(lockOut: 300)
    }
    signal.fire(reason)
    wakeAll()
  }

  /// Waits until the request may be sent, and counts it.
  ///
  /// - Throws: ``Stopped`` as soon as it is clear that this run cannot send the request, or ``Fault``
  ///   where only the requests of this throttle cannot be sent; `CancellationError`.
  func permit(for method: String) async throws -> Permit {
    await enqueue(method)
    defer { dequeue(method) }
    while true {
      try Task.checkCancellation()
      if let reason = signal.reason { throw Stopped(reason) }
      switch decide(method) {
      case .go:
        // Another throttle of the run may have sent the last request meanwhile.
        guard traffic.claimRequest(of: limits.maxRequests) else { continue }
        let now = time.now
        pace.note(now)
        inFlight += 1
        return Permit(method: method, grantedAt: now)
      case .waitUntil(let date): try await time.sleep(until: date)
      case .waitForAnswer: await waitForResponse()
      case .stop(let reason): stop(for: reason)
      case .refuse(let fault): throw fault
      }
    }
  }

  /// Records an answer. Returns true where the request was refused for a wait that was not known
  /// when it was sent: it is sent again, and this does not count as a retry.
  ///
  /// - Throws: ``Stopped`` where the answer ends the run.
  func settle<Payload>(
    _ permit: Permit, with answer: Answer<Payload>
  ) throws(Stopped) -> Bool {
    inFlight -= 1
    defer { wakeAll() }
    traffic.note { counts in
      if answer.outcome.isUsable { counts.usable += 1 }
      if let quota = answer.quota { counts.quotaRemaining = quota.remaining }
    }
    note(quota: answer.quota, isGood: answer.outcome == .good, grantedAt: permit.grantedAt)
    if answer.quota == nil, answer.outcome.mayHaveCost { unreported.append(time.now) }
    if let backoff = answer.backoff { note(backoff: backoff, for: permit.method) }
    try endWhereAllIsRefused(answer.outcome)
    switch answer.outcome {
    case .good:
      violations[permit.method] = nil
      forgetGuess(for: permit)
      return false
    case .lockedOut(let seconds):
      note(lockOut: seconds)
      return true
    case .throttled:
      if let noted = lastWaitNoted[permit.method], permit.grantedAt <= noted { return true }
      note(violationOf: permit.method)
      return inFlight > 0
    case .temporary(let fault):
      if let seconds = fault.retryAfter { note(lockOut: seconds) }
      return false
    case .permanent: return false
    }
  }

  /// Returns the permit of a request that ended without an answer.
  func abandon(_ permit: Permit) {
    inFlight -= 1
    wakeAll()
  }
}

/// Requests of one method wait in a queue, so that only the first one has a timer.
extension Throttle {
  private func enqueue(_ method: String) async {
    guard queues[method] != nil else {
      queues[method] = []
      return
    }
    await withCheckedContinuation { queues[method]?.append($0) }
  }

  private func dequeue(_ method: String) {
    guard queues[method]?.isEmpty == false else {
      queues[method] = nil
      return
    }
    queues[method]?.removeFirst().resume()
  }
}

extension Throttle {
  private enum Decision {
    case go
    case waitUntil(Date)
    case waitForAnswer
    case stop(Stopped.Reason)
    case refuse(Fault)
  }

  private func decide(_ method: String) -> Decision {
    let now = time.now
    if guessed.contains(method), inFlight > 0 { return .waitForAnswer }
    // Check first what ends the run: no request waits in vain.
    if let limit = limits.maxRequests, traffic.counts.requests >= limit {
      return .stop(.requestLimit)
    }
    if let deadline = state.deadline(for: method, after: now) {
      // A tolerance of a millisecond for rounding errors of dates.
      let wait = state.reportedWait(for: method, after: now, limits)
      guard wait <= limits.maxWait + 0.001 else {
        return isShared
          ? .stop(.lockedOut)
          : .refuse(Fault(.throttled, "the server refuses requests until \(deadline.rfc3339)"))
      }
      return .waitUntil(deadline)
    }
    if inFlight >= limits.concurrency { return .waitForAnswer }
    if let decision = quotaDecision(at: now) { return decision }
    let turn = pace.turn(at: now)
    return turn <= now ? .go : .waitUntil(turn)
  }

  /// Until an answer reports the quota only one request is in flight. After that, requests in
  /// flight, lost or refused count as used, so that the run stops before the reserve and not after
  /// it.
  private func quotaDecision(at now: Date) -> Decision? {
    if !quotaIsKnown, inFlight > 0 { return .waitForAnswer }
    guard let remaining = state.quotaRemaining(at: now),
      remaining - inFlight - unreported.count <= limits.quotaReserve
    else { return nil }
    return inFlight > 0 ? .waitForAnswer : .stop(.quota)
  }

  private func note(quota: Quota?, isGood: Bool, grantedAt: Date) {
    let wasKnown = quotaIsKnown
    if isGood || quota != nil { quotaIsKnown = true }
    guard let quota else { return }
    // The reported count includes requests that were lost before this one was sent.
    unreported.removeAll { $0 <= grantedAt }
    let now = time.now
    var remaining = quota.remaining
    if wasKnown, let known = state.quotaRemaining(at: now), let seenAt = state.quotaSeenAt,
      grantedAt < seenAt
    {
      // The request was in flight when the known count arrived, so either count may be the later one. A
      // request sent after that has the later count, even where it is larger: then the quota was reset.
      remaining = min(known, remaining)
    }
    state.quota = Quota(max: quota.max, remaining: remaining)
    state.quotaSeenAt = now
  }

  private func note(backoff seconds: TimeInterval, for method: String) {
    let until = noteWait(seconds, for: method)
    // The wait that the API reports replaces the guess.
    let wasGuessed = guessed.remove(method) != nil
    let known = wasGuessed ? until : state.backoffUntil[method] ?? until
    state.backoffUntil[method] = max(until, known)
    persist(state)
  }

  /// The end of a wait that begins now, with its margin.
  private func noteWait(_ seconds: TimeInterval, for method: String) -> Date {
    let now = time.now
    lastWaitNoted[method] = now
    return now.addingTimeInterval(seconds + limits.backoffMargin)
  }

  /// Ends the run where the answer means that all further requests would be refused: no other one
  /// is sent.
  private func endWhereAllIsRefused(_ outcome: Outcome) throws(Stopped) {
    guard isShared, case .permanent(let fault) = outcome, fault.kind.concernsTheRun else { return }
    stop(for: .refused(fault))
    throw Stopped(.refused(fault))
  }

  /// A guessed wait is over when a request that was sent after it has a good answer: from then on
  /// the method's requests run concurrently again.
  private func forgetGuess(for permit: Permit) {
    guard let until = state.backoffUntil[permit.method], permit.grantedAt >= until else { return }
    guessed.remove(permit.method)
  }

  private func note(lockOut seconds: TimeInterval) {
    let until = time.now.addingTimeInterval(seconds + ThrottleLimits.lockOutMargin)
    state.lockedUntil = max(until, state.lockedUntil ?? until)
    persist(state)
  }

  /// Other clients at the same IP address can cause a wait of unreported length. Guess 16 s, a
  /// minute, then five minutes, which were enough for clients that met this.
  private func note(violationOf method: String) {
    let waits: [TimeInterval] = [16, 60, 300]
    let count = violations[method, default: 0]
    violations[method] = count + 1
    let until = noteWait(waits[min(count, waits.count - 1)], for: method)
    state.backoffUntil[method] = max(until, state.backoffUntil[method] ?? until)
    guessed.insert(method)
    persist(state)
  }

  private func waitForResponse() async {
    await withCheckedContinuation { waiters.append($0) }
  }

  private func wakeAll() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }
}
