import Dispatch
import Synchronization

/// Calls a handler as soon as a signal arrives, on a thread of its own that tasks cannot block.
///
/// A task that handles signals would wait for a free thread; while all threads publish large rosters,
/// that can take minutes.
struct SignalWatch {
  private let sources: [any DispatchSourceSignal]
  private let received = Received()

  /// Kept apart, so that a handler holds nothing else.
  private final class Received: Sendable {
    let first = Mutex<CInt?>(nil)
  }

  /// - Parameter handler: Called with every signal; it must return soon.
  init(_ signals: [CInt], _ handler: @escaping @Sendable (CInt) -> Void) {
    let received = received
    sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler {
        received.first.withLock { $0 = $0 ?? signal }
        handler(signal)
      }
      source.resume()
      return source
    }
  }

  /// The first signal that came; nil where none did.
  var first: CInt? { received.first.withLock { $0 } }

  /// Throws `CancellationError` once a signal has come, on any thread.
  var checkpoint: @Sendable () throws -> Void {
    { [received] in if received.first.withLock({ $0 }) != nil { throw CancellationError() } }
  }

  /// Stops handling signals.
  func end() {
    for source in sources { source.cancel() }
  }
}
