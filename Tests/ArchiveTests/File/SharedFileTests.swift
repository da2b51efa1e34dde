import Archive
import Foundation
import GRDB
import TestKit
import Testing

/// Archives that are open under another name or in another program.
struct SharedFileTests {
  @Test func aFileWithTwoNamesIsReadAndNotWritten() throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      let (path, other) = (folder + "/archive.sqlite", folder + "/other.sqlite")
      try ArchiveDatabase.open(at: path, for: .writing).close()
      try manager.linkItem(atPath: path, toPath: other)
      let before = try Data(contentsOf: URL(filePath: path))
      for name in [path, other] {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: name, for: .writing)
        }
        #expect(error?.code == .unwritable)
        #expect(
          error?.description.hasPrefix("\(name) is one file with 2 names (hard links)") == true)
        try ArchiveDatabase.open(at: name, for: .reading).close()
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      #expect(!manager.fileExists(atPath: other + ".lock"))
      try manager.removeItem(atPath: other)
      try ArchiveDatabase.open(at: path, for: .writing).close()
    }
  }

  /// The lock has a file of its own, which is emptied when the run ends.
  @Test(arguments: ["Dear diary", "1234 Main Street", String(repeating: "7", count: 99)])
  func aFileOfSomebodyElseInThePlaceOfTheLockStays(text: String) throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      let (path, diary) = (folder + "/archive.sqlite", folder + "/diary")
      try ArchiveDatabase.open(at: path, for: .writing).close()
      for isLink in [false, true] {
        try manager.removeItem(atPath: path + ".lock")
        try Data(text.utf8).write(to: URL(filePath: isLink ? diary : path + ".lock"))
        if isLink {
          try manager.createSymbolicLink(atPath: path + ".lock", withDestinationPath: diary)
        }
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: .writing)
        }
        #expect(error?.code == .unwritable)
        #expect(
          error?.description
            == "\(path).lock is not a lock file of modexport, which needs that name; move it away, or name "
            + "another archive.")
        #expect(manager.contents(atPath: path + ".lock") == Data(text.utf8))
      }
    }
  }

  /// A killed run leaves its id.
  @Test(arguments: ["", "4711\n", "47"])
  func theLockOfAKilledRunIsTakenOver(text: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      try Data(text.utf8).write(to: URL(filePath: path + ".lock"))
      try ArchiveDatabase.open(at: path, for: .writing).close()
      #expect(FileManager.default.contents(atPath: path + ".lock") == Data())
    }
  }

  /// Another program may read or write: the error claims neither.
  @Test func anotherProgramsWriteLockIsNamedAsUse() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let queue = try DatabaseQueue(path: path)
      try queue.inDatabase { database in
        try database.beginTransaction(.immediate)
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: .writing, busyTimeout: 0)
        }
        #expect(error?.code == .inUse)
        #expect(error?.description.contains("is being used by another program") == true)
        try database.rollback()
      }
      try queue.close()
      try ArchiveDatabase.open(at: path, for: .writing).close()
    }
  }
}
