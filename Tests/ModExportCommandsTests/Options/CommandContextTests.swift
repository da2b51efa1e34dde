import Archive
import ArchiveKit
import ArgumentParser
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct CommandContextTests {
  private struct Broken: Error {}

  @Test func anArchiveIsReleasedAlsoWhereACommandFails() throws {
    try withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.finish(at: .november(1))
      let context = try CommandContext(
        .parse(["--archive", maker.path]), on: .recording(CapturedStream()))
      var held: [ArchiveDatabase] = []
      #expect(throws: Broken.self) {
        try context.writeArchive { archive in
          held.append(archive)
          throw Broken()
        }
      }
      try context.writeArchive { held.append($0) }
      #expect(held.count == 2)
    }
  }
}
