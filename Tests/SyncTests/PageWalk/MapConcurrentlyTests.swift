import Sync
import Synchronization
import TestKit
import Testing
import Transport

struct MapConcurrentlyTests {
  struct Odd: Error {}

  @Test(arguments: [1, 2, 5], 0..<20)
  func noMoreThanTheLimitAreUnderWay(limit: Int, seed: Int) throws {
    let counts = Mutex<(now: Int, peak: Int)>((0, 0))
    let results = try Simulation.run(seed: UInt64(seed)) { world in
      await mapConcurrently(0..<12, limit: limit) { number in
        counts.withLock {
          $0.now += 1
          $0.peak = max($0.peak, $0.now)
        }
        try await world.sleep(seconds: world.random())
        counts.withLock { $0.now -= 1 }
        if number % 2 == 1 { throw Odd() }
        return number * 10
      }
    }
    #expect(counts.withLock(\.peak) == limit)
    #expect(results.map(\.item) == Array(0..<12))
    #expect(results.compactMap { try? $0.result.get() } == [0, 20, 40, 60, 80, 100])
  }

  @Test func noFurtherItemIsTakenOnceItIsToEnd() async {
    var told: [Int] = []
    let results = await mapConcurrently(
      0..., limit: 3,
      while: { item, _ in
        told.append(item)
        return item < 4
      }
    ) { $0 }
    #expect(results.count < 9)
    #expect(told.sorted() == results.map(\.item))
    #expect(results.map(\.item).prefix(5) == [0, 1, 2, 3, 4])
  }
}
