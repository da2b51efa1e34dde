import Archive
import ArchiveKit
import Dispatch
import Foundation
import Roster
import Synchronization
import TestKit
import Testing

/// Two readers of one state, while a run publishes.
struct StateTests {
  @Test func bothReadersSeeTheSameStateWhateverIsPublishedMeanwhile() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      let states = Mutex([Int]())
      let published = Mutex(0)
      let ended = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        for _ in 0..<300 {
          let walks = try? reader.asOfNow(withSecondReader: { second in
            let walks = try reader.listing(.walks).rows.count
            guard let second else { return Int?.none }
            #expect(try second.listing(.walks).rows.count == walks)
            return walks
          })
          if let walks = walks ?? nil { states.withLock { $0.append(walks) } }
        }
        ended.signal()
      }
      for number in 2..<2_000 where ended.wait(timeout: .now()) != .success {
        try test.publish([.made(number)], at: day(number))
        published.withLock { $0 += 1 }
      }
      try reader.close()
      // They were compared, and while something was published.
      #expect(states.withLock(\.count) > 100)
      #expect(Set(states.withLock { $0 }).count > 10, "of \(published.withLock { $0 })")
    }
  }

  @Test func aFileThatCameToThePathHasNoSecondReader() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      try test.archive.close()
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      let copy = test.path + ".copy"
      try FileManager.default.copyItem(atPath: test.path, toPath: copy)
      #expect(try reader.asOfNow(withSecondReader: { $0 != nil }))
      #expect(unsafe rename(copy, test.path) == 0)
      #expect(try reader.asOfNow(withSecondReader: { $0 == nil }))
      try reader.close()
    }
  }
}
