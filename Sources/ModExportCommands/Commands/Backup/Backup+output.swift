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
    return "\(path): \(bytes.grouped) bytes; \(proof)\n\(removal)"
  }
}
