import Archive
import Testing

@testable import ModExportCommands

/// The messages about failures of the archive, which itself names no command and no option.
struct ArchiveAdviceTests {
  static let advice: [(ArchiveError.Code, String, ArchiveError.Remedy?, ExitStatus, String)] = [
    (
      .notFound, "There is no archive at a.", .makeArchive, .noArchive,
      "There is no archive at a; `modexport sync` makes one."
    ),
    (
      .notAnArchive, "a is empty.", .fillFile, .noArchive,
      "a is empty; `modexport sync` makes an archive of it."
    ),
    (
      .inUse, "a is being used by another program.", .waitForOthers, .stoppedEarly,
      "a is being used by another program; try again when it has finished."
    ),
    (
      .damaged, "a is damaged (x).", .verifyAndRestore, .failed,
      "a is damaged (x); run `modexport verify`, then restore it from a copy or sync into a new one."
    ),
    (
      .damaged, "The search index of a is damaged (x).", .rebuildIndex, .failed,
      "The search index of a is damaged (x); `modexport verify --rebuild` rebuilds it from the tables."
    ),
    (
      .notAnArchive, "a says that its header is damaged.", .restore, .noArchive,
      "a says that its header is damaged; restore the file from a copy, or sync into a new one."
    ),
    (
      .otherFormat, "a has format 9.", .otherProgram, .noArchive,
      "a has format 9; use the modexport that wrote it, or sync into a new archive."
    ),
    (
      .unproven, "The evidence is not whole.", .askForElected, .failed,
      "The evidence is not whole; sync --elected asks again."
    ),
    (
      .badCursor, "'x' is no cursor.", .useCursorOfPage, .usage,
      "'x' is no cursor; take one that `modexport changes` printed."
    ),
    (
      .unwritable, "b is a copy of another archive", .replaceOther, .cannotWrite,
      "b is a copy of another archive; choose another file, or use --force to replace it."
    ),
    (
      .damaged, "a is not merged: its proof has 2 findings.", .seeFindings, .failed,
      "a is not merged: its proof has 2 findings; `modexport verify` lists them."
    ),
    (
      .failed, "a is an older copy.", .withholdAgain, .failed,
      "a is an older copy; withhold them again with `modexport withhold`."
    ),
    (.failed, "a: disk I/O error.", nil, .failed, "a: disk I/O error."),
  ]

  @Test(arguments: advice)
  func aRemedyBecomesAdvice(
    code: ArchiveError.Code, fact: String, remedy: ArchiveError.Remedy?, status: ExitStatus,
    sentence: String
  ) {
    let error = ArchiveError(code, path: "a", fact, remedy: remedy)
    #expect(CommandFailure(error) == CommandFailure(status, sentence))
  }

  @Test func everyRemedyHasAdvice() {
    #expect(Set(Self.advice.compactMap(\.2)) == Set(ArchiveError.Remedy.allCases))
  }
}
