import Archive
import ArchiveKit
import FoundationEssentials
import ModExportCommands
import Roster
import SampleNetwork
import Sync
import TestKit
import Transport

/// Compares an archive with the truth after each run: the published rosters, the journal, and the
/// summary of the run.
struct Audit: Sendable {
  let ledger: Ledger
  /// Whether rosters are fetched with a safe filter.
  let isSafe: Bool
  private var known: [SiteRef: KnownRoster] = [:]
  private var cursor = "0"
  /// When the run began, and the content of the archive then.
  private var start = Date(unixSeconds: 0)
  private var before: [SiteRef: KnownSite] = [:]
  /// The content of the archive at the last look; nil where a run was killed since.
  private var seen: (sites: [KnownSite], status: ArchiveStatus)?
  /// What the run is allowed to do.
  private var options: SyncOptions?
  private var publishedNow: [SiteRef: Int] = [:]
  private var changesNow: [Change.Kind: Int] = [:]
  /// Sites of which a roster was believed that was never true, as the user allowed.
  private var lies: Set<SiteRef> = []

  /// The latest published roster of a site, and all users who left it.
  private struct KnownRoster {
    var publishedAt: Date
    var rows: [Int: Moderator]
    var former: [Int: Moderator]
  }

  init(ledger: Ledger, isSafe: Bool) {
    self.ledger = ledger
    self.isSafe = isSafe
  }

  /// Reads what a killed run left, which is where this one starts.
  mutating func begin(_ run: Scenario.Run, _ archive: ArchiveDatabase, at now: Date) throws {
    let (sites, status) = try seen ?? inspect(archive, at: now)
    seen = nil
    options = run.options
    start = now
    publishedNow = [:]
    changesNow = [:]
    before = Dictionary(sites.map { ($0.site.ref, $0) }, uniquingKeysWith: { first, _ in first })
    let (kept, resumed) = try keptPages(archive, status, at: now + run.clockError)
    ledger.begin(run, resumed: resumed, kept: kept) { [start] site in
      let status = try? archive.status().sites.first { $0.site.ref == site }
      return status?.lastWalk.map { $0.finishedAt.unixSeconds >= start.unixSeconds } ?? false
    }
  }

  /// The pages of unfinished walks that are recent enough to be resumed, and the sites of all walks
  /// that may be resumed.
  private func keptPages(
    _ archive: ArchiveDatabase, _ status: ArchiveStatus, at now: Date
  ) throws -> (kept: [Ledger.PageKey: SiteRef], resumed: Set<SiteRef>) {
    var (kept, resumed): ([Ledger.PageKey: SiteRef], Set<SiteRef>) = ([:], [])
    for known in status.sites where known.site.network == testNetwork && known.hasUnfinishedWalk {
      let site = known.site.ref
      guard
        let walk = try archive.unfinishedWalk(of: site),
        !walk.pages.isEmpty
      else { continue }
      resumed.insert(site)
      // A walk that is too old by then, or in the future by a wrong clock, is started again.
      guard (0..<5 * 3_600).contains(now.timeIntervalSince(walk.startedAt)) else { continue }
      for page in walk.pages.map(\.evidence) {
        kept[Ledger.PageKey(site: site, page)] = site
      }
    }
    ledger.count { $0.resumed += resumed.count }
    return (kept, resumed)
  }

  /// Checks the actions and the summary of a run that finished.
  mutating func finish(
    _ run: Scenario.Run, _ ending: RunEnding, _ archive: ArchiveDatabase, at now: Date
  ) throws {
    let (sites, status) = try inspect(archive, at: now)
    seen = (sites, status)
    if run.clockError != 0 { checkWrongClock(ending) }
    switch ending {
    case .finished where run.clockError != 0: break
    case .finished(let summary):
      RunCheck(
        ledger: ledger, run: run, summary: summary, start: start, end: now, before: before,
        publishedNow: publishedNow, changesNow: changesNow,
        scope: try archive.scope(of: testNetwork)
      ).check(sites, status)
    case .refused(.noScope):
      let scope = try archive.scope(of: testNetwork)
      ledger.expect(scope.isEmpty, "there is no scope, it says")
      ledger.count { $0.outcomes["no scope", default: 0] += 1 }
    case .refused(.unknownSite(let name, _)):
      ledger.count { $0.outcomes["unknown site", default: 0] += 1 }
      ledger.expect(
        sites.allSatisfy { $0.site.id != name },
        "the site \(name) is known")
    case .refused(.otherAPI):
      ledger.expect(run.asksOtherAPI, "another API is told of where there is none")
      ledger.expect(ledger.run.sent.isEmpty, "another API is asked")
      ledger.count { $0.outcomes["other API", default: 0] += 1 }
    case .refused(.noSites): ledger.count { $0.outcomes["no sites", default: 0] += 1 }
    case .refused(let failure): ledger.fail("the run ends with \(failure)")
    }
    if case .refused(let failure) = ending { checkExit(failure) }
    checkClosed(sites)
    if run.options.elected { try checkElected(archive) }
    if run.isFinal {
      try checkFormerNames(archive)
      try checkDays(archive)
    }
    if run.verifies {
      let verification = try archive.verify(by: mixedRules)
      ledger.expect(verification.findings.isEmpty, "verify finds \(verification.findings)")
    }
  }

  /// With a wrong clock nothing is dated, and a run with an answer of the API reports the wrong
  /// clock.
  private func checkWrongClock(_ ending: RunEnding) {
    ledger.expect(
      publishedNow.isEmpty && changesNow.isEmpty,
      "it published \(publishedNow) with changes \(changesNow) by a wrong clock")
    guard case .finished(let summary) = ending, ledger.run.good > 0 else { return }
    switch summary.failure {
    case .wrongClock, .contradictedClock: break
    default:
      return ledger.expect(
        summary.stopped != nil, "the clock is wrong, and the run says nothing of it: \(summary)")
    }
    // A signal at the same moment may end it instead.
    let endings: Set<ExitStatus> =
      ledger.run.signalledAt == nil ? [.failed] : [.failed, .interrupted, .terminated]
    ledger.expect(
      endings.contains(summary.exitStatus), "it exits \(summary.exitStatus) by a wrong clock")
    ledger.count { $0.outcomes["wrong clock", default: 0] += 1 }
  }

  /// The exit code of an impossible run distinguishes its cause.
  private func checkExit(_ failure: SyncFailure) {
    let expected: ExitStatus =
      switch failure {
      case .noScope, .unknownSite, .ambiguousSite, .otherAPI: .usage
      case .noSites: .unreachable
      case .keyRefused, .notPrepared, .wrongClock, .contradictedClock, .futureRoster: .failed
      }
    let status = CommandFailure(failure).status
    ledger.expect(status == expected, "it exits \(status), not \(expected), for \(failure)")
    ledger.count { $0.exits["\(expected.rawValue)", default: 0] += 1 }
  }

  /// A list that lost more than a quarter of the sites closes none.
  private func checkClosed(_ sites: [KnownSite]) {
    let closed = sites.filter { $0.closedAt != nil && before[$0.site.ref]?.closedAt == nil }
    let open = before.values.count { $0.closedAt == nil }
    ledger.expect(
      closed.count * 4 <= max(open, sites.count), "\(closed.map(\.site.ref)) of \(open) are closed")
  }

  /// Who was elected never changes in the sample network, so all known values must be right.
  private func checkElected(_ archive: ArchiveDatabase) throws {
    for site in known.keys {
      let listing = try archive.roster(of: site).listing
      let names = listing.columns.map(\.name)
      guard let user = names.firstIndex(of: "user_id"),
        let elected = names.firstIndex(of: "elected")
      else { return ledger.fail("the roster has no column for the elected") }
      // For users who left after the roster was read it cannot be known.
      let truth = ledger.truth.latest(of: site)
      let isTold = ledger.wasToldTwice(
        .emptyRoster, "users/moderators/elected", site, since: .distantPast)
      if isTold { continue }
      for row in listing.rows where row[elected] != .null {
        guard let isElected = truth[Int(row[user].description) ?? 0]?.isElected else { continue }
        ledger.expect(
          row[elected] == .integer(isElected ? 1 : 0),
          "\(site) says \(row[elected]) of user \(row[user]), elected: \(isElected)")
      }
    }
  }

  /// Every former name was true when it was last seen, or, where a single walk of several pages read it, at a moment of
  /// that walk; an answer may be under way for a while.
  private func checkFormerNames(_ archive: ArchiveDatabase) throws {
    let filter = ChangeFilter(network: testNetwork, kinds: [.renamed])
    for change in Set(try archive.changes(filter).listing.rows.compactMap(ToldChange.init)) {
      let person = try archive.person(site: change.site, userID: change.userID)
      let names = person?.sites.first { $0.site == change.site }?.names ?? []
      ledger.expect(names.count > 1, "\(change) left no former name")
      for name in names.dropLast() {
        ledger.count { $0.formerNames += 1 }
        let then = rosters(
          of: change.site, from: name.lastSeen - Self.longestAnswer,
          to: max(name.lastSeen, name.firstSeen) + 1)
        let names = Set(then.compactMap { $0[change.userID]?.displayName })
        ledger.expect(
          names.contains(name.name),
          "\(change.site) says that user \(change.userID) was \(name), when it was \(names)")
      }
    }
  }

  /// Of each day from the first reading to two days after the last one: whoever is said to have moderated for certain
  /// did, and whoever did is said to have done so at least perhaps. What no reading can show is left out: that
  /// somebody was away, or there, only between two readings.
  private func checkDays(_ archive: ArchiveDatabase) throws {
    for look in try archive.looks(network: testNetwork) where !lies.contains(look.site) {
      guard let first = look.firstReading, let last = look.lastReading else { continue }
      let readings = try archive.listing(.observations, ViewFilter(site: look.site)).rows.compactMap
      {
        Date(dayOrInstant: $0[ObservationColumn.readAt.rawValue].description)
      }
      var day = DayNumber(first)
      while day.date < last + 2 * 86_400 {
        guard let span = TimeSpan(day.date.utcDay) else { break }
        try check(span, of: look.site, since: first, readings, archive)
        day = DayNumber(unixDay: day.unixDay + 1)
      }
    }
  }

  /// - Parameters:
  ///   - first: The first reading.
  ///   - readings: All of them.
  private func check(
    _ span: TimeSpan, of site: SiteRef, since first: Date, _ readings: [Date],
    _ archive: ArchiveDatabase
  ) throws {
    // An answer may be under way for a while.
    let delay = Self.longestAnswer
    func rosters(_ start: Date, _ end: Date) -> [Set<Int>] {
      start > end
        ? [] : ledger.truth.rosters(of: site, from: start, to: end).map { Set($0.keys) }
    }
    func truth(_ start: Date, _ end: Date) -> Set<Int> {
      rosters(start, end).reduce([]) { $0.union($1) }
    }
    // Whom a reading may have shown, and whom it must have shown.
    func seen(_ reading: Date?) -> (perhaps: Set<Int>, surely: Set<Int>) {
      let all = reading.map { rosters($0 - delay, $0 + 1) } ?? []
      return (
        all.reduce([]) { $0.union($1) },
        all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
      )
    }
    let before = seen(readings.last { $0 < span.beginning })
    let after = seen(readings.first { $0 >= span.end })
    let during = readings.filter { $0 >= span.beginning && $0 < span.end }.map { seen($0).surely }
    let held = try archive.holders(of: site, in: span)
    ledger.count { $0.days += 1 }
    let sure = Set(held.filter { $0.known == .yes }.compactMap(\.tenure.userID))
    let wrong = sure.subtracting(truth(span.beginning - delay, span.end + delay))
      .subtracting(before.perhaps.intersection(after.perhaps))
    ledger.expect(wrong.isEmpty, "\(site) is said to have had \(wrong) on \(span.words)")
    let missing = truth(max(span.beginning, first) + delay, span.end - delay)
      .subtracting(held.compactMap(\.tenure.userID))
      .intersection(during.reduce(before.surely.union(after.surely)) { $0.union($1) })
    ledger.expect(
      missing.isEmpty, "\(site) had \(missing) on \(span.words), and says nothing of it")
  }

  /// Seconds from the moment at which the API makes an answer until it is read, or more.
  private static let longestAnswer: TimeInterval = 35

  /// After the last run, which has no faults, the archive equals the network.
  func expectEverything(of sites: [SiteRef], _ ending: RunEnding) {
    guard case .finished(let summary) = ending else {
      return ledger.fail("the last run could not be done: \(ending)")
    }
    ledger.expect(summary.outcome == .complete, "the last run ends as \(summary.outcome)")
    ledger.expect(summary.sites.complete == sites.count, "the last run completes \(summary.sites)")
    for site in sites {
      let truth = ledger.truth.latest(of: site).mapValues {
        $0.stored.comparable(isSafe: isSafe)
      }
      ledger.expect(known[site]?.rows == truth, "\(site) is not as the network has it in the end")
    }
  }
}

extension Audit {
  /// Checks rosters that were published and changes that were recorded since the last look.
  ///
  /// - Returns: The content of the archive.
  private mutating func inspect(
    _ archive: ArchiveDatabase, at now: Date
  ) throws -> (sites: [KnownSite], status: ArchiveStatus) {
    let status = try archive.status()
    let sites = try archive.knownSites(of: testNetwork)
    let published = sites.filter {
      $0.publishedAt != nil && known[$0.site.ref]?.publishedAt != $0.publishedAt
    }
    // Other entries of the journal are checked with the next roster.
    if published.isEmpty { return (sites, status) }
    let journal = try archive.changes(ChangeFilter(network: testNetwork, after: cursor))
    cursor = journal.newer
    let ofModerators = journal.listing.rows.compactMap(ToldChange.init)
    let told = Dictionary(
      grouping: journal.listing.rows.filter { !followsFromLie($0) }.compactMap(ToldChange.init),
      by: \.site)
    var expected: [SiteRef: Set<ToldChange>] = [:]
    for site in published {
      expected[site.site.ref] = try take(site, archive, at: now)
    }
    for site in Set(told.keys).union(expected.keys) {
      let (told, expected) = (Set(told[site] ?? []), expected[site] ?? [])
      ledger.expect(
        told == expected,
        "the journal of \(site) says \(told.subtracting(expected)) too much and "
          + "\(expected.subtracting(told)) too little")
    }
    for change in ofModerators {
      ledger.count { $0.changes[change.kind, default: 0] += 1 }
      if let kind = Change.Kind(rawValue: change.kind) { changesNow[kind, default: 0] += 1 }
    }
    return (sites, status)
  }

  /// Whether a change corrects the value of a user who was elected but whom both readings of an
  /// earlier list had omitted: such a false list cannot be detected.
  ///
  /// - Parameter row: Of the `changes` view.
  private func followsFromLie(_ row: Roster.Row) -> Bool {
    row[ChangeColumn.detail.rawValue].description.hasPrefix(#"{"elected":"#)
      && ledger.wasToldTwice(
        .emptyRoster, "users/moderators/elected", SiteRef(row[1].description, row[2].description),
        since: .distantPast)
  }

  /// Checks and stores a newly published roster: it must have been true, and the changes must
  /// follow from it.
  private mutating func take(
    _ knownSite: KnownSite, _ archive: ArchiveDatabase, at now: Date
  ) throws -> Set<ToldChange> {
    guard let date = knownSite.publishedAt, let verdict = knownSite.verdict else { return [] }
    let site = knownSite.site.ref
    let rows = try archive.moderators(of: site)
    let roster = Dictionary(
      rows.map { ($0.userID, $0.comparable(isSafe: isSafe)) },
      uniquingKeysWith: { first, _ in first })
    publishedNow[site] = rows.count
    let begun = ledger.run.walkStarts[site] ?? now
    ledger.expect(
      start.timeIntervalSince(begun) <= 6 * 3_600, "\(site) is published with pages of \(begun)")
    check(roster, of: site, verdict, at: date, from: begun, to: now)
    let before = known[site]
    let isFormer = before.map { $0.rows.filter { roster[$0.key] == nil } } ?? [:]
    known[site] = KnownRoster(
      publishedAt: date, rows: roster,
      former: (before?.former ?? [:]).merging(isFormer) { $1 }.filter { roster[$0.key] == nil })
    return before.map { expectedChanges(site, $0, roster) } ?? []
  }

  private mutating func check(
    _ roster: [Int: Moderator], of site: SiteRef, _ verdict: Verdict, at date: Date,
    from start: Date, to end: Date
  ) {
    ledger.count { $0.published[verdict.name.rawValue, default: 0] += 1 }
    if verdict.name == .unproven {
      ledger.expect(options?.acceptUnproven == true, "\(site) is unproven, which nobody accepted")
    }
    let held = rosters(of: site, from: start, to: end)
    // The first reading ended between the request of its last page and the answer.
    guard let reading = ledger.run.firstReadings[site] else {
      return ledger.fail("\(site) is published without a first reading")
    }
    ledger.expect(
      abs(date.unixSeconds - reading.received.unixSeconds) <= 1,
      "\(site) is dated \(date), and its first reading ended at \(reading.received)")
    let moment = rosters(of: site, from: reading.sent, to: date + 1)
    if moment.contains(roster) { return }
    let sameIDs = moment.filter { Set($0.keys) == Set(roster.keys) }
    guard !sameIDs.isEmpty else {
      return expectLie(roster, of: site, as: verdict.name, from: start, held: moment)
    }
    ledger.count { $0.blended += 1 }
    for (userID, row) in roster where !held.contains(where: { $0[userID] == row }) {
      ledger.fail("\(site) has \(row), which was never true; \(sameIDs[0][userID] as Any) was")
    }
  }

  /// The rosters of the site between two times, in comparable form.
  private func rosters(
    of site: SiteRef, from start: Date, to end: Date
  ) -> [[Int: Moderator]] {
    ledger.truth.rosters(of: site, from: start, to: end).map {
      $0.mapValues { $0.stored.comparable(isSafe: isSafe) }
    }
  }

  /// The ids are not those of the moment of the roster's date. This is an error, except for an
  /// empty roster that the user accepted, and for one that the user accepted without a `total` and
  /// from which both readings omitted the same moderator.
  private mutating func expectLie(
    _ roster: [Int: Moderator], of site: SiteRef, as verdict: Verdict.Name, from start: Date,
    held: [[Int: Moderator]]
  ) {
    func wasTold(_ lie: SampleFault.Kind) -> Bool {
      ledger.wasToldTwice(lie, "users/moderators", site, since: start)
    }
    lies.insert(site)
    // One that was accepted before is no news.
    let isAccepted = options?.acceptShrink == true || known[site]?.rows.isEmpty == true
    if roster.isEmpty, isAccepted, wasTold(.emptyRoster) {
      return ledger.count { $0.emptyBelieved += 1 }
    }
    let isPart = held.contains { Set($0.keys).isSuperset(of: roster.keys) }
    if verdict == .unproven, isPart, wasTold(.lostItems) {
      return ledger.count { $0.withheld += 1 }
    }
    ledger.fail(
      "\(site) is published with \(roster.keys.sorted()); it held "
        + "\(held.map { $0.keys.sorted() })")
  }

  private func expectedChanges(
    _ site: SiteRef, _ old: KnownRoster, _ new: [Int: Moderator]
  ) -> Set<ToldChange> {
    var changes: Set<ToldChange> = []
    for userID in old.rows.keys where new[userID] == nil {
      changes.insert(ToldChange(site, userID, "left"))
    }
    for (userID, row) in new {
      let before = old.rows[userID] ?? old.former[userID]
      if old.rows[userID] == nil {
        changes.insert(ToldChange(site, userID, before == nil ? "joined" : "returned"))
      }
      guard let before else { continue }
      if before.displayName != row.displayName {
        changes.insert(ToldChange(site, userID, "renamed"))
      }
      if before.kind != row.kind { changes.insert(ToldChange(site, userID, "profile")) }
    }
    return changes
  }
}

/// One row of the journal, with the compared columns.
struct ToldChange: Hashable, Sendable {
  var site: SiteRef
  var userID: Int
  var kind: String

  init(_ site: SiteRef, _ userID: Int, _ kind: String) {
    self.site = site
    self.userID = userID
    self.kind = kind
  }

  /// - Parameter row: A row of the `changes` view; nil where it is a change of the site itself.
  init?(_ row: Roster.Row) {
    guard let userID = Int(row[3].description) else { return nil }
    self.init(SiteRef(row[1].description, row[2].description), userID, row[6].description)
  }
}
