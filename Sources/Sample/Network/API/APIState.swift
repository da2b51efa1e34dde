import FoundationEssentials
import Roster

/// All state that changes as the sample network responds.
struct APIState: Sendable {
  private var gatekeeper: Gatekeeper
  private var schedule: FaultSchedule
  private(set) var movements: [SiteID: Movement]
  private var admitted = 0
  private(set) var log: [RequestRecord] = []
  private(set) var requestCount = 0
  private var orders = BoundedCache<OrderKey, [Int]>(most: 4_000_000)

  init(_ configuration: SampleConfiguration, movements: [SiteID: Movement]) {
    self.movements = movements
    let quota = configuration.faults.first { $0.kind == .quota }?.amount
    gatekeeper = Gatekeeper(limits: configuration.limits, firstQuota: quota)
    schedule = FaultSchedule(seed: configuration.seed, faults: configuration.faults)
  }

  /// The state that applies to one request.
  struct Turn: Sendable {
    var refusal: Gatekeeper.Refusal?
    var quota = SampleQuota(max: 0, remaining: 0)
    var hits = Hits()
    var movement = Movement()
    /// How many requests were admitted before.
    var number = 0
  }

  mutating func record(_ record: RequestRecord) {
    requestCount += 1
    // Many at once, because removing from the front moves all the rest.
    if log.count >= SampleAPI.logLimit * 2 { log.removeFirst(SampleAPI.logLimit) }
    log.append(record)
  }

  func order(_ key: OrderKey) -> [Int]? { orders[key] }

  /// Caches an order that was slow to compute.
  mutating func keep(_ order: [Int], as key: OrderKey) {
    orders.keep(order, as: key, elements: order.count)
  }

  func movement(of site: SiteID) -> Movement {
    movements[site] ?? Movement()
  }

  /// Admits or refuses a request, and decides which faults apply to it.
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

  /// Updates the state after a good response: faults may move the roster, and a wait may be
  /// required.
  ///
  /// - Returns: The wait in seconds, nil for none.
  mutating func finish(_ call: Call, _ turn: Turn, at now: Date) -> Int? {
    if let site = call.site { movements[site, default: Movement()].move(turn.hits) }
    return gatekeeper.backoff(
      after: call.client, method: call.route.method, extra: turn.hits[.backoff]?.duration, at: now)
  }
}

/// Identifies an order of a large roster.
struct OrderKey: Hashable, Sendable {
  var site: SiteID
  var isElected: Bool
  var sort: ListQuery.Sort
  var bounds: ListQuery.Bounds
  var movement: Movement
}
