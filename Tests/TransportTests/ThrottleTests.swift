import FoundationEssentials
import Roster
import Synchronization
import TestKit
import Testing
import Transport

/// A throttle with a simulated server, in simulated time.
struct ThrottleTests {
  struct Sent: Hashable {
    var at: Date
    var label: String
  }

  /// Sends `count` requests concurrently; the server answers after `latency` seconds, the `slow`
  /// one takes a quarter longer.
  static func send(
    _ count: Int, limits: ThrottleLimits, state: ThrottleState = ThrottleState(), seed: UInt64 = 1,
    latency: TimeInterval = 0.08, slow: Int? = nil, isShared: Bool = true,
    answer: @escaping @Sendable (Int, Date) -> Answer<Int> = { number, _ in
      Answer(.good, payload: number)
    }
  ) throws -> (sent: [Sent], results: [Result<Answer<Int>, any Error>], throttle: Throttle) {
    let sent = Mutex<[Sent]>([])
    return try Simulation.run(seed: seed) { world in
      let script = AnswerScript { label in
        let number = sent.withLock { sent in
          sent.append(Sent(at: world.now, label: label))
          return sent.count - 1
        }
        try await world.sleep(seconds: number == slow ? latency * 1.25 : latency)
        return answer(number, world.now)
      }
      let throttle = Throttle(limits: limits, state: state, time: world, isShared: isShared)
      let throttled = Throttled(script, throttle: throttle)
      let results = await withTaskGroup(of: (Int, Result<Answer<Int>, any Error>).self) { group in
        for number in 0..<count {
          group.addTask {
            do {
              let request = Request<Int>(label: "\(number)", url: "", method: "m") { _ in
                Answer(.good, payload: 0)
              }
              return (number, .success(try await throttled.send(request)))
            } catch {
              return (number, .failure(error))
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      let ordered = results.sorted { $0.0 < $1.0 }.map(\.1)
      return (sent.withLock { $0 }, ordered, throttle)
    }
  }

  /// Requests that never left this machine do not count against the quota, however often they are
  /// retried.
  @Test(arguments: [true, false])
  func whatWasNeverSentCostsNoQuota(isUnsent: Bool) throws {
    var state = ThrottleState()
    state.quota = Quota(max: 300, remaining: 40)
    state.quotaSeenAt = Date(timeIntervalSince1970: 1_800_000_000)
    let fault = Fault(.connection, "refused", isUnsent: isUnsent)
    let (sent, _, throttle) = try Self.send(
      60, limits: ThrottleLimits(quotaReserve: 10), state: state
    ) { _, _ in Answer(.temporary(fault)) }
    #expect(sent.count == (isUnsent ? 60 : 30))
    let ending = try Simulation.run(seed: 1) { _ in await throttle.ending }
    #expect(ending.state.quota?.remaining == (isUnsent ? 40 : 10))
  }

  /// A wait for one request applies to all, and ends the run where it is too long.
  @Test(arguments: [30, 600] as [TimeInterval])
  func whoeverAsksToComeBackLaterIsObeyedByAll(seconds: TimeInterval) throws {
    let (sent, results, _) = try Self.send(12, limits: ThrottleLimits(concurrency: 1)) {
      number, _ in
      number == 0
        ? Answer(.temporary(Fault(.server, "busy", retryAfter: seconds)))
        : Answer(.good, payload: number)
    }
    #expect(sent.count == (seconds == 30 ? 12 : 1))
    if sent.count > 1 { #expect(sent[1].at.timeIntervalSince(sent[0].at) > seconds) }
    let stopped = results.count { result in
      guard case .failure(let error) = result else { return false }
      return error is Stopped
    }
    #expect(stopped == (seconds == 30 ? 0 : 11))
  }

  /// One request is used, not one for each that waits.
  @Test func aRefusalThatConcernsTheRunEndsItAtOnce() throws {
    let fault = Fault(.keyRefused, "no such key")
    let (sent, results, throttle) = try Self.send(40, limits: ThrottleLimits()) { _, _ in
      Answer(.permanent(fault))
    }
    #expect(sent.count == 1)
    #expect(results.allSatisfy { (try? $0.get()) == nil })
    #expect(try Simulation.run(seed: 1) { _ in await throttle.ending.reason } == .refused(fault))
  }

  /// A server of one site ends nothing for the others: the requests to it fail, and a wait that is too
  /// long is a fault.
  @Test func aServerOfOneSiteEndsNothing() throws {
    let fault = Fault(.keyRequired, "a login is wanted")
    let (sent, results, throttle) = try Self.send(
      5, limits: ThrottleLimits(), isShared: false
    ) { _, _ in Answer(.permanent(fault)) }
    #expect(sent.count == 5)
    #expect(results.allSatisfy { (try? $0.get())?.outcome == .permanent(fault) })
    #expect(try Simulation.run(seed: 1) { _ in await throttle.ending.reason } == nil)
    let (locked, refused, _) = try Self.send(
      5, limits: ThrottleLimits(maxWait: 4), isShared: false
    ) { _, _ in Answer(.lockedOut(seconds: 60)) }
    #expect(locked.count == 1)
    for result in refused {
      guard case .failure(let error as Fault) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(error.kind == .throttled)
    }
  }

  /// The reported wait counts, not the margin added to it.
  @Test(arguments: [(4, true), (5, false)] as [(TimeInterval, Bool)], [true, false])
  func aWaitOfExactlyTheLongestIsWaitedOut(
    wait: (seconds: TimeInterval, isWaitedOut: Bool), isBackoff: Bool
  ) throws {
    let limits = ThrottleLimits(concurrency: 1, maxWait: 4)
    let (sent, _, _) = try Self.send(3, limits: limits) { number, _ in
      guard number == 0 else { return Answer(.good, payload: number) }
      return isBackoff
        ? Answer(.good, payload: 0, backoff: wait.seconds)
        : Answer(.lockedOut(seconds: wait.seconds))
    }
    #expect((sent.count > 1) == wait.isWaitedOut)
    if wait.isWaitedOut { #expect(sent[1].at.timeIntervalSince(sent[0].at) > wait.seconds) }
  }

  /// Once the guessed wait is over and an answer is good, requests run concurrently again.
  @Test func aGuessedWaitIsForgottenWhenItIsOver() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 8)
    let (sent, _, _) = try Self.send(80, limits: limits, latency: 0.5) { number, _ in
      number == 4 ? Answer(.throttled) : Answer(.good, payload: number)
    }
    let seconds = sent[sent.count - 1].at.timeIntervalSince(sent[0].at)
    #expect(seconds < 18 + 80.0 / 8 * 0.5 + 3)
  }

  /// The count of a slow answer is old, however many answers have overtaken it.
  @Test func anOvertakenAnswerDoesNotRaiseTheQuota() throws {
    let counted = Mutex(20)
    try Simulation.run(seed: 1) { world in
      let limits = ThrottleLimits(concurrency: 2, quotaReserve: 10)
      let throttle = Throttle(limits: limits, time: world)
      let throttled = Throttled(
        QuotaScript(world: world) {
          counted.withLock { left in
            left -= 1
            return left
          }
        }, throttle: throttle)
      func send(_ label: String) async throws {
        let request = Request<Int>(label: label, url: "", method: label) { _ in Answer(.good) }
        _ = try await throttled.send(request)
      }
      try await send("first")
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await send("slow") }
        for number in 0..<20 { group.addTask { try? await send("quick \(number)") } }
      }
    }
    #expect(counted.withLock { $0 } == 10)
  }

  /// A long wait of one method does not delay the end of a run that another has ended.
  @Test func nobodySleepsThroughTheEndOfTheRun() throws {
    let (elapsed, results) = try Simulation.run(seed: 1) { world in
      let throttle = Throttle(limits: ThrottleLimits(maxWait: 7_200), time: world)
      let script = AnswerScript { label in
        label == "slow"
          ? Answer(.good, payload: 1, backoff: 3_600) : Answer(.lockedOut(seconds: 50_000))
      }
      let throttled = Throttled(script, throttle: throttle)
      let start = world.now
      func send(_ label: String) async throws {
        let request = Request<Int>(label: label, url: "", method: label) { _ in Answer(.good) }
        _ = try await throttled.send(request)
      }
      try await send("slow")
      let results = await withTaskGroup(of: Stopped?.self) { group in
        group.addTask {
          do {
            try await send("slow")
            return nil
          } catch { return error as? Stopped }
        }
        group.addTask {
          do {
            try await world.sleep(seconds: 1)
            try await send("other")
            return nil
          } catch { return error as? Stopped }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      return (world.now.timeIntervalSince(start), results)
    }
    #expect(results == [Stopped(.lockedOut), Stopped(.lockedOut)])
    #expect(elapsed < 5)
  }

  @Test func aLockOutThatOnlyAWrongClockCanHaveWrittenIsCut() throws {
    var state = ThrottleState()
    state.lockedUntil = Date(unixSeconds: 100 * 365 * 86_400)
    let (sent, _, _) = try Self.send(1, limits: ThrottleLimits(maxWait: 2 * 86_400), state: state)
    #expect(sent.count == 1)
  }

  @Test(arguments: [1, 8, 32])
  func theRateIsKeptWhateverIsInFlight(concurrency: Int) throws {
    let limits = ThrottleLimits(rate: 20, concurrency: concurrency)
    let (sent, _, _) = try Self.send(60, limits: limits, latency: 0.01)
    for (earlier, later) in zip(sent, sent.dropFirst(20)) {
      #expect(later.at.timeIntervalSince(earlier.at) > 1)
    }
    #expect(sent[59].at.timeIntervalSince(sent[0].at) < 59.0 / 20 * 1.05)
  }

  @Test func noMoreThanTheConcurrencyAreInFlight() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 4)
    let (sent, _, _) = try Self.send(40, limits: limits)
    for (earlier, later) in zip(sent, sent.dropFirst(4)) {
      #expect(later.at.timeIntervalSince(earlier.at) >= 0.08)
    }
  }

  @Test(arguments: [1, 8, 32], 0..<5)
  func nothingIsSentBetweenABackoffAndItsEnd(concurrency: Int, seed: Int) throws {
    let waits = Mutex<[Date]>([])
    let limits = ThrottleLimits(rate: 1_000, concurrency: concurrency)
    let (sent, results, _) = try Self.send(60, limits: limits, seed: UInt64(seed)) { number, now in
      var answer = Answer(.good, payload: number)
      if number % 20 == 5 {
        answer.backoff = 10
        waits.withLock { $0.append(now) }
      }
      return answer
    }
    #expect(results.count == 60)
    for wait in waits.withLock({ $0 }) {
      #expect(!sent.contains { $0.at > wait && $0.at < wait.addingTimeInterval(12) })
    }
    #expect(sent.count == 60)
  }

  @Test func whatWasInFlightWhenTheWaitCameGoesAgainForFree() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 8)
    let (sent, results, _) = try Self.send(20, limits: limits) { number, _ in
      if number == 3 { return Answer(.good, payload: number, backoff: 10) }
      return (4..<8).contains(number) ? Answer(.throttled) : Answer(.good, payload: number)
    }
    #expect(sent.count == 24)
    let outcomes = results.compactMap { try? $0.get() }
    #expect(outcomes.allSatisfy { $0.outcome == .good })
    #expect(outcomes.map(\.attempts).reduce(0, +) == 24)
  }

  @Test func aRefusalThatOvertakesTheWaitItIsForCostsNothing() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 8)
    let (sent, results, _) = try Self.send(20, limits: limits, slow: 1) {
      number, _ in
      if number == 1 { return Answer(.good, payload: number, backoff: 10) }
      return number > 1 && number < 9 ? Answer(.throttled) : Answer(.good, payload: number)
    }
    let outcomes = results.compactMap { try? $0.get() }
    #expect(outcomes.count == 20 && outcomes.allSatisfy { $0.outcome == .good })
    let seconds = sent[sent.count - 1].at.timeIntervalSince(sent[0].at)
    #expect(seconds < 14, "the wait that was told counts, not the one that was guessed")
  }

  @Test func aWaitThatNobodyToldIsMetWithSixteenSeconds() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 1, backoffMargin: 0)
    let (sent, results, _) = try Self.send(2, limits: limits) { number, _ in
      number == 0 ? Answer(.throttled) : Answer(.good, payload: number)
    }
    #expect(sent[1].at.timeIntervalSince(sent[0].at) >= 16)
    #expect(
      (try? results[0].get().outcome) == .throttled || (try? results[1].get().outcome) == .throttled
    )
  }

  @Test func aShortLockOutIsWaitedOutAndALongOneEndsTheRun() throws {
    for (seconds, isLong) in [(100.0, false), (40_000.0, true)] {
      let limits = ThrottleLimits(rate: 1_000, concurrency: 2)
      let (sent, results, _) = try Self.send(4, limits: limits) { number, _ in
        number == 0 ? Answer(.lockedOut(seconds: seconds)) : Answer(.good, payload: number)
      }
      let stopped = results.filter { (try? $0.get()) == nil }.count
      #expect(isLong ? stopped == 4 && sent.count == 1 : stopped == 0)
    }
  }

  @Test func aDeadlineOfAnEarlierRunCostsNoRequest() throws {
    let until = Date(timeIntervalSince1970: 1_800_000_000 + 9_000)
    let state = ThrottleState(lockedUntil: until)
    let (sent, results, _) = try Self.send(3, limits: ThrottleLimits(), state: state)
    #expect(sent.isEmpty)
    for result in results {
      #expect(throws: Stopped(.lockedOut)) { try result.get() }
    }
  }

  @Test(arguments: [1, 8, 32])
  func theRunStopsBeforeTheReserveOfTheQuota(concurrency: Int) throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: concurrency, quotaReserve: 10)
    let (sent, results, _) = try Self.send(40, limits: limits) { number, _ in
      Answer(.good, payload: number, quota: Quota(max: 300, remaining: 24 - number))
    }
    #expect(sent.count == 15)
    #expect(results.filter { (try? $0.get()) != nil }.count == 15)
  }

  /// The server counts each request; some answers are lost, so that their quota is unreported.
  @Test(arguments: [1, 8, 32], 0..<5)
  func lostAnswersCountAsSpent(concurrency: Int, seed: Int) throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: concurrency, quotaReserve: 3)
    let (sent, _, _) = try Self.send(60, limits: limits, seed: UInt64(seed)) { number, _ in
      if number % 3 == 1 { return Answer(.temporary(Fault(.connection, "reset"))) }
      return Answer(.good, payload: number, quota: Quota(max: 300, remaining: 29 - number))
    }
    #expect(sent.count <= 27)
    #expect(sent.count >= 25)
  }

  @Test func aQuotaThatComesBackIsBelieved() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 2, quotaReserve: 10)
    let (sent, _, _) = try Self.send(40, limits: limits) { number, _ in
      let remaining = number < 5 ? 20 - number : 9_999 - number
      return Answer(.good, payload: number, quota: Quota(max: 300, remaining: remaining))
    }
    #expect(sent.count == 40)
  }

  @Test func theRequestLimitIsKept() throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 8, maxRequests: 7)
    let (sent, results, _) = try Self.send(20, limits: limits)
    #expect(sent.count == 7)
    #expect(results.filter { (try? $0.get()) == nil }.count == 13)
  }

  /// The throttles of several servers ask in threads of their own and share the limit.
  @Test func theRequestLimitOfSeveralServersIsKept() async throws {
    let limits = ThrottleLimits(rate: 1_000, concurrency: 8, maxRequests: 3)
    for _ in 0..<200 {
      let traffic = Traffic()
      let pool = ThrottlePool(
        limits: limits, time: ManualTime(), traffic: traffic, load: { _ in ThrottleState() },
        persist: { _, _ in })
      let sent = Mutex(0)
      let script = AnswerScript { _ in
        sent.withLock { $0 += 1 }
        return Answer(.good, payload: 1)
      }
      await withTaskGroup(of: Void.self) { group in
        for server in 0..<8 {
          group.addTask {
            let request = Request<Int>(
              label: "", url: "", method: "m", throttleKey: "\(server)"
            ) { _ in Answer(.good) }
            _ = try? await Throttled(script, throttles: pool).send(request)
          }
        }
      }
      #expect(sent.withLock { $0 } == 3)
      #expect(traffic.counts.requests == 3)
    }
  }

  @Test func deadlinesArePersistedWhenTheyBecomeKnown() async throws {
    let saved = Mutex<[ThrottleState]>([])
    let time = ManualTime()
    let throttle = Throttle(limits: ThrottleLimits(), time: time) { state in
      saved.withLock { $0.append(state) }
    }
    let script = AnswerScript { _ in Answer(.good, payload: 1, backoff: 10) }
    let request = Request<Int>(label: "x", url: "", method: "m") { _ in Answer(.good) }
    _ = try await Throttled(script, throttle: throttle).send(request)
    let until = saved.withLock { $0.last?.backoffUntil["m"] }
    #expect(until == time.now.addingTimeInterval(12))
  }
}

/// A transport with given answers.
private struct AnswerScript: ClientTransport {
  let answer: @Sendable (String) async throws -> Answer<Int>

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let made = try await answer(request.label)
    var result = Answer<Payload>(made.outcome, payload: made.payload as? Payload)
    result.backoff = made.backoff
    result.quota = made.quota
    return result
  }
}

/// Counts a request when it arrives, and answers a slow one late.
private struct QuotaScript: ClientTransport {
  let world: Simulation
  let count: @Sendable () -> Int

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let remaining = count()
    try await world.sleep(seconds: request.label == "slow" ? 60 : 1)
    return Answer(.good, quota: Quota(max: 300, remaining: remaining))
  }
}
