/// Why a report cannot be written. The old report is whole in every case.
package struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; callers decide by it.
  package enum Code: Hashable, Sendable {
    /// The folder holds something that is no report of ours, or more than one.
    case foreignFolder
    /// Another process writes a report to the same place.
    case busy
    /// A file or folder cannot be written, read or moved.
    case unwritable
  }

  /// What kind of failure it is.
  package var code: Code
  /// The path it is about.
  package var path: String
  /// What is wrong with it, as a part of a sentence; empty where the code says all.
  package var detail: String

  package var description: String {
    switch code {
    case .foreignFolder:
      "\(path) is not replaced: \(detail)"
    case .busy: "another report is being written to \(path); try again when it is done"
    case .unwritable: "cannot write \(path): \(detail)"
    }
  }
}
