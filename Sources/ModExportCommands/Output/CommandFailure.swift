import Archive
import Reports
import Sync
import Tables
import Transport

/// Why a command failed: an exit code for scripts, a sentence for people.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How the program ends.
  package var status: ExitStatus
  /// One clear sentence that names the value at fault and what to do. Nothing secret.
  package var sentence: String
  /// The underlying error, as the system or SQLite reports it.
  package var cause: String?

  /// Makes a failure with its code and its sentence.
  package init(_ status: ExitStatus, _ sentence: String, cause: String? = nil) {
    self.status = status
    self.sentence = sentence
    self.cause = cause
  }

  package var description: String {
    guard let cause, !cause.isEmpty else { return sentence }
    return "\(sentence) (\(cause))"
  }
}

extension CommandFailure {
  /// The failure for any error.
  init(of error: any Error) {
    self = CommandFailure(translating: error) ?? CommandFailure(.failed, String(describing: error))
  }

  /// The end of a program that a signal stopped.
  init(signal: CInt) {
    self.init(ExitStatus(signal: signal), "Stopped; everything fetched so far is kept.")
  }

  /// The failure for an error of the layers below; nil if there is no entry for that error.
  init?(translating error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as SyncFailure: self.init(failure)
    case let failure as StreamFailure:
      self.init(
        .cannotWrite, "Cannot write to \(failure.stream): make room or choose another place.",
        cause: failure.reason)
    case let error as ArchiveError: self.init(error)
    case let error as TooFewDescriptors:
      self.init(
        .failed,
        "The program may have \(error.limit) files open and needs \(error.needed) for its requests: raise the limit, as "
          + "with `ulimit -n \(error.needed)`.")
    case let error as FolderError:
      let advice =
        error.code == .foreignFolder
        ? "; choose another folder, or move it away" : ""
      self.init(error.code == .busy ? .stoppedEarly : .cannotWrite, "\(error)\(advice).")
    case is CancellationError:
      self.init(.interrupted, "Stopped; everything fetched so far is kept.")
    default: return nil
    }
  }
}
