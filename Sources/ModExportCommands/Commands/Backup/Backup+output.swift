import Archive
import Roster
import Tables

extension Backup {
  /// What the JSON document of `backup` says.
  var fields: [(String, JSONValue)] {
    [("path", .text(path)), ("bytes", .cell(.integer(bytes)))] + verification.fields
      + [("removed", .array(removed.map { .text($0) }))]
  }

  /// What was copied and proven, one sentence to a line.
  var sentences: String {
    let proof =
      verification.sites > 0 ? verification.agreement : "there is no roster to prove yet."
    let removal =
      removed.isEmpty ? "" : "Removed \(removed.count.counted("older copy", "older copies")).\n"
    let folder = madeFolder.map { "The folder \($0) was missing and is created.\n" } ?? ""
    return "\(folder)\(path): \(bytes.grouped) bytes; \(proof)\n\(removal)"
  }

  /// Why nothing was written; nil where the copy is proven and in its place.
  ///
  /// - Parameter archive: The path of the archive.
  func failure(of archive: String) -> CommandFailure? {
    if verification.findings.isEmpty { return nil }
    return CommandFailure(
      .failed,
      "\(path) was not written, because the copy of \(archive) has "
        + "\(verification.findings.count.counted("finding")); `modexport verify` shows whether the "
        + "archive itself is damaged.")
  }
}
