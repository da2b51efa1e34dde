import Dispatch

/// A thread for what a sync writes, outside the cooperative thread pool. The roster of a large site is published for
/// a second, and whatever else writes waits for that: on the threads of the pool, of which there is one for each core,
/// that would keep all fetches back.
package final class WriterThread: TaskExecutor {
  private let queue = DispatchQueue(label: "writer")

  package init() {}

  /// Runs a step of a task after those that are waiting.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
