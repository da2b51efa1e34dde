package import FoundationEssentials
import Roster

/// The only shared mutable thing on the network side: it keeps the rate, the waits that the API asked
/// for, lock-outs, the quota, and the number of requests in flight.
package actor Throttle {
  package nonisolated let limits: ThrottleLimits
  /// Time whose waits end when the throttle lets nothing through any more.
  package nonisolated let time: StoppableTime
  private let signal: StopSignal
  private let traffic: Traffic
  private let persist: @Sendable (ThrottleState) -> Void

  private var state: ThrottleState
  private var pace: Pace
  private var inFlight = 0
  /// Whether some answer of this run told the quota, or came without telling it.
  private var quotaIsKnown = false
  /// When requests came to nothing that the quota may have counted all the same.
  private var untold: [Date] = []
  private var violations: [String: Int] = [:]
  private var lastWaitNoted: [String: Date] = [:]
  /// Methods whose wait nobody told us yet. The good answer that tells it may have been overtaken.
  private var guessed: Set<String> = []
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var lines: [String: Line] = [:]

  /// - Parameters:
  ///   - state: What an earlier run left behind for the same API host and key.
  ///   - signal: Ends every wait; throttles of one run share it.
  ///   - traffic: Counts what is sent.
  ///   - persist: Called whenever a deadline becomes known that must outlive the process.
  package init(
    limits: ThrottleLimits, state: ThrottleState = ThrottleState(), time: any TimeSource,
    signal: StopSignal = StopSignal(), traffic: Traffic = Traffic(),
    persist: @escaping @Sendable (ThrottleState) -> Void = { _ in }
  ) {
    self.limits = limits
    self.state = state.believable(at: time.now)
    self.signal = signal
    self.time = StoppableTime(time, until: signal)
    self.traffic = traffic
    self.persist = persist
    self.pace = Pace(rate: limits.rate)
  }

  /// The right to send one request.
  package struct Permit: Sendable {
    fileprivate let method: String
    fileprivate let grantedAt: Date
  }

  /// What the throttle knows now and the next run should know; `reason` where it lets nothing
  /// through any more.
  package var ending: (state: ThrottleState, reason: Stopped.Reason?) {
    var state = state
    if let quota = state.quota {
      state.quota = Quota(max: quota.max, remaining: quota.remaining - untold.count)
    }
    return (state, signal.reason)
  }

  /// Whether no request is under way.
  package var isIdle: Bool { inFlight == 0 }

  /// Until when a method must be left alone, nil where none must.
  package var deadline: Date? { state.deadline(after: time.now) }

  /// Lets no further request through and ends every wait for one. Those in flight are not disturbed.
  /// Where something takes us for a robot, it is left alone for five minutes, by the next run too.
  package func stop(for reason: Stopped.Reason) {
    if signal.reason == nil, case .unanswered(_, let fault) = reason, fault.isRobotCheck {
      note(lockOut: 300)
    }
    signal.fire(reason)
    wakeAll()
  }

  /// Waits for its turn and counts the request as sent.
  ///
  /// - Throws: ``Stopped`` as soon as it is clear that the turn will not come in this run;
  ///   `CancellationError`.
  func permit(for method: String) async throws -> Permit {
    await enterLine(method)
    defer { leaveLine(method) }
    while true {
      try Task.checkCancellation()
      if let reason = signal.reason { throw Stopped(reason) }
      switch decide(method) {
      case .go:
        let now = time.now
        pace.note(now)
        traffic.note { $0.requests += 1 }
        inFlight += 1
        return Permit(method: method, grantedAt: now)
      case .waitUntil(let date): try await time.sleep(until: date)
      case .waitForAnswer: await untilAnAnswerCame()
      case .stop(let reason): stop(for: reason)
      }
    }
  }

  /// Notes an answer; true where the request was refused for a wait that it could not know of, and
  /// goes again at no cost.
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
    if answer.quota == nil, answer.outcome.mayHaveCost { untold.append(time.now) }
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

  /// Gives back the right to a request that ended without an answer.
  func abandon(_ permit: Permit) {
    inFlight -= 1
    wakeAll()
  }
}

/// Requests of one method wait in line, so that only the first looks at the clock.
extension Throttle {
  private struct Line {
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private func enterLine(_ method: String) async {
    guard lines[method] != nil else {
      lines[method] = Line()
      return
    }
    await withCheckedContinuation { lines[method]?.waiting.append($0) }
  }

  private func leaveLine(_ method: String) {
    guard let line = lines[method], !line.waiting.isEmpty else {
      lines[method] = nil
      return
    }
    lines[method]?.waiting.removeFirst().resume()
  }
}

extension Throttle {
  private enum Decision {
    case go
    case waitUntil(Date)
    case waitForAnswer
    case stop(Stopped.Reason)
  }

  private func decide(_ method: String) -> Decision {
    let now = time.now
    if guessed.contains(method), inFlight > 0 { return .waitForAnswer }
    // What ends the run goes first: nobody waits for nothing.
    if let limit = limits.maxRequests, traffic.counts.requests >= limit {
      return .stop(.requestLimit)
    }
    if let deadline = state.deadline(for: method, after: now) {
      // A thousandth is what sums of times may be off by.
      let told = state.toldWait(for: method, after: now, limits)
      guard told <= limits.maxWait + 0.001 else { return .stop(.lockedOut) }
      return .waitUntil(deadline)
    }
    if inFlight >= limits.concurrency { return .waitForAnswer }
    if let decision = quotaDecision(at: now) { return decision }
    let turn = pace.turn(at: now)
    return turn <= now ? .go : .waitUntil(turn)
  }

  /// Until the first answer tells the quota only one request is under way; after that those in flight
  /// count as spent, as do those that were lost or refused, so that the run stops before the reserve
  /// and not after it.
  private func quotaDecision(at now: Date) -> Decision? {
    if !quotaIsKnown, inFlight > 0 { return .waitForAnswer }
    guard let remaining = state.quotaRemaining(at: now),
      remaining - inFlight - untold.count <= limits.quotaReserve
    else { return nil }
    return inFlight > 0 ? .waitForAnswer : .stop(.quota)
  }

  private func note(quota: Quota?, isGood: Bool, grantedAt: Date) {
    let wasKnown = quotaIsKnown
    if isGood || quota != nil { quotaIsKnown = true }
    guard let quota else { return }
    // What was lost before this request was sent is in its count.
    untold.removeAll { $0 <= grantedAt }
    let now = time.now
    var remaining = quota.remaining
    if wasKnown, let known = state.quotaRemaining(at: now) {
      // Answers arrive in any order, so the smaller count is the later one, unless the difference is
      // more than what is in flight: then the quota came back.
      let cameBack = remaining > known + limits.concurrency
      remaining = cameBack ? remaining : min(known, remaining)
    }
    state.quota = Quota(max: quota.max, remaining: remaining)
    state.quotaSeenAt = now
  }

  private func note(backoff seconds: TimeInterval, for method: String) {
    let until = noteWait(seconds, for: method)
    // What the API says takes the place of what was guessed.
    let wasGuessed = guessed.remove(method) != nil
    let known = wasGuessed ? until : state.backoffUntil[method] ?? until
    state.backoffUntil[method] = max(until, known)
    persist(state)
  }

  /// When a wait that begins now ends, with its margin.
  private func noteWait(_ seconds: TimeInterval, for method: String) -> Date {
    let now = time.now
    lastWaitNoted[method] = now
    return now.addingTimeInterval(seconds + limits.backoffMargin)
  }

  /// Ends the run where the answer refuses whatever else would be asked for: not one more is sent.
  private func endWhereAllIsRefused(_ outcome: Outcome) throws(Stopped) {
    guard case .permanent(let fault) = outcome, fault.kind.concernsTheRun else { return }
    stop(for: .refused(fault))
    throw Stopped(.refused(fault))
  }

  /// A guessed wait is over when a request that was sent after it got a good answer: from then on
  /// requests of the method go side by side again.
  private func forgetGuess(for permit: Permit) {
    guard let until = state.backoffUntil[permit.method], permit.grantedAt >= until else { return }
    guessed.remove(permit.method)
  }

  private func note(lockOut seconds: TimeInterval) {
    let until = time.now.addingTimeInterval(seconds + ThrottleLimits.lockOutMargin)
    state.lockedUntil = max(until, state.lockedUntil ?? until)
    persist(state)
  }

  /// Others behind the same address can earn us a wait that nobody told us: 16 s, a minute, then
  /// five, as clients that met it found to be enough.
  private func note(violationOf method: String) {
    let waits: [TimeInterval] = [16, 60, 300]
    let count = violations[method, default: 0]
    violations[method] = count + 1
    let until = noteWait(waits[min(count, waits.count - 1)], for: method)
    state.backoffUntil[method] = max(until, state.backoffUntil[method] ?? until)
    guessed.insert(method)
    persist(state)
  }

  private func untilAnAnswerCame() async {
    await withCheckedContinuation { waiters.append($0) }
  }

  private func wakeAll() {
    let woken = waiters
    waiters = []
    for waiter in woken { waiter.resume() }
  }
}
