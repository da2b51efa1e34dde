import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What a copy may replace, and what it must not.
struct BackupTargetTests {
  /// Each puts something at the path of the copy.
  static let refused: [(String, String, @Sendable (ArchiveMaker, String) throws -> Void)] = [
    ("a text", "is not a modexport archive", { try write("Dear archive, and so on", $1) }),
    (
      "a foreign database", "is not a modexport archive",
      { _, path in
        try ArchiveFile(path).execute("CREATE TABLE mine (x)")
      }
    ),
    (
      "the archive by a hard link", "is the archive itself",
      { test, path in
        try FileManager.default.linkItem(atPath: test.path, toPath: path)
      }
    ),
    (
      "the archive by a link", "is the archive itself",
      { test, path in
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: test.path)
      }
    ),
    (
      "another archive", "is a copy of another archive",
      { _, path in
        try ArchiveDatabase.open(at: path, for: .writing).close()
      }
    ),
    (
      "an archive of another format", "has format 99",
      { test, path in
        try test.backUp(to: path)
        try ArchiveFile(path).execute("PRAGMA user_version = 99")
      }
    ),
    (
      "a later copy", "has history or tables that the archive lacks",
      { test, path in
        try test.backUp(to: path)
        try ArchiveFile(path).execute(
          "INSERT INTO entry (kind, began, at, body, chain) VALUES ('prune', 1, 1, '{}', zeroblob(32))"
        )
      }
    ),
    (
      "a copy with notes", "has history or tables that the archive lacks",
      { test, path in
        try test.backUp(to: path)
        try ArchiveFile(path).execute(
          "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')")
      }
    ),
    (
      "a copy with a trigger", "was not created by the program",
      { test, path in
        try test.backUp(to: path)
        try ArchiveFile(path).execute(
          "CREATE TRIGGER mine AFTER INSERT ON run BEGIN SELECT 1; END")
      }
    ),
    ("a log", "has a -wal or -journal file beside it", { try write("frames", $1 + "-wal") }),
    (
      "a device", "is not a file",
      { _, path in
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
      }
    ),
  ]

  @Test(arguments: refused.indices)
  func whatIsNoOlderCopyIsNotReplaced(index: Int) throws {
    let (name, words, make) = Self.refused[index]
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.finish(at: day(1))
      let copy = test.folder + "/copy.sqlite"
      try make(test, copy)
      let (files, archive) = (try test.files(), test.file.bytes)
      let before = FileManager.default.contents(atPath: copy)
      let error = #expect(throws: ArchiveError.self) { try test.backUp(to: copy) }
      #expect(error?.code == .unwritable)
      #expect(error?.description.contains(words) == true, "\(name): \(error?.description ?? "")")
      #expect(FileManager.default.contents(atPath: copy) == before)
      #expect(test.file.bytes == archive)
      #expect(try test.files() == files)
    }
  }

  @Test(arguments: ["-wal", "-shm", "-journal", ".lock"])
  func aFileBesideTheArchiveIsNoPlace(suffix: String) throws {
    try withArchive { test in
      try test.finish(at: day(1))
      let error = #expect(throws: ArchiveError.self) { try test.backUp(to: test.path + suffix) }
      #expect(error?.code == .unwritable)
      #expect(try test.files() == ["archive.sqlite", "archive.sqlite.lock"])
    }
  }

  /// SQLite would take such a copy for the log of the file without the ending.
  @Test(arguments: ["-wal", "-shm", "-journal"])
  func aNameOfSQLitesOwnFilesIsNoPlace(suffix: String) throws {
    try withArchive { test in
      try test.finish(at: day(1))
      let error = #expect(throws: ArchiveError.self) {
        try test.backUp(to: "\(test.folder)/other.sqlite\(suffix)")
      }
      #expect(error?.description.contains("a name that SQLite gives its own files") == true)
    }
  }

  @Test func anotherArchiveAndALaterCopyAreReplacedOnRequest() throws {
    for index in [4, 6] {
      try withArchive { test in
        try test.finish(at: day(1))
        let copy = test.folder + "/copy.sqlite"
        try Self.refused[index].2(test, copy)
        try test.backUp(to: copy, replacesOthers: true)
        #expect(try ArchiveFile(copy).content() == test.file.content())
      }
    }
  }

  /// The archive was set back to its state of the second day, and went on: it has as many runs and changes
  /// as the copy of the third day, but others.
  @Test func aCopyWithAnotherHistoryIsNotReplacedNorRemoved() throws {
    try withTemporaryFolder { folder in
      try Self.makeNight(1, [.made(1)], in: folder)
      try Self.makeNight(2, [.made(1), .made(2)], in: folder)
      let (copy, old) = (folder + "/copy.sqlite", folder + "/old.sqlite")
      let archive = folder + "/archive.sqlite"
      try FileManager.default.copyItem(atPath: archive, toPath: old)
      let dated = folder + "/copies"
      try FileManager.default.createDirectory(
        atPath: dated, withIntermediateDirectories: false)
      let test = try Self.makeNight(3, [.made(1), .made(2), .made(3)], in: folder)
      try test.backUp(to: copy)
      try test.backUp(to: dated, at: day(3))
      try FileManager.default.removeItem(atPath: archive)
      try FileManager.default.copyItem(atPath: old, toPath: archive)
      for night in 4...6 {
        let test = try Self.makeNight(night, [.made(1), .made(night)], in: folder)
        let error = #expect(throws: ArchiveError.self) { try test.backUp(to: copy) }
        #expect(error?.description.contains("has history or tables that the archive lacks") == true)
        #expect(
          try test.backUp(to: dated, keeping: 1, at: day(night)).removed.count
            == (night > 4 ? 1 : 0))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: dated).count == 2)
      #expect(try ArchiveFile(copy).rows("SELECT max(user_id) FROM moderators") == [["3"]])
    }
  }

  /// What a correction of dates and a pruning change is no other history.
  @Test func aCopyFromBeforeACorrectionOfDatesIsReplaced() throws {
    try withTemporaryFolder { folder in
      try Self.makeNight(1, [.made(1)], in: folder)
      let test = try Self.makeNight(9, [.made(1), .made(2)], in: folder)
      let copy = folder + "/copy.sqlite"
      try test.backUp(to: copy)
      let again = try ArchiveMaker(reopening: test.path, at: day(3))
      _ = try again.archive.redate(to: day(3))
      try again.finish(at: day(3))
      try again.backUp(to: copy)
      #expect(try ArchiveFile(copy).content() == test.file.content())
    }
  }

  @discardableResult
  private static func makeNight(
    _ number: Int, _ roster: [Moderator], in folder: String
  ) throws -> ArchiveMaker {
    let test =
      number == 1
      ? try ArchiveMaker(folder, at: day(1))
      : try ArchiveMaker(reopening: folder + "/archive.sqlite", at: day(number))
    try test.publish(roster, at: day(number))
    try test.finish(at: day(number))
    return test
  }

  /// As `mktemp` leaves it; and a link stays a link.
  @Test func anEmptyFileAndTheFileBehindALinkAreReplaced() throws {
    try withArchive { test in
      try test.finish(at: day(1))
      let (file, link) = (test.folder + "/empty", test.folder + "/link")
      try Data().write(to: URL(filePath: file))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "empty")
      #expect(try test.backUp(to: link).path == file)
      #expect(try ArchiveFile(file).verification().findings == [])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "empty")
    }
  }

  /// As another program may leave it: reading it would create a log beside it.
  @Test func aCopyThatIsMarkedToHaveALogIsReplacedAlone() throws {
    try withArchive { test in
      try test.finish(at: day(1))
      let copy = test.folder + "/copy.sqlite"
      try test.backUp(to: copy)
      try ArchiveFile(copy).execute("PRAGMA journal_mode = WAL")
      try test.backUp(to: copy)
      let files = try FileManager.default.contentsOfDirectory(atPath: test.folder).sorted()
      #expect(files.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
      #expect(try ArchiveFile(copy).rows("PRAGMA journal_mode") == [["delete"]])
    }
  }

  @Test(arguments: ["none/copy.sqlite", "none/", "archive.sqlite/copy"])
  func aMissingFolderIsNamed(place: String) throws {
    try withArchive { test in
      try test.finish(at: day(1))
      let error = #expect(throws: ArchiveError.self) {
        try test.backUp(to: "\(test.folder)/\(place)")
      }
      #expect(error?.code == .unwritable)
      #expect(error?.description.contains("folder") == true)
    }
  }

  private static func write(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }
}
