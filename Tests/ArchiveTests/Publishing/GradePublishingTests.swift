import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// The grades of published rosters in the archive, its views and `verify`.
struct GradePublishingTests {
  private static let lagging = ProofRules(
    [.tokens], total: .bounded(maxAge: 3_600), allowsEmptyRoster: false)
  private static let both: [Moderator] = [.made(1), .made(2)]

  private static func verify(_ test: ArchiveMaker, _ rules: ProofRules) throws -> [String] {
    try test.archive.verify(by: [testNetwork: rules]).findings.map(\.description)
  }

  @Test func theViewsHaveTheGradeOfWhatIsPublished() throws {
    try withArchive(sites: [.math, .cooking]) { test in
      #expect(try test.rows(.sites).map { $0["grade"] } == ["", ""])
      try test.publish(Self.both, at: day(1), total: .some(2), by: Self.lagging)
      try test.fail(Self.both, site: "math", at: day(2))
      let math = try #require(try test.rows(.sites).first { $0["site"] == "math" })
      #expect(math["grade"] == "corroborated" && math["verdict"] == "unproven")
      #expect(math["complete_at"] == "")
      #expect(try test.rows(.walks).map { $0["grade"] } == ["corroborated", ""])
      #expect(try test.rows(.pages).prefix(2).map { $0["position"] } == ["start", "start"])
      #expect(try test.archive.currentGrade(of: "math") == .corroborated)
      #expect(try test.archive.currentGrade(of: "cooking") == nil)
    }
  }

  @Test(arguments: [(2, "corroborated"), (3, "published"), (1, "published")])
  func verifyGivesTheGradeAgain(total: Int, grade: String) throws {
    try withArchive { test in
      try test.publish(Self.both, at: day(1), total: .some(total), by: Self.lagging)
      #expect(try Self.verify(test, Self.lagging) == [])
      let verification = try test.archive.verify(by: [testNetwork: Self.lagging])
      #expect(verification.grades == [try #require(Grade(rawValue: grade)): 1])
      #expect(verification.lowerGrades == ["math": try #require(Grade(rawValue: grade))])
      // Under other rules the same pages have another grade.
      let others = ProofRules([.tokens], total: .none, allowsEmptyRoster: false)
      #expect(
        try Self.verify(test, others) == [
          "Walk 2 is marked unproven, but its evidence is complete.",
          "Walk 2 is graded \(grade), and its evidence gives complete.",
        ])
    }
  }

  @Test func aLowerGradeIsRefusedByTheArchiveToo() throws {
    try withArchive { test in
      try test.publish(Self.both, at: day(1), total: .some(2), by: Self.lagging)
      let pages = test.pages([.made(1)], at: day(2), total: 2, by: Self.lagging)
      let walk = try test.begin(pages, at: day(2))
      #expect(throws: ArchiveError.self) {
        try test.archive.publish(walk, by: Self.lagging, at: day(2), requests: 2)
      }
      #expect(try test.archive.currentUsers(of: "math") == [.moderator: [1, 2]])
      let publication = try test.archive.publish(
        walk, by: Self.lagging, acceptUnproven: true, at: day(2), requests: 2)
      #expect(publication.verdict.grade == .published)
      #expect(try test.archive.currentUsers(of: "math") == [.moderator: [1]])
      #expect(try Self.verify(test, Self.lagging) == [])
    }
  }

}
