/// How to put a copy in the place of a damaged archive.
struct RestoreSteps: Hashable, Sendable {
  private let path: String

  /// - Parameter path: The path of the damaged archive.
  init(of path: String) { self.path = path }

  /// One step a line, in the order in which they are done.
  var lines: [String] {
    let archive = Crontab.shellWord(path)
    return [
      "To restore \(path) from a copy, here called COPY:",
      "  1. Stop the nightly job, so that nothing has the archive open.",
      "  2. Verify the copy: modexport verify --archive COPY",
      "  3. Move the archive away: mv \(archive) \(Crontab.shellWord(path + ".damaged"))",
      "  4. Move its log away too, if there is one, because it would damage the copy: mv "
        + "\(Crontab.shellWord(path + "-wal")) \(Crontab.shellWord(path + ".damaged-wal"))",
      "  5. Put the copy there: cp -p COPY \(archive)",
      "  6. Read what changed since: modexport sync --archive \(archive)",
      "Without a copy, move the archive away and sync into a new one: who moderates now is read again, the "
        + "history before is lost.",
    ]
  }
}
