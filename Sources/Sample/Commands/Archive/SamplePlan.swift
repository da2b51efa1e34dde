import FoundationEssentials
import Roster

/// When the sample network is read, and on which of its days.
struct SamplePlan: Hashable, Sendable {
  /// One run of a sync.
  struct Reading: Hashable, Sendable {
    /// When the run begins.
    var date: Date
    /// The day of the network.
    var day: Int
  }

  /// From the earliest to the latest; never empty.
  let readings: [Reading]
  let latest: Reading

  /// - Parameters:
  ///   - days: The day of the network at the latest reading. At 0, the earliest reading can be.
  ///   - every: The days between two readings, 1 or more; they are counted back from the latest one.
  ///   - end: When the latest reading begins.
  init(days: Int, every: Int, end: Date) {
    let latest = Reading(date: end, day: days)
    self.latest = latest
    readings = stride(from: days, through: 0, by: -every).reversed().map { day in
      Reading(date: end.addingTimeInterval(Double(day - days) * Self.daySeconds), day: day)
    }
  }

  /// Three in the morning of the UTC day in which a moment lies, as a nightly job would run.
  static func night(of moment: Date) -> Date {
    let days = (moment.timeIntervalSince1970 / daySeconds).rounded(.down)
    return Date(timeIntervalSince1970: days * daySeconds + 3 * 3_600)
  }

  static let daySeconds = 86_400.0
}
