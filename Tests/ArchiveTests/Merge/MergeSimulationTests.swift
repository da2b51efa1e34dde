import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What was read is the same whoever read it.
struct MergeSimulationTests {
  private static let count =
    ProcessInfo.processInfo.environment["MERGE_COUNT"].flatMap { UInt64($0) } ?? 200

  /// In 20 parts, so that they run side by side.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func archivesThatReadByTurnsGiveTheAnswersOfOneThatReadAll(part: UInt64) throws {
    // In 18,608 a reputation came back within a month, in readings of different archives.
    let found = [18_608].filter { $0 % 20 == part }
    for seed in Array(stride(from: part, to: Self.count, by: 20)) + found {
      try withMemoryFolder { folder in
        var world = try MergeWorld(seed: seed, in: folder)
        let (paths, inSteps) = (world.shuffledParts(), world.mergesInSteps())
        for path in paths {
          let findings = try ArchiveFile(path).verification().findings
          #expect(findings == [], "seed \(seed)")
        }
        let merges = try merged(paths, in: folder, inSteps: inSteps)
        #expect(merges.flatMap(\.verification.findings) == [], "seed \(seed)")
        let last = try #require(merges.last)
        let differences = try world.whole.file.differences(from: ArchiveFile(last.path))
        #expect(differences == [], "seed \(seed)")
      }
    }
  }

  /// One archive and its older copy give the answers of the archive, in any order.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func anOlderCopyAddsNothing(seed: UInt64) throws {
    try withMemoryFolder { folder in
      var world = try MergeWorld(seed: seed, in: folder)
      let older = "\(folder)/older.sqlite"
      try FileManager.default.copyItem(atPath: world.whole.path, toPath: older)
      let maker = try ArchiveMaker(reopening: world.whole.path, at: day(0, world.now + 60))
      let site = try #require(try maker.archive.knownSites().first { $0.closedAt == nil }?.site.ref)
      try maker.publish([.made(1), .made(1, role: .admin)], site: site, at: day(0, world.now + 90))
      try maker.finish(at: day(0, world.now + 120))
      let paths = world.shuffledParts().isEmpty ? [] : [older, maker.path]
      for paths in [paths, paths.reversed()] {
        let merge = try merged(paths, in: folder)[0]
        let file = ArchiveFile(merge.path)
        #expect(merge.contradictions == [] && merge.verification.findings == [])
        #expect(try maker.file.differences(from: file) == [], "seed \(seed)")
        #expect(
          try file.rows("SELECT started_at, finished_at, outcome FROM runs")
            == maker.file.rows("SELECT started_at, finished_at, outcome FROM runs"))
        let entries = "SELECT count(*) FROM entry WHERE kind <> 'merge'"
        #expect(try file.count(entries) == maker.file.count(entries))
      }
    }
  }
}
