package import FoundationEssentials
import Synchronization
import Transport

/// A deterministic simulation on one thread: tasks run one step at a time in an order that a seed
/// determines, and time moves only when every task waits. The same seed gives the same history.
package final class Simulation: TimeSource, TaskExecutor {
  private struct Sleeper {
    var id: Int
    var deadline: Date
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct Storage {
    var now: Date
    var random: SeededRandom
    var jobs: [UnownedJob] = []
    var sleepers: [Sleeper] = []
    var nextID = 0
    var cancelled: Set<Int> = []
  }

  private let storage: Mutex<Storage>

  private init(seed: UInt64, start: Date) {
    storage = Mutex(Storage(now: start, random: SeededRandom(seed: seed)))
  }

  /// Runs the body to its end.
  ///
  /// - Parameter proceed: Called before each step with the number of steps so far. Where it returns
  ///   false, the simulation ends like a killed process: the body is cancelled, and effects of its
  ///   cancellation must be ignored.
  /// - Throws: Errors of the body; ``Ended`` where `proceed` returned false; ``Stuck`` where every
  ///   task waits and none will ever wake.
  package static func run<Result: Sendable>(
    seed: UInt64, start: Date = Date(timeIntervalSince1970: 1_800_000_000),
    while proceed: (Simulation, Int) -> Bool = { _, _ in true },
    _ body: @escaping @Sendable (Simulation) async throws -> Result
  ) throws -> Result {
    let world = Simulation(seed: seed, start: start)
    let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
    let task = Task(executorPreference: world) {
      do {
        let result = try await body(world)
        outcome.withLock { $0 = .success(result) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
    }
    var steps = 0
    var isEnded = false
    while true {
      if let result = outcome.withLock({ $0 }) {
        if isEnded { throw Ended() }
        return try result.get()
      }
      if !isEnded, !proceed(world, steps) {
        isEnded = true
        task.cancel()
      }
      steps += 1
      guard world.step() else { throw Stuck(seed: seed) }
    }
  }

  /// The simulation was ended before the end of its body.
  package struct Ended: Error {
    package init() {}
  }

  /// Every task waits, and none will ever wake.
  package struct Stuck: Error, Hashable, Sendable {
    package var seed: UInt64
  }

  package var now: Date { storage.withLock(\.now) }

  /// A random number from the simulation's seed, from 0 up to but not including 1.
  package func random() -> Double {
    storage.withLock { Double.random(in: 0..<1, using: &$0.random) }
  }

  package func sleep(until deadline: Date) async throws {
    let id = storage.withLock { storage in
      storage.nextID += 1
      return storage.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = storage.withLock { storage in
          if storage.cancelled.remove(id) != nil { return true }
          storage.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = storage.withLock { storage -> Sleeper? in
        guard let index = storage.sleepers.firstIndex(where: { $0.id == id }) else {
          storage.cancelled.insert(id)
          return nil
        }
        return storage.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    storage.withLock { $0.jobs.append(job) }
  }

  /// Runs one step of a task, or moves the time to the end of the next sleep; false where there is
  /// neither.
  private func step() -> Bool {
    let job = storage.withLock { storage -> UnownedJob? in
      guard !storage.jobs.isEmpty else { return nil }
      let index = Int.random(in: 0..<storage.jobs.count, using: &storage.random)
      return storage.jobs.remove(at: index)
    }
    if let job {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      return true
    }
    return wakeNextSleeper()
  }

  private func wakeNextSleeper() -> Bool {
    let sleeper = storage.withLock { storage -> Sleeper? in
      let next = storage.sleepers.indices.min {
        (storage.sleepers[$0].deadline, storage.sleepers[$0].id)
          < (storage.sleepers[$1].deadline, storage.sleepers[$1].id)
      }
      guard let next else { return nil }
      let sleeper = storage.sleepers.remove(at: next)
      storage.now = max(storage.now, sleeper.deadline)
      return sleeper
    }
    sleeper?.continuation.resume()
    return sleeper != nil
  }
}
