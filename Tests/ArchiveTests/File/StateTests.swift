import Archive
import ArchiveKit
import Roster
import TestKit
import Testing

/// A reader of one state, while a run publishes.
struct StateTests {
  @Test func aReaderSeesTheSameStateWhateverIsPublishedMeanwhile() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      defer { try? reader.close() }
      try reader.asOfNow {
        try test.publish([.made(2)], at: day(2))
        #expect(try reader.listing(.walks).rows.count == 1)
      }
      #expect(try reader.listing(.walks).rows.count == 2)
    }
  }
}
