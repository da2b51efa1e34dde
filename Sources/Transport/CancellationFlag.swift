import Synchronization

/// Tells work outside a task that the task was cancelled.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the task was cancelled.
  package var isSet: Bool { flag.load(ordering: .relaxed) }

  fileprivate func set() { flag.store(true, ordering: .relaxed) }
}

/// Runs a body with a flag that is set when the task is cancelled, for work that the body lets others do.
package func withCancellationFlag<Value>(
  _ body: (CancellationFlag) async throws -> Value
) async rethrows -> Value {
  let flag = CancellationFlag()
  return try await withTaskCancellationHandler {
    try await body(flag)
  } onCancel: {
    flag.set()
  }
}
