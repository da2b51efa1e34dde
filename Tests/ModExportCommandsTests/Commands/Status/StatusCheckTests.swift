import Foundation
import Roster
import Testing

@testable import Archive
@testable import ModExportCommands

/// What the check says of an archive of three sites, of which one thing is not as it should be.
struct StatusCheckTests {
  static let now = Date.november(20)

  /// An archive where all is well: mirrored an hour ago.
  static let sound = ArchiveHealth(
    path: "/data/modexport.sqlite",
    status: ArchiveStatus(
      sites: ["cooking", "math", "physics"].map(site), throttles: [], lastRun: run("complete"),
      lastCompleteRun: now - 3_600),
    files: ArchiveFiles(size: 5_000_000, logSize: 0, freeBytes: 1 << 40, writer: nil),
    now: now, staleAfter: 2 * 86_400,
    scope: Set(["cooking", "math", "physics"].map { SiteRef("stackexchange", $0) }))

  static func site(_ id: String) -> KnownSite {
    var site = KnownSite(
      site: Site(SiteRef("stackexchange", id), name: id, url: "https://\(id).example"))
    (site.publishedAt, site.completeAt) = (now - 3_600, now - 3_600)
    (site.verdict, site.moderators) = (.complete, 3)
    site.lastWalk = WalkStatus(finishedAt: now - 3_600, verdict: .complete, wasPublished: true)
    return site
  }

  static func run(
    _ outcome: String?, reason: String? = nil, until: Date? = nil, isOver: Bool = true
  ) -> RunStatus {
    RunStatus(
      id: 12, startedAt: now - 3_700, finishedAt: isOver ? now - 3_600 : nil, outcome: outcome,
      reason: reason, until: until, requests: 20, retries: 1, quotaRemaining: 280)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var code: Int32
    var change: @Sendable (inout ArchiveHealth) -> Void

    init(
      _ name: String, _ code: Int32, _ lines: [String],
      _ change: @escaping @Sendable (inout ArchiveHealth) -> Void
    ) {
      testDescription = name
      self.lines = lines
      self.code = code
      self.change = change
    }
  }

  private static let writer = ArchiveWriter(process: 4_711, since: now - 720, isAlive: true)
  private static let dead = ArchiveWriter(process: 4_711, since: now - 720, isAlive: false)
  private static let midnight = Date.november(20) + 21 * 3_600

  private static func fail(
    _ health: inout ArchiveHealth, _ index: Int, _ reasons: [Verdict.Reason] = [.totalMismatch],
    as verdict: Verdict.Name = .incomplete
  ) {
    health.status.sites[index].lastWalk = WalkStatus(
      finishedAt: now - 3_600, verdict: verdict, reasons: reasons, wasPublished: false)
  }

  private static func timeOut(_ health: inout ArchiveHealth, _ index: Int) {
    health.status.sites[index].hasUnfinishedWalk = true
    health.status.sites[index].fault = SiteFault(
      site: health.status.sites[index].site.ref, reason: "timeout", message: "no answer in 30 s",
      at: now
    )
  }

  private static func forget(_ health: inout ArchiveHealth, _ index: Int) {
    health.status.sites[index].publishedAt = nil
    health.status.sites[index].verdict = nil
    health.status.sites[index].completeAt = nil
    health.status.sites[index].lastWalk = nil
  }

  static let cases = runCases + siteCases + fileCases

  static let runCases = [
    Case("well", 0, []) { _ in },
    Case(
      "running", 75,
      ["lock: process 4711 has been writing to the archive since 2026-11-20T02:48:00Z (12 min)"]
    ) {
      $0.status.lastRun = run(nil, isOver: false)
      $0.files.writer = writer
      $0.files.logSize = 4_100_000
    },
    Case(
      "killed", 3,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, was killed, or this is a copy made without -wal; process "
          + "4711 is gone; the next run resumes",
        "wal: a run died; modexport.sqlite-wal of 4.1 MB contains the newest data until the next sync: copy "
          + "both files, or sync first",
      ]
    ) {
      $0.status.lastRun = run(nil, isOver: false)
      $0.files.writer = dead
      $0.files.logSize = 4_100_000
    },
    Case(
      "quota", 75,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, stopped: the quota was down to its reserve until "
          + "2026-11-21T00:00:00Z; the next run resumes",
        "never mirrored: 1 site, such as math (never tried)",
      ]
    ) {
      $0.status.lastRun = run("stopped", reason: "quota", until: midnight)
      forget(&$0, 1)
    },
    Case(
      "stopped, and something else", 3,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, stopped: --max-requests was reached; the next run resumes",
        "unproven: 1 site, such as math (never proven)",
      ]
    ) {
      $0.status.lastRun = run("stopped", reason: "request_limit")
      $0.status.sites[1].verdict = .unproven([.totalMismatch])
      $0.status.sites[1].completeAt = nil
    },
    Case(
      "interrupted", 75,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, was stopped by a signal; the next run resumes",
        "unfinished: 1 site, such as physics (the next sync continues reading it)",
      ]
    ) {
      $0.status.lastRun = run("interrupted", reason: "interrupted")
      $0.status.sites[2].hasUnfinishedWalk = true
    },
    Case(
      "failed", 3, ["run: run 12, begun 2026-11-20T01:58:20Z, failed: the API refused the key"]
    ) { $0.status.lastRun = run("failed", reason: "key_refused") },
    Case(
      "unreachable", 3,
      ["run: run 12, begun 2026-11-20T01:58:20Z, could not reach the API: no request succeeded"]
    ) { $0.status.lastRun = run("unreachable", reason: "unreachable") },
    Case(
      "mass departure", 3,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, ended with problems: most moderators of most sites were gone"
      ]
    ) { $0.status.lastRun = run("problems", reason: "mass_departure") },
    Case("problems that sites tell", 0, []) { $0.status.lastRun = run("problems") },
  ]

  static let siteCases = [
    Case(
      "no scope", 3,
      [
        "scope: the archive has no scope; name sites with `modexport sync SITE`, or use `modexport sync --all`"
      ]
    ) {
      $0.scopeIsEmpty = true
      $0.scope = []
    },
    Case(
      "list of sites", 3, ["site list: the latest one contains 20 of 174, and is not believed"]
    ) {
      $0.doubtedLists = [
        SiteListState(fetchedAt: now, items: 20, total: 174, isBelieved: false, lacking: 154)
      ]
    },
    Case(
      "never mirrored, refused", 3,
      ["never mirrored: 2 sites, such as math (No site found)"]
    ) {
      forget(&$0, 0)
      forget(&$0, 1)
      fail(&$0, 1, [.missingPage])
      $0.status.sites[1].fault = SiteFault(
        site: $0.status.sites[1].site.ref, reason: "refused", message: "No site found", at: now)
    },
    Case(
      "incomplete", 3,
      [
        "incomplete: 2 sites, such as cooking (the number of moderators is not the total that the site gives)"
      ]
    ) {
      fail(&$0, 0)
      fail(&$0, 2)
    },
    Case(
      "timed out", 3,
      [
        "failed: 1 site, such as math (no answer in 30 s; the next sync continues reading it)"
      ]
    ) { timeOut(&$0, 1) },
    Case(
      "timed out, and stopped", 75,
      [
        "run: run 12, begun 2026-11-20T01:58:20Z, stopped: the API did not answer; the next run resumes",
        "failed: 1 site, such as math (no answer in 30 s; the next sync continues reading it)",
      ]
    ) {
      $0.status.lastRun = run("stopped", reason: "unanswered")
      timeOut(&$0, 1)
    },
    Case(
      "unproven, not published, and unproven without a roster", 3,
      [
        "never mirrored: 1 site, such as math (pages give different totals)",
        "unproven: 1 site, such as cooking (pages give different totals)",
      ]
    ) {
      forget(&$0, 1)
      for index in [0, 1] { fail(&$0, index, [.totalChanged], as: .unproven) }
    },
    Case(
      "stale", 3,
      ["stale: 3 sites, such as math (last read 3 d 4 h ago)"]
    ) { health in
      for index in health.status.sites.indices {
        health.status.sites[index].publishedAt = now - 3 * 86_400
        health.status.sites[index].completeAt = now - 3 * 86_400
      }
      health.status.sites[1].publishedAt = now - 3 * 86_400 - 4 * 3_600
      health.status.sites[1].completeAt = health.status.sites[1].publishedAt
      health.status.lastCompleteRun = now - 3 * 86_400 - 4 * 3_600
    },
    Case("stale, but not in the scope, or closed", 0, []) { health in
      health.status.sites[0].publishedAt = now - 30 * 86_400
      health.status.sites[0].completeAt = now - 30 * 86_400
      health.scope.remove(health.status.sites[0].site.ref)
      forget(&health, 1)
      health.status.sites[1].closedAt = now
      health.scope.remove(health.status.sites[1].site.ref)
    },
  ]

  static let fileCases = [
    Case(
      "a roster of the future", 3,
      [
        "misdated: 1 site, such as math (dated 365 d after this clock; `modexport sync --redate` corrects it)"
      ]
    ) {
      $0.status.sites[1].publishedAt = now + 365 * 86_400
      $0.status.sites[1].completeAt = now + 365 * 86_400
    },
    Case(
      "a clock that went back", 3,
      [
        "clock: now is 2026-11-20T03:00:00Z, which is before the latest run began (2026-11-20T04:00:00Z): this "
          + "clock is wrong, or was"
      ]
    ) { $0.status.lastRun?.startedAt = now + 3_600 },
    Case("a key that is missing", 3, ["withheld: the key is missing"]) {
      $0.withheldFault = "the key is missing"
    },
    Case(
      "a log of a reader", 3,
      [
        "wal: modexport.sqlite-wal of 700 B contains the newest data until the next sync: copy both files, or "
          + "sync first"
      ]
    ) { $0.files.logSize = 700 },
    Case(
      "a full disk", 3,
      ["disk: 4.0 MB are free, and the archive needs 33.6 MB to be written once more"]
    ) { $0.files.freeBytes = 4_000_000 },
    Case("just enough", 0, []) { $0.files.freeBytes = ArchiveHealth.leastRoom },
    Case(
      "a large archive", 3,
      ["disk: 6.9 GB are free, and the archive needs 7.0 GB to be written once more"]
    ) {
      $0.files.size = 7_000_000_000
      $0.files.freeBytes = 6_900_000_000
    },
    Case("a system that does not say", 0, []) { $0.files.freeBytes = nil },
  ]

  @Test(arguments: cases) func eachTroubleIsOneLine(example: Case) {
    var health = Self.sound
    example.change(&health)
    let report = StatusReport(health, ScopeSummary())
    #expect(report.issues.map(\.line) == example.lines)
    #expect(report.exitStatus.rawValue == example.code)
  }

  /// Every kind is reported by some row of the tables above.
  @Test func everyKindIsTested() {
    let kinds = Self.cases.flatMap { example in
      var health = Self.sound
      example.change(&health)
      return health.issues.map(\.name)
    }
    #expect(Set(kinds) == Set(HealthCheck.all.map(\.name)))
  }

  @Test func theKindsAreThoseOfTheManual() throws {
    let rows = try ManualPage("Watching").table(headed: "| kind | exit code |")
    #expect(rows.map { ManualPage.codes(in: $0[0]) } == HealthCheck.all.map { [$0.name] })
  }
}
