import Testing

/// Runs the tests of all suites that carry it two at a time: each starts programs of its own, and
/// more at once would only time the machine.
struct Bounded: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  private static let gate = Gate(places: 2)

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.gate.enter()
    do {
      try await function()
    } catch {
      await Self.gate.leave()
      throw error
    }
    await Self.gate.leave()
  }
}

extension Trait where Self == Bounded {
  static var bounded: Bounded { Bounded() }
}

private actor Gate {
  private var places: Int
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(places: Int) {
    self.places = places
  }

  func enter() async {
    if places > 0 {
      places -= 1
    } else {
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  func leave() {
    if waiters.isEmpty { places += 1 } else { waiters.removeFirst().resume() }
  }
}
