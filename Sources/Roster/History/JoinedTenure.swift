package import FoundationEssentials

/// A tenure as readings and logs tell it together.
package struct JoinedTenure: Hashable, Sendable {
  package var bounds: TenureBounds
  /// Which run of readings shows the holder in it; nil where no reading does.
  package var run: Int?

  /// Joins what is told of one holder of one role.
  ///
  /// Each source tells moments at which the role was held, and others at which it was not. Between two moments at which
  /// it was held and which one source tells without a break, it was held, unless the other source tells a moment between
  /// them at which it was not. So an interruption that a log tells between two readings splits what they show, and a
  /// reading without the holder splits what a log tells. Where nothing tells whether two parts are one tenure, both have the
  /// bounds that hold in either case: neither says that the holder left or came back between them.
  ///
  /// What a badge or a claim tells stands beside that, and changes nothing of it: who tells a beginning early says nothing
  /// of the time until a reading. It is left out where readings and logs tell as much, and ends where a reading or a log
  /// denies it. A beginning or an end at a moment at which these tell that the role was held is none.
  ///
  /// - Parameters:
  ///   - told: What the logs, badges and claims tell, in any order.
  ///   - looks: When the list of the role was read, in order. Each reading was true at some moment of its time.
  ///   - runs: Which readings show the holder, each run without a break, in order.
  ///   - others: What the logs tell of an account with the name of a holder without an id.
  /// - Returns: The tenures in order.
  package static func joining(
    _ told: [TenureBounds], looks: [ClosedRange<Date>], runs: [ClosedRange<Int>],
    denying others: [TenureBounds] = []
  ) -> [JoinedTenure] {
    let logged = told.filter { !$0.source.isHearsay }
    let known = tenures(logged, looks, runs)
    let unseen = looks.indices.filter { look in !runs.contains { $0.contains(look) } }
    let absences =
      (unseen.map { looks[$0] } + (logged + others).flatMap(\.absences).map { $0...$0 })
      .sorted { $0.upperBound < $1.upperBound }
    let heard = told.filter(\.source.isHearsay)
      .map { $0.withoutAbsences(deniedBy: known.map(\.bounds) + others) }
      .flatMap { tenures([$0], absences, []) }
      .filter { one in !known.contains { $0.bounds.covers(one.bounds) } }
    return (known + heard.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      .sorted {
        ($0.bounds.beganBefore, $0.bounds.endedAfter) < (
          $1.bounds.beganBefore, $1.bounds.endedAfter
        )
      }
  }

  private static func tenures(
    _ told: [TenureBounds], _ looks: [ClosedRange<Date>], _ runs: [ClosedRange<Int>]
  ) -> [JoinedTenure] {
    let moments = Moments(told, looks, runs)
    var joining = Joining(moments)
    for mark in moments.marks { joining.take(mark) }
    return joining.tenures
  }
}

/// A moment at which a role was held, or was not.
private struct Mark {
  /// The moment lies between these two.
  var first: Date
  var last: Date
  var isHeld: Bool
  /// Where it stands among the others.
  var place: Date
  /// The order of those at the same place.
  var rank: Double
  var source = TenureBounds.Source.reading
  var sourceURL: String?
  /// Whether nothing tells it but that no row told the end before, or somebody claims it: then it is nothing where
  /// another source contradicts.
  var isInferred = false
  var run: Int?

  func isBefore(_ other: Mark) -> Bool { (place, rank) < (other.place, other.rank) }
}

/// All moments that tell something.
private struct Moments {
  let told: [TenureBounds]
  private let looks: [ClosedRange<Date>]
  private let runs: [ClosedRange<Int>]
  private(set) var marks: [Mark] = []
  /// Where the moments of each run stand.
  private(set) var places: [ClosedRange<Date>?] = []

  private static let margin = RightsHistory.clockMargin

  init(_ told: [TenureBounds], _ looks: [ClosedRange<Date>], _ runs: [ClosedRange<Int>]) {
    self.told = told.sorted { ($0.beganBefore, $0.endedAfter) < ($1.beganBefore, $1.endedAfter) }
    (self.looks, self.runs) = (looks, runs)
    for index in self.told.indices { addMarks(ofTold: index) }
    let wanted = indicesOfLooks.sorted()
    marks += wanted.compactMap(mark(ofLook:))
    places = runs.indices.map { run in
      let own = marks.filter { $0.run == run }.map(\.place)
      return own.min().flatMap { first in own.max().map { first...$0 } }
    }
    marks.sort { $0.isBefore($1) }
  }

  private mutating func addMarks(ofTold index: Int) {
    let tenure = told[index]
    let times = [
      tenure.beganAfter, tenure.beganBefore, tenure.endedAfter, tenure.endedBefore,
    ]
    for (step, time) in times.enumerated() {
      guard let time else { continue }
      // Of a reading and a log of one moment the reading counts.
      let isInferred = step == 2 && (tenure.endedBefore == nil || tenure.source.isHearsay)
      marks.append(
        Mark(
          first: time, last: time, isHeld: step == 1 || step == 2, place: time,
          rank: isInferred && tenure.endedBefore == nil
            ? .infinity : Self.rank(index, Double(step)),
          source: tenure.source,
          sourceURL: tenure.sourceURL, isInferred: isInferred))
    }
  }

  private static func rank(_ told: Int, _ step: Double) -> Double { Double(told * 4) + step }

  /// The readings around everything that a log tells, and around the beginning and the end of each run: all others tell
  /// nothing more.
  private var indicesOfLooks: Set<Int> {
    var found: Set<Int> = []
    for run in runs {
      found.formUnion([run.lowerBound - 1, run.lowerBound, run.upperBound, run.upperBound + 1])
    }
    for time in marks.map(\.place) {
      var index = looks.partitioningIndex(where: { $0.upperBound >= time - Self.margin }) - 1
      found.insert(index)
      repeat {
        index += 1
        found.insert(index)
      } while index < looks.count && looks[index].lowerBound <= time + Self.margin
    }
    return found.filter(looks.indices.contains)
  }

  /// A reading contradicts a log only where no moment of its time agrees with it, whatever the two clocks.
  private func mark(ofLook index: Int) -> Mark? {
    let look = looks[index]
    let run = runs.firstIndex { $0.contains(index) }
    var mark = Mark(
      first: look.lowerBound, last: look.upperBound, isHeld: run != nil, place: look.upperBound,
      rank: .greatestFiniteMagnitude, run: run)
    let (start, end) = (look.lowerBound - Self.margin, look.upperBound + Self.margin)
    let inside = told.indices.first {
      told[$0].beganBefore <= mark.place && mark.place <= told[$0].endedAfter
    }
    guard mark.isHeld else {
      // What no row ends was told by our own clock.
      let isNear = inside.map {
        told[$0].beganBefore >= start || told[$0].endedBefore != nil && told[$0].endedAfter <= end
      }
      return isNear == true ? nil : mark
    }
    if let inside {
      mark.rank = Self.rank(inside, 1.5)
    } else if let near = told.indices.first(where: { isNear($0, from: start, to: end, index) }) {
      mark.place = max(told[near].beganBefore, min(mark.place, told[near].endedAfter))
      (mark.first, mark.last, mark.rank) = (mark.place, mark.place, Self.rank(near, 1.5))
    }
    return mark
  }

  /// Whether a reading with the holder can be of a tenure that a log tells a little before or after it: not where a reading
  /// between them lacks the holder.
  private func isNear(_ tenure: Int, from start: Date, to end: Date, _ index: Int) -> Bool {
    let (tenure, place) = (told[tenure], looks[index].upperBound)
    guard tenure.beganBefore <= end, tenure.endedAfter >= start else { return false }
    let isAfter = tenure.endedAfter < place
    if isAfter, tenure.endedBefore == nil { return false }
    let other = isAfter ? index - 1 : index + 1
    guard looks.indices.contains(other), !runs.contains(where: { $0.contains(other) }) else {
      return true
    }
    let between = looks[other].upperBound
    return isAfter ? between < tenure.endedAfter : between > tenure.beganBefore
  }

  /// Whether one source tells that a role was held from one moment to another.
  func isHeld(from one: Mark, to other: Mark) -> Bool {
    told.contains { $0.beganBefore <= one.place && other.place <= $0.endedAfter }
      || places.contains { $0?.contains(one.place) == true && $0?.contains(other.place) == true }
  }
}

/// Follows the moments in their order.
private struct Joining {
  private let moments: Moments
  private(set) var tenures: [JoinedTenure] = []
  /// Where the parts begin that can be one tenure with the last one.
  private var firstPart = 0
  private var lastHeld: Mark?
  /// The moment with which the last tenure begins.
  private var first: Mark?
  /// The moments since then at which the role was not held.
  private var denials: [Mark] = []

  init(_ moments: Moments) { self.moments = moments }

  mutating func take(_ mark: Mark) {
    guard mark.isHeld else {
      if denials.isEmpty {
        for part in tenures.indices.dropFirst(firstPart) {
          tenures[part].bounds.endedBefore = max(mark.last, tenures[part].bounds.endedAfter)
        }
      }
      denials.append(mark)
      return
    }
    if mark.isInferred, !denials.isEmpty { return }
    if let lastHeld, denials.isEmpty, moments.isHeld(from: lastHeld, to: mark) {
      extend(by: mark)
    } else {
      begin(with: mark)
    }
    (lastHeld, denials) = (mark, [])
  }

  private mutating func begin(with mark: Mark) {
    let isPart = denials.isEmpty && !tenures.isEmpty
    let beganAfter =
      isPart ? tenures[firstPart].bounds.beganAfter : denials.map(\.first).max()
    if !isPart { firstPart = tenures.count }
    first = mark
    tenures.append(
      JoinedTenure(
        bounds: TenureBounds(
          beganAfter: beganAfter.map { min($0, mark.last) }, beganBefore: mark.last,
          endedAfter: mark.first, endedBefore: nil, source: mark.source,
          sourceURL: mark.sourceURL),
        run: mark.run))
  }

  private mutating func extend(by mark: Mark) {
    let last = tenures.endIndex - 1
    tenures[last].bounds.beganBefore = min(tenures[last].bounds.beganBefore, mark.last)
    tenures[last].bounds.endedAfter = max(tenures[last].bounds.endedAfter, mark.first)
    // What lies between the first moment and the last one bounds nothing.
    tenures[last].bounds.source = first?.source ?? .reading
    tenures[last].bounds.sourceURL = first?.sourceURL
    tenures[last].bounds.note(mark.source, at: mark.sourceURL)
    tenures[last].run = tenures[last].run ?? mark.run
  }
}
