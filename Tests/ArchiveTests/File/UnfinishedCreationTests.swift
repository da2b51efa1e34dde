import Archive
import Foundation
import GRDB
import TestKit
import Testing

/// Databases without content at the path of an archive.
struct UnfinishedCreationTests {
  /// What a run leaves that is killed while it creates the archive: a database in WAL mode without
  /// content, with or without the beginning of its first transaction in the log.
  @Test(arguments: [false, true])
  func anUnfinishedCreationIsTakenUp(hasLog: Bool) throws {
    try withTemporaryFolder { folder in
      let (path, copy) = (folder + "/a.sqlite", folder + "/copy.sqlite")
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA cache_size = 1")
        try database.execute(sql: "BEGIN IMMEDIATE; CREATE TABLE part (text TEXT)")
        // More than the cache holds: SQLite writes to the log before the transaction ends.
        for _ in 1...50 {
          try database.execute(sql: "INSERT INTO part VALUES (hex(zeroblob(4000)))")
        }
        for suffix in hasLog ? ["", "-wal"] : [""] {
          try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try database.execute(sql: "ROLLBACK")
      }
      #expect(try Data(contentsOf: URL(filePath: copy)).count == 4_096)
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: copy, for: .reading)
      }
      #expect(error?.description == "\(copy) is empty.")
      #expect(error?.remedy == .fillFile)
      try ArchiveDatabase.open(at: copy, for: .writing).close()
      let reader = try ArchiveDatabase.open(at: copy, for: .reading)
      #expect(try reader.verify(by: testRules).findings == [])
      try reader.close()
    }
  }

  /// A database of another program that has no table yet: its header says whose it is.
  @Test(arguments: ["application_id", "user_version"])
  func anEmptyDatabaseOfAnotherProgramIsLeftUntouched(pragma: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/foreign.sqlite"
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA \(pragma) = 7") }
      try queue.close()
      let before = try Data(contentsOf: URL(filePath: path))
      for access in [ArchiveDatabase.Access.reading, .writing] {
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: access)
        }
        #expect(error?.code == .notAnArchive)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }
}
