import FoundationEssentials
import Transport

/// The time of a machine whose clock is wrong by a number of seconds.
struct ShiftedTime: TimeSource {
  let time: any TimeSource
  let error: TimeInterval

  var now: Date { time.now.addingTimeInterval(error) }

  func sleep(until deadline: Date) async throws {
    try await time.sleep(until: deadline.addingTimeInterval(-error))
  }
}
