/// How to put a copy in the place of a damaged archive.
struct RestoreSteps: Hashable, Sendable {
  private let path: String

  /// - Parameter path: The path of the damaged archive.
  init(of path: String) { self.path = path }

  /// One step a line, in the order in which they are done.
  var lines: [String] {
    let archive = path.shellWord
    return [
      "To restore \(path) from a copy, here called COPY:",
      "  1. Stop the nightly job, so that nothing has the archive open.",
      "  2. Verify the copy: modexport verify --archive COPY",
      "  3. Move the archive away: mv \(archive) \((path + ".damaged").shellWord)",
      "  4. Move its log away too, if there is one, because it would damage the copy: mv "
        + "\((path + "-wal").shellWord) \((path + ".damaged-wal").shellWord)",
      "  5. Put the copy there: cp -p COPY \(archive)",
      "  6. Read what changed since: modexport sync --archive \(archive)",
      "Without a copy, move the archive away and sync into a new one: who moderates now is read again, the "
        + "history before is lost.",
    ]
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellWord: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+=:,@".utf8.contains(byte)
        }
      }
    return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
