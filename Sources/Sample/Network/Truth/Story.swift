/// Days on which an event happens: `first`, and then every `period` days.
struct Cycle: Hashable, Sendable {
  var first: Int
  var period: Int
  /// Whether it happens ``slowdown`` times less often after ``earlyDays``: an old site changes its
  /// moderators less often than a young one.
  var slowsDown = true

  private static let earlyDays = 120
  private static let slowdown = 12

  /// How often it has happened up to and including `day`.
  func turns(by day: Int) -> Int {
    events(by: day).count
  }

  /// The latest day up to `day` on which it happened, nil if never.
  func latest(by day: Int) -> Int? {
    events(by: day).latest
  }

  private func events(by day: Int) -> (count: Int, latest: Int?) {
    var next = first
    var (count, latest) = (0, Int?.none)
    while next <= day {
      count += 1
      latest = next
      let isSlow = slowsDown && next + period > Self.earlyDays
      next += isSlow ? Self.slowdown * period : period
    }
    return (count, latest)
  }

  /// First on day 1 to 60, then every 20 to 60 days, and later less often.
  static func drawn(_ draw: inout Draw) -> Cycle {
    let period = 20 + draw.int(below: 41)
    return Cycle(first: 1 + draw.int(below: 60), period: period)
  }
}

/// How one seat of a roster changes over the days.
enum Story: Hashable, Sendable {
  /// The same moderator always.
  case stays
  /// The moderator leaves, and the seat stays empty.
  case leaves(day: Int)
  /// The seat is empty until a moderator joins.
  case joins(day: Int)
  /// At each turn the holder leaves for good and a new moderator joins on the same day.
  case handsOver(Cycle)
  /// At each turn the same moderator leaves or comes back.
  case pauses(Cycle)
  /// As `pauses`, with another holder in the seat meanwhile: the roster's size does not change.
  case pausesWithStandIn(Cycle)

  /// Which holder has the seat on a day: 0 is the first, later ones count up; nil where it is
  /// empty.
  func holder(on day: Int) -> Int? {
    switch self {
    case .stays: return 0
    case .leaves(let last): return day < last ? 0 : nil
    case .joins(let first): return day < first ? nil : 0
    case .handsOver(let cycle): return cycle.turns(by: day)
    case .pauses(let cycle): return cycle.turns(by: day).isMultiple(of: 2) ? 0 : nil
    case .pausesWithStandIn(let cycle):
      let turns = cycle.turns(by: day)
      return turns.isMultiple(of: 2) ? 0 : turns
    }
  }

  /// The story of an ordinary seat: most never change.
  ///
  /// - Parameter steady: Whether the roster must have the same size every day.
  static func drawn(_ draw: inout Draw, steady: Bool) -> Story {
    switch draw.int(below: 100) {
    case 0..<4: return .handsOver(.drawn(&draw))
    case 4..<7: return .pausesWithStandIn(.drawn(&draw))
    case 7..<9 where !steady: return .leaves(day: 1 + draw.int(below: 120))
    case 9..<11 where !steady: return .joins(day: 1 + draw.int(below: 120))
    case 11..<14 where !steady: return .pauses(.drawn(&draw))
    default: return .stays
    }
  }
}
