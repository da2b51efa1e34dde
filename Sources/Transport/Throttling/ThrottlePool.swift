package import FoundationEssentials
import Synchronization

/// The throttles of a run: one for each API host and key, created with the first request. They
/// share the stop signal and the limit of requests.
package final class ThrottlePool: Sendable {
  /// A time source whose waits end with the run.
  package let time: StoppableTime
  private let limits: ThrottleLimits
  private let base: any TimeSource
  private let traffic: Traffic
  private let signal = StopSignal()
  private let isShared: @Sendable (String) -> Bool
  private let load: @Sendable (String) throws -> ThrottleState
  private let persist: @Sendable (String, ThrottleState) -> Void
  private let throttles = Mutex<[String: Throttle]>([:])

  /// - Parameters:
  ///   - traffic: Counts the requests.
  ///   - isShared: Whether all requests of the run are for this host and key: see ``Throttle``.
  ///   - load: Returns the state of an earlier run for a host and key.
  ///   - persist: Called with the state whenever it has a new deadline that the next process must
  ///     know.
  package init(
    limits: ThrottleLimits, time: any TimeSource, traffic: Traffic,
    isShared: @escaping @Sendable (String) -> Bool = { _ in true },
    load: @escaping @Sendable (String) throws -> ThrottleState,
    persist: @escaping @Sendable (String, ThrottleState) -> Void
  ) {
    self.limits = limits
    self.traffic = traffic
    self.isShared = isShared
    self.load = load
    self.persist = persist
    base = time
    self.time = StoppableTime(time, until: signal)
  }

  /// The throttle of an API host and key.
  ///
  /// - Throws: The error of `load`.
  package func throttle(for key: String) throws -> Throttle {
    try throttles.withLock { throttles in
      if let throttle = throttles[key] { return throttle }
      let persist = persist
      let throttle = Throttle(
        limits: limits, state: try load(key), time: base, signal: signal,
        isShared: isShared(key), traffic: traffic
      ) { persist(key, $0) }
      throttles[key] = throttle
      return throttle
    }
  }

  /// Why the throttles have stopped the run; nil while requests are sent.
  package var stopReason: Stopped.Reason? { signal.reason }

  /// The current states by host and key, for the next run.
  package var states: [String: ThrottleState] {
    get async {
      var states: [String: ThrottleState] = [:]
      for (key, throttle) in throttles.withLock({ $0 }) {
        states[key] = await throttle.ending.state
      }
      return states
    }
  }

  /// Whether no request is in flight.
  package var isIdle: Bool {
    get async {
      for throttle in all where await !throttle.isIdle { return false }
      return true
    }
  }

  /// Until when a method must not be called; nil where no method has to wait.
  package var deadline: Date? {
    get async {
      var deadline: Date?
      for throttle in all {
        if let next = await throttle.deadline { deadline = max(next, deadline ?? next) }
      }
      return deadline
    }
  }

  /// Blocks all further requests and ends their waits. Requests in flight are not affected.
  package func stop(for reason: Stopped.Reason) async {
    signal.fire(reason)
    for throttle in all { await throttle.stop(for: reason) }
  }

  private var all: [Throttle] { throttles.withLock { Array($0.values) } }
}
