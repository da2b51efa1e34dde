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

  /// Another program may read or write: the error claims neither.
  @Test func anotherProgramsWriteLockIsNamedAsUse() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      let queue = try DatabaseQueue(path: path)
      try queue.inDatabase { database in
        try database.beginTransaction(.immediate)
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: .writing, patience: 0)
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
