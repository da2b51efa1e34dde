/// Decides which faults apply to which request: a function of the seed and of the requests so far.
struct FaultSchedule: Sendable {
  private let seed: UInt64
  private let faults: [SampleFault]
  /// How often the fault at that index has been applied, by site where its kind is counted by site.
  private var fired: [Tally: Int] = [:]
  /// How often each request has been sent, so that a repeated request draws a new number. The draw
  /// does not depend on other requests sent in between.
  private var attempts: [String: UInt64] = [:]

  private struct Tally: Hashable {
    var fault: Int
    var site: String?
  }

  init(seed: UInt64, faults: [SampleFault]) {
    self.seed = seed
    self.faults = faults.flatMap { $0.parts }
  }

  /// The faults that apply to this request. Where a kind is configured twice, the first that
  /// applies counts.
  mutating func faults(hitting call: Call) -> Hits {
    let attempt = attempts[call.identity, default: 0]
    if !faults.isEmpty { attempts[call.identity] = attempt + 1 }
    var hits = Hits()
    for (index, fault) in faults.enumerated() where hits[fault.kind] == nil || fault.kind.needsSite
    {
      guard fault.matches(call), strikes(fault, at: index, call, attempt: attempt) else { continue }
      hits.add(fault)
    }
    return hits
  }

  private mutating func strikes(
    _ fault: SampleFault, at index: Int, _ call: Call, attempt: UInt64
  ) -> Bool {
    switch fault.extent {
    case .all: return true
    case .first(let count):
      let tally = Tally(fault: index, site: fault.kind.countsBySite ? call.site : nil)
      fired[tally, default: 0] += 1
      return fired[tally, default: 0] <= count
    case .chance(let percent):
      let bySite = fault.kind.isDrawnBySite
      var draw = Draw(
        seed, Draw.key(bySite ? call.site ?? "" : call.identity), UInt64(index),
        bySite ? 0 : attempt + 1)
      return Double(draw.int(below: 1_000_000)) < percent * 10_000
    }
  }
}

/// The faults that apply to one request.
struct Hits: Sendable {
  private(set) var faults: [SampleFault] = []

  mutating func add(_ fault: SampleFault) {
    faults.append(fault)
  }

  subscript(_ kind: SampleFault.Kind) -> SampleFault? {
    faults.first { $0.kind == kind }
  }

  func contains(_ kind: SampleFault.Kind) -> Bool {
    self[kind] != nil
  }
}

extension SampleFault {
  /// A fault that combines several faults is replaced by those.
  fileprivate var parts: [SampleFault] {
    guard kind == .veryBadNetwork else { return [self] }
    var (late, resets, slow) = (SampleFault(.latency), SampleFault(.reset), SampleFault(.trickle))
    late.duration = .seconds(1)
    resets.extent = .chance(percent: 10)
    (late.scope, resets.scope, slow.scope) = (scope, scope, scope)
    return [late, resets, slow]
  }

  fileprivate func matches(_ call: Call) -> Bool {
    if kind.concernsRostersOnly, !call.isRoster { return false }
    if kind.concernsSitesOnly { return call.route == .sites }
    if let method = scope.method, method != call.route.method { return false }
    if let site = scope.site, site != call.site { return false }
    // The page at which pages shift decides what every later page contains: see RosterPaging.
    if kind.isDrawnBySite { return true }
    if let page = scope.page ?? kind.entry.page, page != call.page { return false }
    return true
  }
}
