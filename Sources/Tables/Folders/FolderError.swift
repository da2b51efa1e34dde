/// Why a folder cannot be written. The old one is whole in every case.
package struct FolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is; callers decide by it.
  package enum Code: Hashable, Sendable {
    /// The folder holds something else, or more than one of its kind.
    case foreignFolder
    /// Another process writes to the same place.
    case busy
    /// A file or folder cannot be written, read or moved.
    case unwritable
  }

  /// What kind of failure it is.
  package var code: Code
  /// The path it is about.
  package var path: String
  /// What is wrong with it, as a part of a sentence; where the code is `busy`, what is being written.
  package var detail: String

  package var description: String {
    switch code {
    case .foreignFolder:
      "\(path) is not replaced: \(detail)"
    case .busy: "another \(detail) is being written to \(path); try again when it is done"
    case .unwritable: "cannot write \(path): \(detail)"
    }
  }
}
