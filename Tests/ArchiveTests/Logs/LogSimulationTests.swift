import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Random histories of a wiki, of which an archive has readings and logs: whoever is said to have held a role for
/// certain did, and whoever did is said to have done so at least perhaps.
struct LogSimulationTests {
  @Test(arguments: 0..<10) func readingsAndLogsTogetherTellNothingFalse(part: Int) throws {
    var interruptions = 0
    for seed in UInt64(part * 20)..<UInt64(part * 20 + 20) {
      try withTemporaryFolder { folder in
        let maker = try ArchiveMaker(
          folder, sites: [.made(1)], at: Date(unixSeconds: LoggedWiki.beginning))
        let wiki = try LoggedWiki(seed: seed, in: maker)
        interruptions += wiki.interruptions
        #expect(try maker.archive.verify(by: testRules).findings == [], "seed \(seed)")
        if let wrong = try wiki.firstMistake() { Issue.record("seed \(seed): \(wrong)") }
      }
    }
    #expect(interruptions > 10)
  }
}

/// A history, and an archive that has read some of it.
private struct LoggedWiki {
  static let beginning = 900_000
  private static let site: SiteRef = "site1"
  /// Seconds by which two clocks can differ, and more than any walk takes.
  private static let margin = 1_300

  private let history: SimulatedHistory
  private let archive: ArchiveDatabase
  /// What the logs cover; only rows between them were read.
  private let since: Int
  private let readUntil: Int
  /// Whether every row is there and names whom it is about, so that the logs tell everything.
  private let isTold: Bool
  private var random: SeededRandom

  init(seed: UInt64, in maker: ArchiveMaker) throws {
    random = SeededRandom(seed: seed &+ 7)
    let isFaulty = random.chance(50)
    var history = SimulatedHistory(seed: seed, isFaulty: isFaulty)
    let rows = history.rows().sorted { $0.entry.time < $1.entry.time }
    let hasMissing = history.events.contains { $0.form == .missing }
    let isCut = random.chance(25)
    since = isCut ? 1_100_000 : 0
    isTold = !isFaulty && !history.hasTwoLogsAtOneSecond
    archive = maker.archive
    let error = Int.random(in: -600...600, using: &random)
    var (logReadings, last) = ([history.now], 0)
    // Missing rows are noticed by later ones only.
    if !hasMissing {
      logReadings.insert(history.looks.randomElement(using: &random)?.time ?? 0, at: 0)
    }
    if !hasMissing, random.chance(40) { logReadings.removeLast() }
    readUntil = logReadings.last ?? 0
    self.history = history
    let logs = LogsOfWiki(Self.site)
    for look in history.looks {
      let date = max(look.time + error, last + 1)
      (last, _) = (date, try publish(look, of: history, at: date, in: maker))
      for end in logReadings where end <= look.time {
        try logs.record(rows, since: isCut ? since : nil, until: end, in: archive)
        logReadings.removeAll { $0 == end }
      }
    }
    for end in logReadings {
      try logs.record(rows, since: isCut ? since : nil, until: end, in: archive)
    }
  }

  private mutating func publish(
    _ look: SimulatedHistory.Look, of history: SimulatedHistory, at date: Int,
    in maker: ArchiveMaker
  ) throws {
    let pages = SimulatedHistory.roles.flatMap { role in
      let people = (look.holders[role] ?? []).sorted().map { account in
        var person = Moderator.made(account + 1, look.names[account], role: role)
        person.memberSince = Date(unixSeconds: history.madeAt[account])
        return person
      }
      return maker.listPages(
        people, of: role, at: Date(unixSeconds: date), total: people.count, besideOthers: true)
    }
    let walk = try maker.begin(
      pages, site: Self.site, at: Date(unixSeconds: date), after: Double(random.pick([0, 10, 300])))
    _ = try archive.publish(
      walk, by: .test, acceptUnproven: true, at: Date(unixSeconds: date), requests: pages.count)
  }

  /// How often somebody lost a role between two readings that both saw them, and got it again.
  var interruptions: Int {
    zip(history.looks, history.looks.dropFirst()).reduce(0) { count, looks in
      count
        + SimulatedHistory.roles.reduce(0) { count, role in
          let both = (looks.0.holders[role] ?? []).intersection(looks.1.holders[role] ?? [])
          return count
            + both.count { account in
              history.truths.contains {
                $0.account == account && $0.role == role && looks.0.time < $0.began
                  && $0.began < looks.1.time
              }
            }
        }
    }
  }

  /// What the archive says wrongly of some time; nil where nothing is wrong.
  func firstMistake() throws -> String? {
    var random = random
    let named = try archive.namedTenures(of: Self.site)
    for _ in 0..<80 {
      let start = Int.random(in: 980_000..<history.now + 50_000, using: &random)
      let length = random.pick([60, 3_600, 20_000, 86_400])
      guard var span = TimeSpan("1970") else { return "no span" }
      (span.beginning, span.end) = (
        Date(unixSeconds: start), Date(unixSeconds: start + length)
      )
      let held = try archive.holders(of: Self.site, in: span)
      for holder in held where holder.known == .yes && !isTrue(holder.tenure, start, start + length)
      {
        return "\(start)+\(length): \(holder.tenure) of \(history.truths)"
      }
      for truth in history.truths
      where begins(truth, before: start + length - Self.margin)
        && end(truth) > start + Self.margin && isKnown(truth)
        && !held.contains(where: {
          accounts($0.tenure).contains(truth.account) && $0.tenure.role == truth.role
        })
      {
        return "\(start)+\(length): \(truth) is missing of \(held)"
      }
      if let wrong = wrongName(of: held, by: span.end, named) {
        return "\(start)+\(length): \(wrong)"
      }
    }
    return nil
  }

  /// Whoever is called otherwise on a list of a time than the names in turn say.
  private func wrongName(of held: [HeldTenure], by end: Date, _ named: [Tenure]) -> String? {
    for holder in held {
      let tenure = named.first {
        $0.holder == holder.tenure.holder && $0.bounds == holder.tenure.bounds
      }
      let name = tenure?.names.last { $0.since < end }?.name ?? tenure?.name
      if tenure?.holder.userID != nil, name != holder.tenure.name {
        return
          "\(holder.tenure.name) by \(end.rfc3339) and not \(name ?? "") of \(tenure?.names ?? [])"
      }
    }
    return nil
  }

  private func begins(_ truth: SimulatedHistory.Truth, before time: Int) -> Bool {
    truth.began < time
  }
  private func end(_ truth: SimulatedHistory.Truth) -> Int { truth.end ?? .max }

  private func accounts(_ tenure: Tenure) -> Set<Int> {
    if let user = tenure.userID { return [user - 1] }
    return Set(
      history.namesOfAccounts.indices.filter { history.namesOfAccounts[$0].contains(tenure.name) })
  }

  /// Whether somebody of that name held the role then; or two readings around it saw them, and no log can tell that
  /// they did not meanwhile.
  private func isTrue(_ tenure: Tenure, _ start: Int, _ last: Int) -> Bool {
    accounts(tenure).contains { account in
      let own = history.truths.filter { $0.account == account && $0.role == tenure.role }
      if own.contains(where: { $0.began < last + Self.margin && end($0) > start - Self.margin }) {
        return true
      }
      let seen = history.looks.filter { ($0.holders[tenure.role] ?? []).contains(account) }.map(
        \.time)
      guard tenure.userID != nil, seen.contains(where: { $0 < start }),
        seen.contains(where: { $0 > last })
      else { return false }
      let lost = own.map(end).filter { $0 <= start }.max() ?? 0
      let found = own.map(\.began).filter { $0 >= last }.min() ?? .max
      return !(isTold && isRecognized(account) && lost > since && found < readUntil - Self.margin)
    }
  }

  /// Whether every reading with the account shows a name that it had for long before and after by the logs.
  private func isRecognized(_ account: Int) -> Bool {
    let looks = history.looks.filter { look in look.holders.values.contains { $0.contains(account) }
    }
    return looks.allSatisfy { look in
      look.time + Self.margin < readUntil && look.time - Self.margin > since
        && !history.events.contains { event in
          switch event.content {
          case .rename(let old, let new):
            [old, new].contains(look.names[account]) && abs(event.time - look.time) < Self.margin
          case .made(let name):
            name == look.names[account] && abs(event.time - look.time) < Self.margin
          case .rights: false
          }
        }
    }
  }

  /// Whether a reading or the logs must have told of it.
  private func isKnown(_ truth: SimulatedHistory.Truth) -> Bool {
    let isSeen = history.looks.contains {
      $0.time > truth.began && $0.time < end(truth)
        && ($0.holders[truth.role] ?? []).contains(truth.account)
    }
    return isSeen || isTold && truth.began > since && truth.began + Self.margin < readUntil
  }
}

/// The logs of a wiki: of changed rights, of renames, and of what other wikis changed.
private struct LogsOfWiki {
  private let site: SiteRef
  private let rights: LogRef
  private let renames: LogRef
  private let central: LogRef

  init(_ site: SiteRef) {
    self.site = site
    rights = LogRef("rights", of: site, in: testNetwork)
    renames = LogRef("renames", of: site, in: testNetwork)
    central = LogRef("central", of: nil, in: testNetwork)
  }

  /// Records the rows between two moments.
  func record(
    _ rows: [RightsHistory.Row], since: Int?, until end: Int, in archive: ArchiveDatabase
  ) throws {
    let logs = [central, rights, renames]
    _ = try archive.beginLogs(logs)
    var state = LogState(roles: Set(SimulatedHistory.roles))
    let until = Date(unixSeconds: end)
    (state.newestAt, state.oldestAt, state.readUntil) = (
      until, Date(unixSeconds: since ?? 1), until
    )
    state.isWhole = since == nil
    var entries: [LogRef: [LogEntry]] = [:]
    for row in rows where row.entry.time < until && row.entry.time.unixSeconds > since ?? 0 {
      var entry = row.entry
      switch entry.content {
      case .rename: entries[renames, default: []].append(entry)
      case .rights(var change):
        if row.isCentral, change.name != nil { change.site = site.id }
        entry.content = .rights(change)
        entries[row.isCentral ? central : rights, default: []].append(entry)
      }
    }
    for log in logs { try archive.record(entries[log] ?? [], of: log, reaching: state) }
    try archive.recordLoggedTenures(in: testNetwork)
  }
}
