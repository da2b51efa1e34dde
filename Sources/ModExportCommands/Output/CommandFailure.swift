import Archive
import Reports
import Sync

/// Why a command ends without having done what was asked: a code for scripts, a sentence for people.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// How the program ends.
  package var status: ExitStatus
  /// One clear sentence that names the value at fault and what to do. Nothing secret.
  package var sentence: String
  /// What lies underneath in the words of whoever failed, such as the system or SQLite.
  package var cause: String?

  /// A failure with what a user must know of it.
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
  /// What an error of the layers below means to somebody at the command line, nil where no table
  /// entry knows it.
  init?(translating error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as SyncFailure: self.init(failure)
    case let failure as StreamFailure:
      self.init(
        .cannotWrite, "Cannot write to \(failure.stream): make room or choose another place.",
        cause: failure.reason)
    case let error as ArchiveError: self.init(error)
    case let error as ReportError:
      let advice =
        error.code == .foreignFolder
        ? "; choose another folder with --output, or move it away" : ""
      self.init(.cannotWrite, "\(error)\(advice).")
    case is CancellationError:
      self.init(.interrupted, "Stopped; everything fetched so far is kept.")
    default: return nil
    }
  }
}
