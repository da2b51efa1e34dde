import FoundationEssentials
import Roster
import Sync
import TestKit
import Testing

@testable import Archive

struct SyncPlanTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var selection: SyncOptions.Selection
    var scope = Scope(.main)
    var walks: [SiteID]
    var fresh: [SiteID] = []
    var testDescription: String { name }
  }

  static let now = Date(unixSeconds: 1_800_000_000)

  /// - Parameters:
  ///   - age: Seconds since a roster was published.
  ///   - completeAge: Seconds since a complete roster was published; nil for never.
  static func site(
    _ id: SiteID, age: TimeInterval? = nil, completeAge: TimeInterval? = nil,
    type: SiteType = .main, isClosed: Bool = false
  ) -> KnownSite {
    var site = KnownSite(
      site: Site(SiteRef(test: id), name: "The \(id)", url: "https://\(id).example", type: type))
    site.closedAt = isClosed ? now : nil
    guard let age else { return site }
    (site.publishedAt, site.completeAt) = (now - age, completeAge.map { now - $0 })
    (site.verdict, site.moderators) = (
      completeAge == age ? .complete : .unproven([.totalMismatch]), 3
    )
    return site
  }

  private static func walk(_ age: TimeInterval) -> WalkStatus {
    WalkStatus(finishedAt: now - age, verdict: .incomplete, wasPublished: false)
  }

  static let sites = [
    site("day", age: 86_400, completeAge: 86_400),
    site("gone", age: 86_400, completeAge: 86_400, isClosed: true),
    site("hour", age: 3_600, completeAge: 3_600),
    site("minute", age: 59, completeAge: 59),
    site("minute.meta", age: 61, completeAge: 61, type: .meta),
    site("new"),
    site("new.meta", type: .meta),
    site("unproven", age: 10, completeAge: 7_200),
    site("younger", age: 5),
  ]

  static let cases = [
    Case(
      name: "never mirrored first, then the stalest", selection: .all(withMeta: false),
      walks: ["new", "day", "hour", "unproven", "younger"], fresh: ["minute"]),
    Case(
      name: "meta sites after their equals", selection: .all(withMeta: true),
      walks: ["new", "new.meta", "day", "hour", "minute.meta", "unproven", "younger"],
      fresh: ["minute"]),
    Case(
      name: "the scope: all main sites and a named one", selection: .scope,
      scope: Scope(.main, names: ["minute.meta"]),
      walks: ["new", "day", "hour", "minute.meta", "unproven", "younger"], fresh: ["minute"]),
    Case(
      name: "the scope: named sites, never mirrored ones and no closed ones", selection: .scope,
      scope: Scope(names: ["new.meta", "hour", "gone"]), walks: ["new.meta", "hour"]),
    Case(
      name: "the scope: everything", selection: .scope, scope: Scope(.all),
      walks: ["new", "new.meta", "day", "hour", "minute.meta", "unproven", "younger"],
      fresh: ["minute"]),
    Case(
      name: "by id, host, address and name, each once",
      selection: .named(["hour", "new.example", "https://new.example/", "the DAY", "hour"]),
      walks: ["new", "day", "hour"]),
    Case(name: "a closed site, where named", selection: .named(["gone"]), walks: ["gone"]),
    Case(
      name: "a fresh site, though named", selection: .named(["minute"]), walks: [],
      fresh: ["minute"]),
  ]

  @Test(arguments: cases)
  func sitesAreWalkedInOrder(_ testCase: Case) throws {
    let plan = try SyncPlan(
      SyncOptions(testCase.selection), sites: Self.sites, scope: testCase.scope, now: Self.now)
    #expect(plan.walks.map(\.id) == testCase.walks)
    #expect(plan.fresh.map(\.id) == testCase.fresh)
  }

  /// A run that was stopped left it, and the next one resumes it, however recent the roster is.
  @Test func anUnfinishedWalkIsNotFresh() throws {
    var site = Self.site("a", age: 5, completeAge: 5)
    site.hasUnfinishedWalk = true
    let plan = try SyncPlan(
      SyncOptions(.scope), sites: [site], scope: Scope(.all), now: Self.now)
    #expect(plan.walks.map(\.id) == ["a"])
    #expect(plan.fresh.isEmpty)
  }

  @Test func nothingIsFreshWhereNoAgeIsAllowed() throws {
    var options = SyncOptions(.all(withMeta: true))
    options.maxAge = 0
    let plan = try SyncPlan(options, sites: Self.sites, scope: Scope(), now: Self.now)
    #expect(plan.fresh.isEmpty)
  }

  @Test func anUnknownNameComesWithSuggestions() {
    let failure = #expect(throws: SyncFailure.self) {
      try SyncPlan(
        SyncOptions(.named(["hour", "youngr"])), sites: Self.sites, scope: Scope(),
        now: Self.now)
    }
    guard case .unknownSite("youngr", let suggestions) = failure else {
      Issue.record("\(failure as Any)")
      return
    }
    #expect(suggestions.map(\.id).contains("younger"))
  }

  @Test func whereThereIsNoScopeSitesMustBeNamed() {
    #expect(throws: SyncFailure.noScope) {
      try SyncPlan(
        SyncOptions(.scope), sites: [Self.site("old", age: 9)], scope: Scope(), now: Self.now)
    }
  }

  @Test func whatProvedNothingAMomentAgoWaitsItsTurn() throws {
    var (failed, unproven, asked) = (
      Self.site("failed"), Self.site("unproven", age: 20),
      Self.site("asked", age: 9, completeAge: 9)
    )
    failed.lastWalk = Self.walk(10)
    unproven.lastWalk = Self.walk(20)
    asked.lastWalk = Self.walk(9)
    var old = Self.site("old")
    old.lastWalk = Self.walk(61)
    var options = SyncOptions(.all(withMeta: true))
    options.maxAge = 0
    let plan = try SyncPlan(
      options, sites: [failed, unproven, asked, old], scope: Scope(), now: Self.now)
    #expect(plan.walks.map(\.id) == ["old", "asked", "failed", "unproven"])
    #expect(plan.notBefore == ["failed": Self.now + 50, "unproven": Self.now + 40])
  }

  @Test func aClockThatWasAheadMakesNothingFresh() throws {
    let site = Self.site("ahead", age: -4 * 365 * 86_400, completeAge: -4 * 365 * 86_400)
    let plan = try SyncPlan(
      SyncOptions(.scope), sites: [site], scope: Scope(.all), now: Self.now)
    #expect(plan.walks.map(\.id) == ["ahead"])
  }

  @Test(arguments: [nil, 30, 90] as [TimeInterval?])
  func whoAsksForTheElectedHasThemRead(age: TimeInterval?) throws {
    var site = Self.site("a", age: 5, completeAge: 5)
    site.electedReadAt = age.map { Self.now - $0 }
    var options = SyncOptions(.scope)
    options.elected = true
    let plan = try SyncPlan(options, sites: [site], scope: Scope(.all), now: Self.now)
    #expect(plan.fresh.isEmpty == (age != 30))
  }
}
