import Foundation
import Roster
import TestKit
import Testing

@testable import Archive
@testable import ModExportCommands

/// What `status SITE` says, and what `list SITE` says of a site without a roster.
struct SiteReportTests {
  private static let now = StatusCheckTests.now

  private func report(
    _ change: (inout KnownSite) -> Void, isInScope: Bool = true
  ) -> SiteReport {
    var site = StatusCheckTests.site("math")
    site.site.name = "Mathematics"
    change(&site)
    return SiteReport(
      site: site, typed: "math", isInScope: isInScope, now: Self.now, staleAfter: 2 * 86_400)
  }

  private func fail(_ site: inout KnownSite, _ reason: String, _ message: String) {
    site.fault = SiteFault(
      site: site.site.ref, reason: reason, message: message, at: Self.now - 60)
    site.lastWalk?.wasPublished = false
  }

  @Test func aCompleteSiteNeedsNothing() {
    #expect(
      report { _ in }.text(columns: nil) == """
        Mathematics (math)
          last read               2026-11-20T02:00:00Z (1 h ago), 3 moderators
          last try                complete, 2026-11-20T02:00:00Z (1 h ago)
          what to do              Nothing: the roster is complete.

        """)
  }

  @Test func aFailureIsToldAsTheRunToldIt() {
    let text = report {
      $0.publishedAt = nil
      $0.completeAt = nil
      fail(&$0, "refused", "the API refuses it: No site found for name `math`")
    }.text(columns: nil)
    #expect(
      text == """
        Mathematics (math)
          last read               never
          last try                failed, 2026-11-20T02:59:00Z (1 min ago): the API refuses it: No site \
        found for name `math` (refused)
          what to do              Run `modexport sync math`. If it fails again, the API may have closed or \
        renamed the site: add --refresh-sites.

        """)
  }

  @Test(arguments: [60, 80, 100]) func theLinesFitTheScreen(columns: Int) {
    let text = report { fail(&$0, "timeout", "no answer in 30 s") }.text(columns: columns)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= columns })
    #expect(!text.contains("…"))
  }

  static let outcomes: [(String, String, @Sendable (inout KnownSite) -> Void)] = [
    ("complete", "Nothing: the roster is complete.", { _ in }),
    (
      "never_tried", "The next run reads it, and so does `modexport sync math`.",
      { $0.lastWalk = nil }
    ),
    (
      "unfinished", "The next run resumes it, and so does `modexport sync math`.",
      { $0.hasUnfinishedWalk = true }
    ),
    (
      "incomplete", "--accept-shrink publishes the roster.",
      {
        $0.lastWalk = WalkStatus(
          finishedAt: now, verdict: .incomplete, reasons: [.emptyRoster], wasPublished: false)
      }
    ),
    (
      "incomplete", "try again tomorrow.",
      {
        $0.lastWalk = WalkStatus(
          finishedAt: now, verdict: .incomplete, reasons: [.duplicateUser, .suddenShrink],
          wasPublished: false)
      }
    ),
    (
      // The run after it ended before the first answer.
      "unproven", "--accept-unproven publishes",
      {
        $0.hasUnfinishedWalk = true
        $0.lastWalk = WalkStatus(
          finishedAt: now, verdict: .unproven, reasons: [.totalMismatch], wasPublished: false)
      }
    ),
    (
      "unproven", "--accept-unproven publishes",
      {
        $0.lastWalk = WalkStatus(
          finishedAt: now, verdict: .unproven, reasons: [.totalMissing], wasPublished: false)
      }
    ),
    (
      "unproven", "`modexport sync math` reads it again.",
      {
        $0.lastWalk = WalkStatus(
          finishedAt: now, verdict: .unproven, reasons: [.totalMissing], wasPublished: true)
      }
    ),
    ("complete", "The roster is old", { $0.publishedAt = now - 9 * 86_400 }),
    ("complete", "Nothing: the site is closed", { $0.closedAt = now }),
  ]

  @Test(arguments: outcomes)
  func eachOutcomeHasItsAdvice(
    name: String, advice: String, change: @Sendable (inout KnownSite) -> Void
  ) {
    let report = report(change)
    #expect(report.attempt.outcome.rawValue == name)
    #expect(report.advice.contains(advice))
    #expect(report.fields.contains { $0.name == "advice" && $0.cell == .text(report.advice) })
  }

  @Test func aSiteThatFailedIsNotSentToSyncAgain() async throws {
    try await withSample { path in
      let outcome = await modexport(["list", "bicycles"], archive: path)
      #expect(outcome.code == 3)
      #expect(
        outcome.message
          == "Error: The archive has no roster of Bicycles (bicycles): the last run ended before all pages "
          + "were read; `modexport status bicycles` says what to do.\n")
      let status = await modexport(["status", "bicycles", "Mathematics"], archive: path)
      #expect(status.code == 0)
      #expect(status.output.contains("Bicycles (bicycles)\n"))
      #expect(status.output.contains("\n\nMathematics (math)\n"))
      let json = await modexport(["status", "cooking", "--json"], archive: path)
      let site = json.json?.elements.first
      #expect(site?["state"] == "incomplete")
      #expect(site?["reason"] == "total_mismatch")
      #expect(site?["complete_at"] == .null)
      let unknown = await modexport(["status", "cookin"], archive: path)
      #expect(unknown.code == 64)
      let check = await modexport(["status", "cooking", "--check"], archive: path)
      #expect(check.code == 64)
    }
  }
}
