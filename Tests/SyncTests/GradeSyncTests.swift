import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing
import Transport

/// What runs publish of lists that cannot prove that they are complete.
struct GradeSyncTests {
  private static let users = Dictionary(uniqueKeysWithValues: (1...7).map { ($0, "user \($0)") })
  private static let fewer = users.filter { $0.key != 4 }
  private static let day = 86_400

  /// One run on a day for the site `a`, and how its site stands then.
  private static func run(
    _ kind: ListNetwork.Kind, _ folder: String, day: Int, _ users: [Int: String],
    total: Int? = nil, _ change: (inout SyncOptions) -> Void = { _ in }
  ) throws -> (summary: SyncSummary, sent: Int, site: KnownSite) {
    let (path, host) = (folder + "/archive.sqlite", "a.\(kind.rawValue).test")
    let harness = ListSyncHarness(kind)
    var options = SyncOptions(.named(["https://\(host)"]))
    change(&options)
    let start = Date(unixSeconds: 1_800_000_000 + day * Self.day)
    let (summary, sent) = try harness.sync(options, at: path, [host: users], start: start) {
      asked, users in harness.network.respond(to: asked.url, users: users, total: total)
    }
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    defer { try? archive.close() }
    #expect(try archive.verify(by: mixedRules).findings == [])
    return (
      summary, sent.count, try archive.knownSite(SiteRef(harness.network.id, host))
    )
  }

  @Test(
    arguments: [
      (.numbered, .complete, 6), (.counted, .complete, 6), (.offset, .complete, 6),
      (.tokens, .complete, 6), (.lagging, .corroborated, 6), (.whole, .published, 1),
    ] as [(ListNetwork.Kind, Grade, Int)])
  func eachKindPublishesWhatItProves(kind: ListNetwork.Kind, grade: Grade, requests: Int) throws {
    try withTemporaryFolder { folder in
      let (summary, sent, site) = try Self.run(kind, folder, day: 0, Self.users)
      #expect(summary.problems == [] && summary.outcome == .complete)
      #expect(summary.sites.complete == (grade == .complete ? 1 : 0))
      #expect(summary.sites.unproven == (grade == .complete ? 0 : 1))
      #expect(sent == requests)
      #expect(site.moderators == 7 && site.verdict?.grade == grade)
      #expect((site.completeAt != nil) == (grade == .complete))
      // It is as good as the list can prove it, so it is as fresh as any other.
      let (again, none, _) = try Self.run(kind, folder, day: 0, Self.users) { $0.maxAge = 3_600 }
      #expect(again.sites.skipped == 1 && none == 0)
      // An equal grade is believed about departures.
      let (next, _, _) = try Self.run(kind, folder, day: 1, Self.fewer)
      #expect(next.changes == [.left: 1])
    }
  }

  @Test func aLowerGradeReplacesNoRosterUnlessItIsAccepted() throws {
    try withTemporaryFolder { folder in
      _ = try Self.run(.lagging, folder, day: 0, Self.users)
      let (summary, sent, site) = try Self.run(.lagging, folder, day: 1, Self.fewer, total: 7)
      #expect(summary.problems.map(\.reason) == ["lower_grade total_differs"])
      #expect(summary.sites.incomplete == 1 && summary.changes == [:])
      #expect(site.moderators == 7 && site.verdict?.grade == .corroborated)
      // The total is not new before an hour: another walk in this run cannot help.
      #expect(sent == 4)
      let (accepted, _, after) = try Self.run(.lagging, folder, day: 2, Self.fewer, total: 7) {
        $0.acceptUnproven = true
      }
      #expect(accepted.problems == [] && accepted.changes == [.left: 1])
      #expect(after.verdict?.grade == .published)
      // A better grade is always believed.
      let (better, _, last) = try Self.run(.lagging, folder, day: 3, Self.users)
      #expect(better.changes == [.returned: 1])
      #expect(last.verdict?.grade == .corroborated)
    }
  }

  @Test func anotherWalkHelpsOnceTheTotalCanBeNew() throws {
    try withTemporaryFolder { folder in
      _ = try Self.run(.lagging, folder, day: 0, Self.users)
      let (_, sent, _) = try Self.run(.lagging, folder, day: 1, Self.fewer, total: 7) {
        $0.recheckAfter = 3_600
      }
      #expect(sent == 3 * 4)
    }
  }

  @Test func aTotalThatNeverAgreesIsPublishedAsItIs() throws {
    try withTemporaryFolder { folder in
      let (summary, _, site) = try Self.run(.lagging, folder, day: 0, Self.users, total: 9)
      #expect(summary.problems == [] && site.verdict == .unproven([.totalDiffers]))
      #expect(site.verdict?.grade == .published)
    }
  }

  @Test func aBrokenRuleStillNeedsToBeAccepted() throws {
    try withTemporaryFolder { folder in
      let (summary, _, site) = try Self.run(.numbered, folder, day: 0, Self.users, total: 8)
      #expect(summary.problems.map(\.reason) == ["total_mismatch"] && site.publishedAt == nil)
      let (_, _, accepted) = try Self.run(.numbered, folder, day: 1, Self.users, total: 8) {
        $0.acceptUnproven = true
      }
      #expect(accepted.verdict == .unproven([.totalMismatch]))
      #expect(accepted.settledAt == nil)
    }
  }
}
