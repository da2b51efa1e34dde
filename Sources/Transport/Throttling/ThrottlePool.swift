package import FoundationEssentials
import Synchronization

/// The throttles of a run: one for each API host and key that it asks, made when the first request goes
/// there. They share the end of the run and its bound on requests.
package final class ThrottlePool: Sendable {
  /// Time whose waits end with the run.
  package let time: StoppableTime
  private let limits: ThrottleLimits
  private let base: any TimeSource
  private let traffic: Traffic
  private let signal = StopSignal()
  private let load: @Sendable (String) throws -> ThrottleState
  private let persist: @Sendable (String, ThrottleState) -> Void
  private let throttles = Mutex<[String: Throttle]>([:])

  /// - Parameters:
  ///   - traffic: Counts what is sent.
  ///   - load: What an earlier run left behind for a host and key.
  ///   - persist: Called whenever a deadline becomes known that must outlive the process.
  package init(
    limits: ThrottleLimits, time: any TimeSource, traffic: Traffic,
    load: @escaping @Sendable (String) throws -> ThrottleState,
    persist: @escaping @Sendable (String, ThrottleState) -> Void
  ) {
    self.limits = limits
    self.traffic = traffic
    self.load = load
    self.persist = persist
    base = time
    self.time = StoppableTime(time, until: signal)
  }

  /// The throttle of an API host and key.
  ///
  /// - Throws: What `load` throws.
  package func throttle(for key: String) throws -> Throttle {
    try throttles.withLock { throttles in
      if let throttle = throttles[key] { return throttle }
      let persist = persist
      let throttle = Throttle(
        limits: limits, state: try load(key), time: base, signal: signal, traffic: traffic
      ) { persist(key, $0) }
      throttles[key] = throttle
      return throttle
    }
  }

  /// Why nothing is let through any more; nil as long as requests are.
  package var stopReason: Stopped.Reason? { signal.reason }

  /// What the throttles know now and the next run should know, by host and key.
  package var states: [String: ThrottleState] {
    get async {
      var states: [String: ThrottleState] = [:]
      for (key, throttle) in throttles.withLock({ $0 }) {
        states[key] = await throttle.ending.state
      }
      return states
    }
  }

  /// Whether no request is under way.
  package var isIdle: Bool {
    get async {
      for throttle in all where await !throttle.isIdle { return false }
      return true
    }
  }

  /// Until when some method must be left alone, nil where none must.
  package var deadline: Date? {
    get async {
      var deadline: Date?
      for throttle in all {
        if let next = await throttle.deadline { deadline = max(next, deadline ?? next) }
      }
      return deadline
    }
  }

  /// Lets no further request through and ends every wait for one. Those in flight are not disturbed.
  package func stop(for reason: Stopped.Reason) async {
    signal.fire(reason)
    for throttle in all { await throttle.stop(for: reason) }
  }

  private var all: [Throttle] { throttles.withLock { Array($0.values) } }
}
