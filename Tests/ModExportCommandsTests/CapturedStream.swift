import FoundationEssentials
import Synchronization
import Tables

@testable import ModExportCommands

/// The program's, not that of the testing library.
typealias ExitStatus = ModExportCommands.ExitStatus

/// A sink that remembers, and fails on request.
final class CapturedStream: StreamSink {
  private let storage = Mutex<(bytes: [UInt8], writes: Int)>(([], 0))
  private let failure: StreamFailure?

  init(failing failure: StreamFailure? = nil) {
    self.failure = failure
  }

  func write(_ bytes: [UInt8]) throws(StreamFailure) {
    if let failure { throw failure }
    storage.withLock {
      $0.bytes += bytes
      $0.writes += 1
    }
  }

  var text: String { storage.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
  var writes: Int { storage.withLock(\.writes) }
}

extension Console {
  /// A console that writes to memory at a fixed moment, by default without a terminal.
  static func recording(
    _ results: CapturedStream, _ messages: CapturedStream = CapturedStream(),
    terminalColumns: Int? = nil,
    environment: [String: String] = [:]
  ) -> Console {
    Console(
      results: ResultStream(results), messages: MessageStream(messages),
      resultsAreOnTerminal: terminalColumns != nil, messagesAreOnTerminal: terminalColumns != nil,
      windowColumns: terminalColumns, environment: environment,
      now: { Date(timeIntervalSince1970: 1_795_143_600) })
  }
}
