import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Transforms each element on a thread of its own, and waits for all: for a few elements that take long.
  ///
  /// - Throws: The error of the first element that has one.
  package func mapOnThreads<Value: Sendable>(
    _ transform: @Sendable (Element) throws -> Value
  ) throws -> [Value] {
    let results = Mutex([Int: Result<Value, any Error>]())
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let result = Result { try transform(self[index]) }
      results.withLock { $0[index] = result }
    }
    return try results.withLock { results in try indices.compactMap { try results[$0]?.get() } }
  }
}
