import Dispatch
import Synchronization

/// Calls a handler as soon as a signal comes, on a thread that no task can keep busy.
///
/// What takes a signal in a task must wait until a thread is free for that task; where all of them are
/// publishing large rosters, that can take minutes.
struct SignalWatch {
  private let sources: [any DispatchSourceSignal]
  private let received = Received()

  /// Kept apart, so that a handler holds nothing else.
  private final class Received: Sendable {
    let first = Mutex<CInt?>(nil)
  }

  /// - Parameter handler: Called with every signal; it must return soon.
  init(_ signals: [CInt], _ handler: @escaping @Sendable () -> Void) {
    let received = received
    sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler {
        received.first.withLock { $0 = $0 ?? signal }
        handler()
      }
      source.resume()
      return source
    }
  }

  /// The first signal that came; nil where none did.
  var first: CInt? { received.first.withLock { $0 } }

  /// Hears no further signal.
  func end() {
    for source in sources { source.cancel() }
  }
}
