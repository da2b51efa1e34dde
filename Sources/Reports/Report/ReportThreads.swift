import Roster
import Synchronization

/// Runs the parts of a report on as many threads as there are sources: each thread reads from its own, and all sources
/// show the same state.
struct ReportThreads: Sendable {
  let sources: [any ReportSource]

  /// What one thread does, with its source.
  typealias Part = @Sendable (any ReportSource) throws -> Void

  /// Runs all parts, in their order as far as threads are free. With one source it is exactly this order.
  ///
  /// - Throws: An error of a part. Those that have begun come to their end; the others are left out.
  func run(_ parts: [Part]) throws {
    let next = Mutex(0)
    _ = try sources.mapOnThreads { source in
      while let part = next.withLock({ $0.take(below: parts.count) }) {
        do {
          try parts[part](source)
        } catch {
          next.withLock { $0 = parts.count }
          throw error
        }
      }
    }
  }
}

extension Int {
  /// The number, which is then increased; nil where it has come to the limit.
  fileprivate mutating func take(below limit: Int) -> Int? {
    guard self < limit else { return nil }
    defer { self += 1 }
    return self
  }
}
