import FoundationEssentials
import Roster

/// Everything that changes while the sample network answers.
struct APIState: Sendable {
  private var gatekeeper: Gatekeeper
  private var schedule: FaultSchedule
  private(set) var movements: [SiteID: Movement]
  private var admitted = 0
  private(set) var log: [RequestRecord] = []
  private(set) var requestCount = 0
  private var orders: [OrderKey: [Int]] = [:]

  init(_ configuration: SampleConfiguration, movements: [SiteID: Movement]) {
    self.movements = movements
    let quota = configuration.faults.first { $0.kind == .quota }?.amount
    gatekeeper = Gatekeeper(limits: configuration.limits, firstQuota: quota)
    schedule = FaultSchedule(seed: configuration.seed, faults: configuration.faults)
  }

  /// What holds for one request from its beginning to its end.
  struct Turn: Sendable {
    var refusal: Gatekeeper.Refusal?
    var quota = SampleQuota(max: 0, remaining: 0)
    var hits = Hits()
    var movement = Movement()
    /// How many requests were let pass before.
    var number = 0
  }

  mutating func record(_ record: RequestRecord) {
    requestCount += 1
    // In bulk, since taking from the front moves all the rest.
    if log.count >= SampleAPI.logLimit * 2 { log.removeFirst(SampleAPI.logLimit) }
    log.append(record)
  }

  func order(_ key: OrderKey) -> [Int]? { orders[key] }

  /// Keeps an order that was costly to make, and few of them: each has a number for every moderator.
  mutating func keep(_ order: [Int], as key: OrderKey) {
    if orders.count >= 16 { orders.removeAll() }
    orders[key] = order
  }

  func movement(of site: SiteID) -> Movement {
    movements[site] ?? Movement()
  }

  /// Lets a request pass, or not, and decides which faults hit it.
  mutating func admit(_ call: Call, isKeyed: Bool, at now: Date) -> Turn {
    var turn = Turn()
    do {
      turn.quota = try gatekeeper.admit(
        call.client, method: call.route.method, isKeyed: isKeyed, at: now)
    } catch {
      turn.refusal = error
      return turn
    }
    turn.hits = schedule.faults(hitting: call)
    if let lockout = turn.hits[.lockout] {
      turn.refusal = gatekeeper.lockOut(call.client, for: lockout.duration, at: now)
    }
    turn.movement = call.site.map { movement(of: $0) } ?? Movement()
    turn.number = admitted
    admitted += 1
    return turn
  }

  /// What follows a good answer: the roster may move, and a wait may be asked for.
  ///
  /// - Returns: The wait in seconds, nil for none.
  mutating func finish(_ call: Call, _ turn: Turn, at now: Date) -> Int? {
    if let site = call.site { movements[site, default: Movement()].move(turn.hits) }
    return gatekeeper.backoff(
      after: call.client, method: call.route.method, extra: turn.hits[.backoff]?.duration, at: now)
  }
}

/// Names an order of a large roster.
struct OrderKey: Hashable, Sendable {
  var site: SiteID
  var isElected: Bool
  var sort: ListQuery.Sort
  var bounds: ListQuery.Bounds
  var movement: Movement
}
