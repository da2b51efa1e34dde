import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import Archive

struct ArchiveStatusTests {
  @Test func whyARunStoppedIsKept() throws {
    try withArchive { maker in
      try maker.archive.finishRun(
        maker.run, at: day(1), outcome: "stopped", reason: "quota", until: day(2), requests: 7,
        retries: 2, quotaRemaining: 10)
      let run = try #require(try maker.archive.status().lastRun)
      #expect(run.outcome == "stopped" && run.reason == "quota" && run.until == day(2))
      #expect(run.requests == 7 && run.retries == 2)
      #expect(try maker.archive.verify(by: testRules).findings.isEmpty)
    }
  }

  @Test func theLatestRunThatProvedEverythingIsFound() throws {
    try withArchive { maker in
      #expect(try maker.archive.status().lastCompleteRun == nil)
      for (number, outcome) in ["complete", "complete", "problems"].enumerated() {
        let run = try maker.archive.beginRun(at: day(number))
        try maker.archive.finishRun(
          run, at: day(number, 60), outcome: outcome, requests: 0, retries: 0, quotaRemaining: nil)
      }
      #expect(try maker.archive.status().lastCompleteRun == day(1, 60))
    }
  }

  @Test func theFaultOfASiteStaysUntilItsWalkEnds() throws {
    try withArchive(sites: [.math, .cooking]) { maker in
      let faults = ["cooking", "math"].map { site in
        SiteFault(
          site: SiteRef(test: site), reason: "timeout", message: "no answer in 30 s", at: day(1))
      }
      try maker.archive.recordFaults(faults, settled: [])
      #expect(try maker.archive.status().sites.map(\.fault) == faults)
      try maker.archive.recordFaults([], settled: ["math"])
      #expect(try maker.archive.status().sites.map(\.fault) == [faults[0], nil])
      #expect(try maker.archive.verify(by: testRules).findings.isEmpty)
      #expect(throws: ArchiveError.self) {
        try maker.archive.recordFaults([], settled: ["nowhere"])
      }
    }
  }

  @Test func moderatorsAndChangesAreCounted() throws {
    try withArchive { maker in
      let empty = try maker.archive.totals()
      #expect(empty == ArchiveTotals(moderators: 0, changes: [:], lastChange: nil))
      try maker.publish([.made(1), .made(2)], at: day(1))
      try maker.publish([.made(2), .made(3), .made(4)], at: day(2))
      let totals = try maker.archive.totals()
      #expect(totals.moderators == 3)
      #expect(totals.changes == [.joined: 2, .left: 1])
      #expect(totals.lastChange == day(2))
    }
  }
}
