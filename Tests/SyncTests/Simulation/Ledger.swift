import FoundationEssentials
import Roster
import SampleNetwork
import Sync
import Synchronization
import TestKit
import Transport

/// Records all requests and answers of a history, and checks the API's rules of use at each one.
final class Ledger: Sendable {
  private let storage: Mutex<Storage>

  fileprivate struct Storage {
    var isAlive = true
    var run = RunLedger()
    /// The deadlines of waits by method; lock-outs of all methods are under the empty name.
    var waits: [String: Wait] = [:]
    /// Whether the latest run had a wrong clock.
    var hasWrongClock = false
    var truth = Truth()
    /// How often a list was returned empty, by method and site.
    var lies: [String: [Date]] = [:]
    var violations: [String] = []
    var counts = SimulationCounts()
    var rows: [Ledger.Row] = []
  }

  fileprivate struct Wait {
    var told: Date
    var until: Date
  }

  /// One request of a history, to debug a failing seed.
  struct Row {
    var at: Date
    var text: String
  }

  /// Identifies a page of a roster.
  struct PageKey: Hashable {
    var method = "users/moderators"
    var site: SiteRef
    var page: Int
    var isAscending: Bool

    init(site: SiteRef, _ page: PageEvidence) {
      self.site = site
      self.page = page.page
      isAscending = page.reading == .first
    }

    init(_ label: String) {
      let request = SampleRequest(target: label)
      method = request.path
      site = SiteRef(test: request.parameters["site"] ?? "")
      page = request.parameters["page"].flatMap { Int($0) } ?? 0
      isAscending = request.parameters["order"] == "asc"
    }

    /// Whether it is a page of a first reading.
    var isAscendingRoster: Bool { method == "users/moderators" && isAscending }

    /// Whether every walk begins with it.
    var isFirst: Bool { method == "users/moderators" && page == 1 && isAscending }
  }

  /// The counts of one run.
  struct RunLedger {
    var rate = 1
    var mostInFlight = 0
    var maxRequests: Int?
    var quotaReserve = 0
    var recheckAfter: TimeInterval = 0
    var sent: [Date] = []
    var received = 0
    var good = 0
    /// Answers of the API itself, refusals included.
    var own = 0
    var lost = 0
    /// Consecutive requests without an answer.
    var unanswered = 0
    /// When each request was last sent, and whether its answer was good.
    var latest: [String: (number: Int, at: Date, isGood: Bool)] = [:]
    /// The lowest quota that was reported, and when.
    var quota: (remaining: Int, at: Date)?
    var signalledAt: Date?
    /// When the latest walk of each site requested its first page, in this run or before.
    var walkStarts: [SiteRef: Date] = [:]
    /// The page of each site's first reading that arrived last: the end of that reading lies between its
    /// request and its answer.
    var firstReadings: [SiteRef: (sent: Date, received: Date)] = [:]
    var kept: [PageKey: SiteRef] = [:]
    var isWalked: @Sendable (SiteRef) -> Bool = { _ in false }
  }

  /// The facts of an answer that the rules need.
  struct Received {
    var isGood: Bool
    /// Whether it is from the API itself, and not from a proxy.
    var isOwn: Bool
    /// Whether it answers the request, refusals included; nil where it only asks for a wait.
    var isAnswer: Bool?
    var backoff: TimeInterval?
    var lockOut: TimeInterval?
    var quota: Quota?

    init<Payload>(_ answer: Answer<Payload>) {
      isGood = answer.outcome == .good
      backoff = answer.backoff
      quota = answer.quota
      isOwn = true
      switch answer.outcome {
      case .lockedOut(let seconds): lockOut = seconds
      case .temporary(let fault), .permanent(let fault):
        isOwn = [.refused, .keyRefused, .server].contains(fault.kind)
        isAnswer = fault.kind == .refused
      case .good: isAnswer = true
      case .throttled: break
      }
    }
  }

  /// Whether rows are stored to debug a history.
  private let isVerbose: Bool

  init(verbose isVerbose: Bool) {
    self.isVerbose = isVerbose
    storage = Mutex(Storage())
  }

  var isAlive: Bool { storage.withLock { $0.isAlive } }
  var violations: [String] { storage.withLock { $0.violations } }
  var counts: SimulationCounts { storage.withLock { $0.counts } }
  var run: RunLedger { storage.withLock { $0.run } }

  /// Whether two answers about a site had the same false content since then: this cannot be
  /// detected.
  func wasToldTwice(
    _ lie: SampleFault.Kind, _ method: String, _ site: SiteRef, since start: Date
  ) -> Bool {
    storage.withLock {
      $0.lies["\(lie.rawValue) \(method) \(site.id)", default: []].count { $0 >= start } >= 2
    }
  }
  var truth: Truth { storage.withLock { $0.truth } }
  var rows: [Row] { storage.withLock { $0.rows } }

  func fail(_ sentence: String) {
    storage.withLock { $0.violations.append(sentence) }
  }

  func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    if !condition { fail(sentence()) }
  }

  func count(_ change: (inout SimulationCounts) -> Void) {
    storage.withLock { change(&$0.counts) }
  }

  func note(_ text: @autoclosure () -> String, at now: Date) {
    guard isVerbose else { return }
    let text = text()
    storage.withLock { $0.rows.append(Row(at: now, text: text)) }
  }

  /// - Parameters:
  ///   - resumed: Sites whose unfinished walk may be resumed.
  ///   - kept: Labels of pages that an earlier run has stored.
  ///   - isWalked: Whether a walk of a site has ended in this run.
  func begin(
    _ run: Scenario.Run, resumed: Set<SiteRef>, kept: [PageKey: SiteRef],
    isWalked: @escaping @Sendable (SiteRef) -> Bool
  ) {
    storage.withLock { storage in
      // With a wrong clock a wait ends at another time than the API meant.
      if storage.hasWrongClock || run.clockError != 0 { storage.waits = [:] }
      storage.hasWrongClock = run.clockError != 0
      let starts = storage.run.walkStarts.filter { resumed.contains($0.key) }
      let readings = storage.run.firstReadings.filter { resumed.contains($0.key) }
      storage.run = RunLedger()
      storage.run.walkStarts = starts
      storage.run.firstReadings = readings
      storage.run.rate = Int(run.limits.rate)
      storage.run.mostInFlight = run.limits.concurrency
      storage.run.maxRequests = run.limits.maxRequests
      storage.run.quotaReserve = run.limits.quotaReserve
      storage.run.recheckAfter = run.options.recheckAfter
      storage.run.kept = kept
      storage.run.isWalked = isWalked
    }
  }

  /// The simulation ends: no more requests are sent, and an answer at this moment was not received.
  func kill(at now: Date) {
    storage.withLock { storage in
      storage.isAlive = false
      storage.waits = storage.waits.filter { $0.value.told < now }
    }
  }

  /// A new simulation begins.
  func revive() {
    storage.withLock { $0.isAlive = true }
  }

  func signal(at now: Date) {
    storage.withLock { storage in
      storage.run.signalledAt = now
      storage.counts.signals += 1
    }
  }

  /// The state of the network from now on.
  func see(_ api: SampleAPI, at now: Date, sites: [SiteRef]) {
    storage.withLock { $0.truth.see(api, at: now, sites: sites) }
  }
}

extension Ledger {
  /// Records a request as sent, and returns its number.
  func send(_ label: String, method: String, at now: Date) throws -> Int {
    note("send \(label)", at: now)
    return try storage.withLock { storage in
      guard storage.isAlive else { throw CancellationError() }
      storage.checkWaits(label, method: method, at: now)
      return storage.run.send(label, at: now, &storage.violations)
    }
  }

  /// The request reaches the network.
  func ask(
    _ api: SampleAPI, _ request: SampleRequest, at now: Date
  ) throws -> (SampleResponse, faults: [String]) {
    let (response, record) = try storage.withLock { storage in
      guard storage.isAlive else { throw CancellationError() }
      let response = api.respond(to: request, at: now)
      let record = api.log.last
      if let record { storage.note(record, api, at: now) }
      return (response, record)
    }
    note("  answer \(record?.answer ?? "none") \(record?.faults ?? [])", at: now)
    return (response, record?.faults ?? [])
  }

  func receive(_ answer: Received, number: Int, method: String, at now: Date) throws {
    note("received \(number): \(answer.isGood ? "good" : "bad")", at: now)
    try storage.withLock { storage in
      guard storage.isAlive else { throw CancellationError() }
      if let seconds = answer.backoff { storage.wait(seconds, for: method, toldAt: now) }
      if let seconds = answer.lockOut { storage.wait(seconds, for: "", toldAt: now) }
      storage.run.receive(answer, number: number, at: now, &storage.violations)
    }
  }

  func lose(_ number: Int) {
    storage.withLock { $0.run.lost += 1 }
  }
}

extension Ledger.Storage {
  fileprivate mutating func wait(_ seconds: TimeInterval, for method: String, toldAt now: Date) {
    let until = now.addingTimeInterval(seconds)
    if let earlier = waits[method], earlier.until > until { return }
    waits[method] = .init(told: now, until: until)
  }

  /// A request that passed the throttle at the moment in which a wait was reported is in flight.
  fileprivate mutating func checkWaits(_ label: String, method: String, at now: Date) {
    for wait in [waits[method], waits[""]].compactMap(\.self)
    where wait.told < now && now < wait.until {
      violations.append(
        "\(label) was sent \(wait.until.timeIntervalSince(now)) s before a wait ended")
    }
  }

  fileprivate mutating func note(_ record: RequestRecord, _ api: SampleAPI, at now: Date) {
    counts.requests += 1
    counts.answers[record.answer, default: 0] += 1
    for fault in record.faults { counts.faults[fault, default: 0] += 1 }
    if record.answer == "refused-quota", run.quota != nil {
      violations.append("the quota was passed")
    }
    for fault in record.faults {
      lies["\(fault) \(record.method) \(record.site ?? "")", default: []].append(now)
    }
    let moves = record.faults.contains { ["joins", "leaves", "swaps"].contains($0) }
    if moves, let site = record.site { truth.see(api, at: now, sites: [SiteRef(test: site)]) }
  }
}

extension Ledger.RunLedger {
  fileprivate mutating func send(
    _ label: String, at now: Date, _ violations: inout [String]
  ) -> Int {
    let number = sent.count
    if number >= rate, now.timeIntervalSince(sent[number - rate]) < 1 {
      violations.append("more than \(rate) requests were sent within a second")
    }
    if let maxRequests, number >= maxRequests {
      violations.append("more than \(maxRequests) requests were sent")
    }
    if let earlier = latest[label], earlier.isGood, now.timeIntervalSince(earlier.at) < recheckAfter
    {
      violations.append(
        "\(label) was sent again after \(now.timeIntervalSince(earlier.at)) s")
    }
    let key = Ledger.PageKey(label)
    if let site = kept[key], !isWalked(site) {
      violations.append("\(label) was sent although an earlier run has kept the page")
    }
    if key.isFirst, latest[label]?.isGood ?? true {
      walkStarts[key.site] = now
      firstReadings[key.site] = nil
    }
    latest[label] = (number, now, false)
    sent.append(now)
    return number
  }

  fileprivate mutating func receive(
    _ answer: Ledger.Received, number: Int, at now: Date, _ violations: inout [String]
  ) {
    received += 1
    if answer.isOwn { own += 1 }
    if let isAnswer = answer.isAnswer { unanswered = isAnswer ? 0 : unanswered + 1 }
    if unanswered > 20 + mostInFlight { violations.append("it ran on though nobody answered") }
    if answer.isGood {
      good += 1
      for (label, entry) in latest where entry.number == number {
        latest[label]?.isGood = true
        let key = Ledger.PageKey(label)
        if key.isAscendingRoster { firstReadings[key.site] = (entry.at, now) }
      }
    }
    guard let quota = answer.quota else { return }
    if let told = self.quota, told.at.utcDay == now.utcDay {
      if told.remaining >= quotaReserve, quota.remaining < quotaReserve {
        violations.append("the quota fell to \(quota.remaining), below its reserve")
      }
    }
    self.quota = (quota.remaining, now)
  }
}
