import Synchronization

/// Statistics of histories, to check that they cover the interesting cases.
struct SimulationCounts {
  var seeds = 0
  var runs = 0
  var kills = 0
  var signals = 0
  var requests = 0
  var steps = 0
  /// Walks that reused pages of an earlier run.
  var resumed = 0
  var published: [String: Int] = [:]
  /// Published rosters whose rows were true at several moments of their walk.
  var blended = 0
  var emptyBelieved = 0
  /// Accepted rosters from which both readings omitted the same moderator.
  var withheld = 0
  /// Former names that were compared with the truth.
  var formerNames = 0
  /// Days of sites whose answers were compared with the truth.
  var days = 0
  var refused: [String: Int] = [:]
  var changes: [String: Int] = [:]
  /// Who came and went on networks of lists.
  var listChanges: [String: Int] = [:]
  var outcomes: [String: Int] = [:]
  /// Runs by exit code.
  var exits: [String: Int] = [:]
  var answers: [String: Int] = [:]
  var faults: [String: Int] = [:]

  static func += (sum: inout Self, other: Self) {
    sum.seeds += other.seeds
    sum.runs += other.runs
    sum.kills += other.kills
    sum.signals += other.signals
    sum.requests += other.requests
    sum.steps += other.steps
    sum.resumed += other.resumed
    sum.blended += other.blended
    sum.emptyBelieved += other.emptyBelieved
    sum.withheld += other.withheld
    sum.formerNames += other.formerNames
    sum.days += other.days
    sum.published.merge(other.published, uniquingKeysWith: +)
    sum.refused.merge(other.refused, uniquingKeysWith: +)
    sum.changes.merge(other.changes, uniquingKeysWith: +)
    sum.listChanges.merge(other.listChanges, uniquingKeysWith: +)
    sum.outcomes.merge(other.outcomes, uniquingKeysWith: +)
    sum.exits.merge(other.exits, uniquingKeysWith: +)
    sum.answers.merge(other.answers, uniquingKeysWith: +)
    sum.faults.merge(other.faults, uniquingKeysWith: +)
  }
}

extension SimulationCounts: CustomStringConvertible {
  var description: String {
    func list(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    return """
      \(seeds) seeds, \(runs) runs, \(kills) killed, \(signals) signalled, \(requests) requests, \
      \(steps) steps
      published: \(list(published)); \(blended) of several moments, \(emptyBelieved) empty, \
      \(withheld) withheld; walks resumed: \(resumed)
      problems: \(list(refused))
      changes: \(list(changes)); of lists: \(list(listChanges))
      outcomes: \(list(outcomes))
      exits: \(list(exits))
      answers: \(list(answers))
      faults: \(list(faults))
      """
  }
}

/// The counts of all histories of this process.
enum Tally {
  private static let counts = Mutex(SimulationCounts())

  static var sum: SimulationCounts { counts.withLock { $0 } }

  static func add(_ other: SimulationCounts) {
    counts.withLock { $0 += other }
  }
}
