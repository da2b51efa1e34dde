import Synchronization

/// The number of the run that this process makes, for its log.
package final class RunNumber: Sendable {
  private let number = Mutex<Int?>(nil)

  package init() {}

  /// Nil before the run has begun, and in commands that make none.
  package var value: Int? { number.withLock { $0 } }

  func set(_ value: Int) {
    number.withLock { $0 = value }
  }
}
