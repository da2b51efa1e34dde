package import Archive

extension CommandFailure {
  /// The message and exit code of a failure of the archive, with what to do about it.
  package init(_ error: ArchiveError) {
    var sentence = error.description
    if let remedy = error.remedy {
      sentence =
        "\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence); \(remedy.advice)."
    }
    self.init(error.code.status, sentence)
  }
}

extension ArchiveError.Remedy {
  /// What to do, as the end of a sentence.
  fileprivate var advice: String {
    switch self {
    case .makeArchive: "`modexport sync` makes one"
    case .fillFile: "`modexport sync` makes an archive of it"
    case .waitForOthers:
      "try again when it has finished (`modexport sync --wait-lock` waits)"
    case .verifyAndRestore:
      "run `modexport verify`, then restore it from a copy or sync into a new one"
    case .rebuildIndex: "`modexport verify --rebuild-index` rebuilds it from the tables"
    case .restore: "restore the file from a copy, or sync into a new one"
    case .otherProgram: "use the modexport that wrote it, or sync into a new archive"
    case .askForElected: "sync --elected asks again"
    case .useCursorOfPage: "take one that `modexport changes` printed"
    case .replaceOther: "choose another file, or use --force to replace it"
    }
  }
}

extension ArchiveError.Code {
  /// The exit status of a program that cannot continue without the archive.
  fileprivate var status: ExitStatus {
    switch self {
    case .notFound, .notAnArchive, .otherFormat, .foreignSchema, .unreadable: .noArchive
    case .inUse: .stoppedEarly
    case .unwritable: .cannotWrite
    case .unknown, .badCursor, .badQuery, .unusablePath: .usage
    case .unproven, .unfit, .damaged, .failed: .failed
    }
  }
}
