import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

@testable import Archive

struct BackupTests {
  @Test func aCopyIsTheArchive() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      try test.finish(at: day(1))
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: test.path)
      let copy = test.folder + "/copy.sqlite"
      let backup = try test.backUp(to: copy)
      #expect(backup.path == copy)
      #expect(backup.verification.sites == 1)
      #expect(backup.verification.moderators == 2)
      #expect(backup.removed == [])
      #expect(try ArchiveFile(copy).content() == test.file.content())
      let attributes = try FileManager.default.attributesOfItem(atPath: copy)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(attributes[.size] as? Int == backup.bytes)
      #expect(try test.files() == ["archive.sqlite", "archive.sqlite.lock", "copy.sqlite"])
    }
  }

  /// What was published stays in the write-ahead log while a writer has the archive open.
  @Test func aWriterIsNotHeldUpAndItsLogIsCopied() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      #expect(test.archive.logSize > 0)
      let copy = test.folder + "/copy.sqlite"
      #expect(try test.backUp(to: copy).verification.moderators == 1)
      try test.publish([.made(1), .made(2)], at: day(2))
      #expect(try ArchiveFile(copy).count("SELECT count(*) FROM moderators") == 1)
      // It replaces the older copy, and has no log of its own.
      #expect(try test.backUp(to: copy).verification.moderators == 2)
      #expect(try ArchiveFile(copy).rows("PRAGMA journal_mode") == [["delete"]])
      #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
    }
  }

  @Test func aWriterCanCopyItsOwnArchive() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let backup = try test.archive.backUp(
        to: test.folder + "/copy.sqlite", by: testRules, at: day(2))
      #expect(backup.verification.moderators == 1)
      try test.publish([.made(1), .made(2)], at: day(2))
    }
  }

  /// A report reads one state for as long as it takes, and the archive that it has is of that state.
  @Test func aCopyInATransactionIsOfTheStateThatIsRead() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? reader.close() }
      let copy = test.folder + "/copy.sqlite"
      try reader.asOfNow {
        let head = try reader.head()
        try test.publish([.made(1), .made(2)], at: day(2))
        #expect(try reader.copy(to: copy, by: testRules, at: day(2)).moderators == 1)
        #expect(try reader.head() == head)
      }
      #expect(try reader.head() == test.archive.head())
      #expect(try ArchiveFile(copy).rows("PRAGMA journal_mode") == [["delete"]])
      #expect(try test.files().filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    }
  }

  @Test func aCopyThatIsNotProvenReplacesNothing() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let copy = test.folder + "/copy.sqlite"
      try test.backUp(to: copy)
      let before = try Data(contentsOf: URL(filePath: copy))
      try test.damage("UPDATE name SET display_name = 'Somebody else'")
      let backup = try test.backUp(to: copy)
      #expect(!backup.verification.findings.isEmpty)
      #expect(try Data(contentsOf: URL(filePath: copy)) == before)
      let files = try test.files()
      #expect(files == ["archive.sqlite", "archive.sqlite.lock", "copy.sqlite"])
    }
  }

  @Test func anInterruptedBackupLeavesNothing() throws {
    try withArchive { test in
      try test.archive.close()
      let archive = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? archive.close() }
      archive.interrupt()
      #expect(throws: CancellationError.self) {
        try archive.backUp(to: test.folder + "/copy.sqlite", by: testRules, at: day(2))
      }
      #expect(throws: CancellationError.self) { try archive.verify(by: testRules) }
      #expect(try test.files() == ["archive.sqlite", "archive.sqlite.lock"])
    }
  }

  /// A folder that a killed backup left is taken over; one that is in use is not.
  @Test func aKilledBackupLeavesNothingForLong() throws {
    try withArchive { test in
      let copy = test.folder + "/copy.sqlite"
      let work = test.folder + "/.copy.sqlite.modexport-backup"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: false)
      for name in ["copy.sqlite", "copy.sqlite-journal"] {
        try Data("left".utf8).write(to: URL(filePath: "\(work)/\(name)"))
      }
      let lock = unsafe open(work, O_RDONLY | O_DIRECTORY)
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      let error = #expect(throws: ArchiveError.self) { try test.backUp(to: copy) }
      #expect(error?.code == .inUse)
      #expect(!FileManager.default.fileExists(atPath: copy))
      close(lock)
      try test.backUp(to: copy)
      let files = try test.files().filter { !$0.hasPrefix("archive") }
      #expect(files == ["copy.sqlite"])
    }
  }

  /// In a folder that others may write to, the name of the work folder may be theirs.
  @Test func aLinkOrAFileInPlaceOfTheWorkFolderIsNotFollowed() throws {
    try withArchive { test in
      let (folder, work) = (test.folder + "/other", test.folder + "/.copy.sqlite.modexport-backup")
      let manager = FileManager.default
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(filePath: folder + "/copy.sqlite"))
      try manager.createSymbolicLink(atPath: work, withDestinationPath: "other")
      for _ in 0..<2 {
        let error = #expect(throws: ArchiveError.self) {
          try test.backUp(to: test.folder + "/copy.sqlite")
        }
        #expect(error?.code == .unwritable)
        #expect(error?.description.contains("is not a folder of this user; remove it.") == true)
        #expect(manager.contents(atPath: folder + "/copy.sqlite") == Data("mine".utf8))
        try manager.removeItem(atPath: work)
        try Data().write(to: URL(filePath: work))
      }
    }
  }

  /// What is in the folder and not the program's own stays, and the folder with it.
  @Test func aForeignFileInTheWorkFolderStays() throws {
    try withArchive { test in
      let work = test.folder + "/.copy.sqlite.modexport-backup"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: false)
      try Data("mine".utf8).write(to: URL(filePath: work + "/notes.txt"))
      try test.backUp(to: test.folder + "/copy.sqlite")
      #expect(try FileManager.default.contentsOfDirectory(atPath: work) == ["notes.txt"])
    }
  }

  @Test func inAFolderCopiesHaveDatesAndTheOldestGo() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let folder = test.folder + "/copies"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      // Not copies of this archive, whatever they are called.
      let strangers = ["archive-2020-01-01T000000Z.sqlite", "archive-2020-01-02T000000Z.sqlite"]
      try Data("letter".utf8).write(to: URL(filePath: "\(folder)/\(strangers[0])"))
      try withArchive { other in
        try other.archive.close()
        try FileManager.default.copyItem(atPath: other.path, toPath: "\(folder)/\(strangers[1])")
      }
      var made: [String] = []
      for number in 1...4 {
        let backup = try test.backUp(to: folder, keeping: 2, at: day(number))
        #expect(backup.removed == (number > 2 ? [made[number - 3]] : []))
        made.append(backup.path)
      }
      // Notes of a user in a copy are nowhere else.
      try ArchiveFile(made[2]).execute("CREATE TABLE notes (text)")
      let last = try test.backUp(to: folder, keeping: 2, at: day(5))
      #expect(last.removed == [] && FileManager.default.fileExists(atPath: made[2]))
      try FileManager.default.removeItem(atPath: last.path)
      let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(left == strangers + made.suffix(2).map { URL(filePath: $0).lastPathComponent })
    }
  }

  /// A foreign program changes the file between two steps, which holds no lock there.
  @Test func aFileThatChangesMeanwhileIsCopiedAsOneState() throws {
    try withTemporaryFolder { folder in
      let file = ArchiveFile(folder + "/large.sqlite")
      try file.execute(
        """
        CREATE TABLE number (id INTEGER PRIMARY KEY, value INTEGER, filler BLOB);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
        INSERT INTO number SELECT i, 0, zeroblob(3000) FROM n
        """)
      var steps = 0
      let source = try DatabaseQueue(path: file.path)
      try DatabaseCopier(source: source) {
        steps += 1
        if steps == 2 {
          try file.execute("PRAGMA journal_mode = WAL; UPDATE number SET value = 1")
        } else if steps == 4 {
          try file.execute("UPDATE number SET value = 2")
        }
      }.copy(to: folder + "/copy.sqlite")
      try source.close()
      #expect(steps > 5)
      let values = try ArchiveFile(folder + "/copy.sqlite").rows(
        "SELECT value, count(*) FROM number GROUP BY 1")
      #expect(values == [["1", "4000"]])
    }
  }
}

extension ArchiveMaker {
  var folder: String { URL(filePath: path).deletingLastPathComponent().path }

  /// The files in its folder, without those of the log.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
  }

  /// Copies it as a reader, as the command does.
  @discardableResult
  func backUp(
    to place: String, keeping kept: Int? = nil, replacesOthers: Bool = false, at now: Date = day(9)
  ) throws -> Backup {
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    return try archive.backUp(
      to: place, keeping: kept, replacesOthers: replacesOthers, by: testRules, at: now)
  }
}
