import FoundationEssentials
import Roster
import SampleNetwork
import Sync
import TestKit
import Transport

/// The events of one simulated history, drawn from its seed: a small network, the days on which it
/// is mirrored, the faults of each day, and the options and the end of each run.
struct Scenario {
  var network: SampleConfiguration
  var key: String?
  /// Rows per page, so few that small rosters have several pages.
  var pageSize: Int
  var start: Date
  var days: [Day]
  /// Whether the API creates no filters, so that a safe one is used.
  var refusesFilters: Bool
  /// Whether to verify the archive at the end, which takes as long as two runs.
  var verifies: Bool

  /// One day of the network, with the faults of that day.
  struct Day {
    var number: Int
    var limits: SampleLimits
    var faults: [SampleFault]
    var runs: [Run]
  }

  /// One run, and the pause before it.
  struct Run {
    var seed: UInt64
    var pause: TimeInterval
    var options: SyncOptions
    var limits: ThrottleLimits
    var retries: RetryPolicy
    /// The timeout of one request in seconds.
    var timeout: TimeInterval
    /// The maximum network latency of one direction in seconds.
    var travel: TimeInterval
    var end: End
    /// The error of this machine's clock in seconds: none, or so much that the run must refuse.
    var clockError: TimeInterval = 0
    /// Whether the run uses another API than the archive's.
    var asksOtherAPI = false

    /// Whether it is the last run, which has no faults.
    var isFinal = false
    /// Whether the archive is closed and opened again after it, which takes as long as a run.
    var closes: Bool { seed.isMultiple(of: 4) || isFinal }
    /// Whether the archive is verified after it.
    var verifies = false
  }

  /// How a run ends.
  enum End: Hashable {
    case natural
    /// Killed (`kill -9`) before this step of the simulation.
    case kill(step: Int)
    /// A signal this many seconds after the start.
    case signal(Int32, after: TimeInterval)
  }

  /// The runs of another network on the same archive, each after one of the first.
  var listRuns: [Run]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let hasGiant = random.chance(40)
    network = SampleConfiguration(
      seed: .random(in: 0..<1_000, using: &random), day: .random(in: 0...120, using: &random),
      siteLimit: hasGiant ? .random(in: 1...2, using: &random) : .random(in: 2...3, using: &random),
      giant: hasGiant ? .random(in: 2...20, using: &random) : nil)
    key = random.chance(20) ? "sample-key((" : nil
    pageSize = random.pick([3, 3, 4, 5, 7])
    start = Date(unixSeconds: 1_800_000_000 + .random(in: 0..<86_400, using: &random))
    verifies = random.chance(20)
    refusesFilters = random.chance(10)
    days = []
    var number = network.day
    for _ in 0..<random.pick([1, 1, 1, 2]) {
      let sites = network.network.sites.map(\.site.id).filter { $0 != Scenario.unlisted }
      let faults = (0..<random.pick([0, 1, 1, 2, 2, 3, 4, 5])).map { _ in
        SampleFault(drawnFrom: &random, sites: sites)
      }
      var runs = (0..<random.pick([1, 1, 2])).map { _ in Run(drawnFrom: &random, sites: sites) }
      // No site is mirrored yet.
      if days.isEmpty, random.chance(90) { runs[0].options.selection = .all(withMeta: true) }
      days.append(
        Day(
          number: number, limits: Self.limits(&random), faults: faults + [Scenario.unlisting],
          runs: runs))
      number += random.pick([0, 1, 7, 30])
    }
    days.append(
      Day(
        number: number, limits: SampleLimits(keylessQuota: 10_000), faults: [Scenario.unlisting],
        runs: [Run.final(&random)]))
    var other = SeededRandom(seed: seed ^ 0x746F_6B65_6E73)
    listRuns = other.chance(50) ? days.flatMap(\.runs).map { _ in .ofLists(&other) } : []
    if !listRuns.isEmpty { listRuns[listRuns.count - 1] = .final(&other) }
  }

  private static func limits(_ random: inout SeededRandom) -> SampleLimits {
    SampleLimits(
      keylessQuota: random.pick([300, 300, 300, 60, 25]),
      backoffEvery: random.pick([nil, nil, nil, 7]), backoff: .seconds(random.pick([2, 10])))
  }

  /// The network's first site is large; it is never listed, so that histories stay short.
  static let unlisted: SiteID = "stackoverflow"
  private static var unlisting: SampleFault {
    var fault = SampleFault(.siteVanishes)
    fault.scope.site = unlisted
    return fault
  }
}

extension Scenario.Run {
  fileprivate init(drawnFrom random: inout SeededRandom, sites: [SiteID]) {
    seed = random.next()
    pause = random.pick([1, 30, 120, 1_200, 3_600, 3_600, 18_000, 25_200, 90_000])
    var options = SyncOptions(Self.selection(&random, sites: sites))
    options.refreshSites = random.chance(30)
    options.elected = random.chance(15)
    options.acceptShrink = random.chance(8)
    options.acceptUnproven = random.chance(25)
    options.maxAge = random.pick([0, 60, 3_600])
    options.recheckAfter = random.pick([60, 60, 5])
    options.concurrency = random.pick([1, 2, 8, 32])
    limits = ThrottleLimits(
      rate: random.pick([2, 5, 20]), concurrency: options.concurrency,
      maxRequests: random.chance(15) ? .random(in: 1...30, using: &random) : nil,
      quotaReserve: random.pick([10, 10, 3, 0]), maxWait: random.pick([120, 120, 5]))
    self.options = options
    retries = RetryPolicy(retries: random.pick([5, 5, 2, 0]))
    timeout = random.pick([30, 30, 5])
    travel = random.pick([0.01, 0.2, 1])
    end = Self.end(&random)
    if random.chance(6) {
      clockError = random.pick([-40_000_000, -86_400, -700, 700, 86_400, 300_000_000])
    }
    asksOtherAPI = random.chance(4)
  }

  private static func selection(
    _ random: inout SeededRandom, sites: [SiteID]
  ) -> SyncOptions.Selection {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: .all(withMeta: random.chance(70))
    case 6..<8 where !sites.isEmpty: .named([random.pick(sites), random.pick(sites)])
    default: .scope
    }
  }

  private static func end(_ random: inout SeededRandom) -> Scenario.End {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: return .natural
    case 45..<85:
      // Early and late are equally frequent.
      let most = 8 << Int.random(in: 0...8, using: &random)
      return .kill(step: .random(in: 0..<most, using: &random))
    default:
      return .signal(
        random.pick([2, 15]), after: .random(in: 0...random.pick([1, 5, 100]), using: &random))
    }
  }

  /// A run with a right clock and without another API.
  fileprivate static func ofLists(_ random: inout SeededRandom) -> Scenario.Run {
    var run = Scenario.Run(drawnFrom: &random, sites: [])
    run.clockError = 0
    run.asksOtherAPI = false
    run.options.refreshSites = false
    run.travel = min(run.travel, 1)
    return run
  }

  /// The last run, after all faults: all sites, no limits, and no waits.
  fileprivate static func final(_ random: inout SeededRandom) -> Scenario.Run {
    var run = Scenario.Run(drawnFrom: &random, sites: [])
    run.pause = 2 * 86_400
    run.options = SyncOptions(.all(withMeta: true))
    run.options.refreshSites = true
    run.options.concurrency = random.pick([1, 2, 8, 32])
    run.limits = ThrottleLimits(concurrency: run.options.concurrency, maxWait: 120)
    run.retries = RetryPolicy()
    run.timeout = 30
    run.end = .natural
    run.clockError = 0
    run.asksOtherAPI = false
    run.isFinal = true
    return run
  }
}
