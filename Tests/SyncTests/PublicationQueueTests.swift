import Archive
import ArchiveKit
import Foundation
import Roster
import Synchronization
import TestKit
import Testing

@testable import Sync

/// Rosters of concurrent walks wait for each other, for a short time.
struct PublicationQueueTests {
  private static let sites = (1...3).map { Site.made($0) }

  private static func walk(_ number: Int, _ test: ArchiveMaker) -> FinishedWalk {
    test.unrecorded([.made(number)], of: sites[number - 1].ref, day(1))
  }

  private static func published(_ test: ArchiveMaker) throws -> [Bool] {
    try sites.map { try test.archive.currentIDs(of: $0.ref)?.isEmpty == false }
  }

  @Test func aRosterWaitsForThoseThatAreBeingFetched() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      let clock = StoppedClock()
      let queue = PublicationQueue(test.archive, concurrency: 32, clock: clock)
      let fetches = Self.sites.map { _ in queue.beginFetch() }
      fetches[0].end()
      fetches[0].end()
      async let first = queue.publish(Self.walk(1, test))
      await clock.sleeps.first { _ in true }
      fetches[1].end()
      async let second = queue.publish(Self.walk(2, test))
      #expect(try Self.published(test) == [false, false, false])
      fetches[2].end()
      #expect(try await [first, second].map(\.moderators) == [1, 1])
      #expect(try Self.published(test) == [true, true, false])
    }
  }

  @Test func enoughRostersWaitForNoFurtherOne() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      let queue = PublicationQueue(test.archive, concurrency: 10, clock: StoppedClock())
      _ = queue.beginFetch()
      async let first = queue.publish(Self.walk(1, test))
      async let second = queue.publish(Self.walk(2, test))
      #expect(try await [first, second].map(\.moderators) == [1, 1])
    }
  }

  /// A fetch may take hours where the API asks for it.
  @Test func theWaitEnds() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      let queue = PublicationQueue(test.archive, concurrency: 32, clock: ImmediateClock())
      _ = queue.beginFetch()
      #expect(try await queue.publish(Self.walk(1, test)).moderators == 1)
    }
  }

  /// Fetches go on meanwhile.
  @Test func rostersArePublishedOnTheThreadOfTheWriter() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      let writer = HeldExecutor()
      let queue = PublicationQueue(test.archive, concurrency: 1, writer: writer)
      async let publication = queue.publish(Self.walk(1, test))
      await writer.jobs.first { _ in true }
      #expect(try Self.published(test) == [false, false, false])
      writer.release()
      #expect(try await publication.moderators == 1)
    }
  }

  @Test func aCancelledWalkKeepsNoOtherBack() async throws {
    try await withTemporaryFolder { folder in
      let test = try ArchiveMaker(folder, sites: Self.sites)
      let clock = StoppedClock()
      let queue = PublicationQueue(test.archive, concurrency: 32, clock: clock)
      let fetch = queue.beginFetch()
      let cancelled = Task { try await queue.publish(Self.walk(1, test)) }
      await clock.sleeps.first { _ in true }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      fetch.end()
      #expect(try await queue.publish(Self.walk(2, test)).moderators == 1)
      #expect(try Self.published(test) == [false, true, false])
    }
  }
}

/// Runs nothing until it is released.
private final class HeldExecutor: TaskExecutor {
  /// An element for each job.
  let jobs: AsyncStream<Void>
  private let job: AsyncStream<Void>.Continuation
  private let thread = WriterThread()
  private let held = Mutex<[UnownedJob]?>([])

  init() { (jobs, job) = AsyncStream.makeStream() }

  func enqueue(_ next: consuming ExecutorJob) {
    let next = UnownedJob(next)
    let isHeld = held.withLock { held in
      held?.append(next)
      return held != nil
    }
    if !isHeld { run(next) }
    job.yield()
  }

  func release() {
    for next in held.withLock({ $0.take() }) ?? [] { run(next) }
  }

  private func run(_ next: UnownedJob) {
    thread.enqueue(ExecutorJob(next))
  }
}

/// Each sleep lasts until it is cancelled.
private struct StoppedClock: Clock {
  let minimumResolution = Duration.zero
  /// An element for each sleep.
  let sleeps: AsyncStream<Void>
  private let sleep: AsyncStream<Void>.Continuation

  init() { (sleeps, sleep) = AsyncStream.makeStream() }

  var now: ContinuousClock.Instant { .now }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    sleep.yield()
    let (never, end) = AsyncStream<Void>.makeStream()
    // Iteration ends where the task is cancelled.
    for await _ in never {}
    end.finish()
    throw CancellationError()
  }
}

/// No sleep lasts.
private struct ImmediateClock: Clock {
  let minimumResolution = Duration.zero

  var now: ContinuousClock.Instant { .now }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}
