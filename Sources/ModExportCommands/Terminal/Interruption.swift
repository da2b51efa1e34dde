import Archive
import Glibc
import Synchronization

/// Stops the work of archives as soon as a signal comes, also one that came before they were opened.
final class Interruption {
  private let box: Box
  private let watch: SignalWatch

  /// What the handler shares: it must not hold the watch, which holds the handler.
  private final class Box: Sendable {
    let archives = Mutex<[ArchiveDatabase]>([])
    let listeners = Mutex<[AsyncStream<CInt>.Continuation]>([])
  }

  /// To be made before signals are trapped, which makes a hang-up look ignored.
  init() {
    let box = Box()
    self.box = box
    watch = SignalWatch([SIGINT, SIGTERM] + (System.ignoresHangUp ? [] : [SIGHUP])) { signal in
      for listener in box.listeners.withLock({ $0 }) { listener.yield(signal) }
      for archive in box.archives.withLock({ $0 }) { archive.interrupt() }
    }
  }

  /// The first signal that came; nil where none did.
  var signal: CInt? { watch.first }

  /// Throws `CancellationError` once a signal has come, on any thread.
  var checkpoint: @Sendable () throws -> Void { watch.checkpoint }

  /// The signals as they come, and the first one where it came before: what stopped the archives must also stop
  /// what uses them.
  func signals() -> AsyncStream<CInt> {
    let (signals, listener) = AsyncStream.makeStream(of: CInt.self)
    box.listeners.withLock { $0.append(listener) }
    if let first = watch.first { listener.yield(first) }
    return signals
  }

  func interrupts(_ archive: ArchiveDatabase) {
    box.archives.withLock { $0.append(archive) }
    if watch.first != nil { archive.interrupt() }
  }

  func end() {
    watch.end()
  }
}
