import Archive
import Dispatch
import Glibc
import Sync
import Synchronization

/// Stops the work of archives as soon as a signal comes, also one that came before they were opened.
///
/// Signals are handled on a thread that tasks cannot block: a task would wait for a free thread, which can take
/// minutes while all publish large rosters.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private let shared = Shared()

  /// What the handlers share; they hold nothing else.
  private final class Shared: Sendable {
    let first = Mutex<CInt?>(nil)
    let archives = Mutex<[ArchiveDatabase]>([])
    let listeners = Mutex<[AsyncStream<CInt>.Continuation]>([])

    func receive(_ signal: CInt) {
      first.withLock { $0 = $0 ?? signal }
      for listener in listeners.withLock({ $0 }) { listener.yield(signal) }
      for archive in archives.withLock({ $0 }) { archive.interrupt() }
    }
  }

  /// From now on the signals end the process no more.
  init() {
    let shared = shared
    let signals = [SIGINT, SIGTERM] + (System.ignoresHangUp ? [] : [SIGHUP])
    sources = signals.map { signal in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler { shared.receive(signal) }
      source.resume()
      return source
    }
  }

  /// The first signal that came; nil where none did.
  var signal: CInt? { shared.first.withLock { $0 } }

  /// Throws `CancellationError` once a signal has come, on any thread.
  var checkpoint: @Sendable () throws -> Void {
    { [shared] in if shared.first.withLock({ $0 }) != nil { throw CancellationError() } }
  }

  /// The signals as they come, and the first one where it came before: what stopped the archives must also stop
  /// what uses them.
  func signals() -> AsyncStream<CInt> {
    let (signals, listener) = AsyncStream.makeStream(of: CInt.self)
    shared.listeners.withLock { $0.append(listener) }
    if let signal { listener.yield(signal) }
    return signals
  }

  func interrupts(_ archive: ArchiveDatabase) {
    shared.archives.withLock { $0.append(archive) }
    if signal != nil { archive.interrupt() }
  }

  func end() {
    for source in sources { source.cancel() }
  }
}

/// Runs a body that Ctrl-C, a termination signal or a hang-up cancels. If the program was started to ignore hang-ups, as
/// `nohup` does, they stay ignored.
///
/// - Returns: As `withInterruption(by:stop:_:)`.
package func untilInterrupted<Result: Sendable>(
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> (result: Result, signal: CInt?) {
  let interruption = Interruption()
  defer { interruption.end() }
  return try await withInterruption(by: interruption.signals(), stop: { _ in }, body)
}
