import Archive
import Glibc
import Synchronization

/// Stops the work of archives as soon as a signal comes, also one that came before they were opened.
final class Interruption {
  private let archives: Box
  private let watch: SignalWatch

  /// What the handler shares: it must not hold the watch, which holds the handler.
  private final class Box: Sendable {
    let content = Mutex<[ArchiveDatabase]>([])
  }

  /// To be made before signals are trapped, which makes a hang-up look ignored.
  init() {
    let box = Box()
    archives = box
    watch = SignalWatch([SIGINT, SIGTERM] + (System.ignoresHangUp ? [] : [SIGHUP])) {
      box.content.withLock { $0.forEach { $0.interrupt() } }
    }
  }

  /// The first signal that came; nil where none did.
  var signal: CInt? { watch.first }

  func interrupts(_ archive: ArchiveDatabase) {
    archives.content.withLock { $0.append(archive) }
    if watch.first != nil { archive.interrupt() }
  }

  func end() {
    watch.end()
  }
}
