package import FoundationEssentials

/// The only source of time: reads the clock and waits.
///
/// Deadlines are stored between runs, so they are dates. Within a run the dates never go backwards,
/// even if the machine's clock is changed.
package protocol TimeSource: Sendable {
  var now: Date { get }

  /// Returns at the deadline or later; immediately where it has passed.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; ``Stopped`` where the run ends
  ///   meanwhile.
  func sleep(until deadline: Date) async throws
}

extension TimeSource {
  /// Waits for a number of seconds.
  package func sleep(seconds: TimeInterval) async throws {
    try await sleep(until: now.addingTimeInterval(seconds))
  }
}

/// The machine's time: the date at the start plus the time of the monotonic clock since then.
package struct SystemTime: TimeSource {
  private let startDate = Date()
  private let startInstant = ContinuousClock.now

  package init() {}

  package var now: Date {
    let elapsed = startInstant.duration(to: .now)
    return startDate.addingTimeInterval(elapsed / .seconds(1))
  }

  package func sleep(until deadline: Date) async throws {
    let seconds = deadline.timeIntervalSince(now)
    guard seconds > 0 else { return try Task.checkCancellation() }
    try await Task.sleep(for: .seconds(seconds), tolerance: .zero)
  }
}
