import ArchiveKit
import Foundation
import TestKit
import Testing

@testable import Archive

struct ArchiveFilesTests {
  @Test func theWriterIsNamedWhileItHoldsTheLock() throws {
    try withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder)
      let writer = try #require(ArchiveFiles(of: maker.path).writer)
      #expect(writer.process == getpid())
      #expect(writer.isAlive)
      #expect(abs(writer.since.timeIntervalSinceNow) < 3_600)
      // Another writer is refused, and does not take the name.
      #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: maker.path, for: .writing)
      }
      #expect(ArchiveFiles(of: maker.path).writer == writer)
      try maker.archive.close()
      let files = ArchiveFiles(of: maker.path)
      #expect(files.writer == nil)
      #expect(files.logSize == 0)
      #expect(files.size > 4_096)
      #expect(try #require(files.freeBytes) > 0)
    }
  }

  /// A killed process leaves its id, and no lock: also where the id has been given to another process since.
  @Test(arguments: [2_147_483_000, 1]) func aWriterThatWasKilledIsNotAlive(process: Int) throws {
    try withArchive { maker in
      try maker.archive.close()
      try Data("\(process)\n".utf8).write(to: URL(filePath: maker.path + ".lock"))
      let writer = try #require(ArchiveFiles(of: maker.path).writer)
      #expect(writer.process == process)
      #expect(!writer.isAlive)
      // The next run needs no help.
      try ArchiveDatabase.open(at: maker.path, for: .writing).close()
      #expect(ArchiveFiles(of: maker.path).writer == nil)
    }
  }

  @Test(arguments: ["", "x", "-5", "99999999999999", "12 13", String(repeating: "1", count: 40)])
  func anythingElseInTheLockFileIsNoWriter(text: String) throws {
    try withArchive { maker in
      try maker.archive.close()
      try Data(text.utf8).write(to: URL(filePath: maker.path + ".lock"))
      #expect(ArchiveFiles(of: maker.path).writer == nil)
    }
  }

  @Test func filesThatAreMissingHaveNoSize() {
    let files = ArchiveFiles(of: "/nowhere/at/all.sqlite")
    #expect(files == ArchiveFiles(size: 0, logSize: 0, freeBytes: nil, writer: nil))
  }
}
