import Archive
import Foundation
import TestKit
import Testing

/// Whole histories of runs, faults, kills and restarts in simulated time, thousands of them: no
/// published roster is false, nothing is lost, and every run ends.
///
/// `SIMULATION_FROM` and `SIMULATION_COUNT` choose the seeds; a failing one is reported with the
/// command that runs it alone.
struct SimulationTests {
  static let from = environment("SIMULATION_FROM") ?? 0
  static let count = environment("SIMULATION_COUNT") ?? 200
  /// Whether to print statistics at the end.
  private static let tells = environment("SIMULATION_TELL") == 1
  /// Histories that one test runs one after the other.
  private static let batch = 50

  static var batches: [Range<Int>] {
    stride(from: from, to: from + count, by: batch).map { $0..<min($0 + batch, from + count) }
  }

  @Test(arguments: batches)
  func nothingThatGoesWrongMakesTheArchiveLie(seeds: Range<Int>) throws {
    let template = try Self.emptyArchive()
    for seed in seeds {
      try Self.play(seed, template)
    }
    if Tally.sum.seeds == Self.count, Self.tells { Self.tell("\(Tally.sum)") }
  }

  private static func play(_ seed: Int, _ template: Data) throws {
    try withMemoryFolder { folder in
      let result = try History.play(
        Scenario(seed: UInt64(seed)), in: folder, template: template,
        verbose: count == 1)
      if count == 1 { tell(result) }
      Tally.add(result.counts)
      if let first = result.violations.first {
        Issue.record(
          """
          \(first)
          \(result.violations.count) in all; scripts/simulate \(seed) 1 plays this history alone.
          """)
      }
    }
  }

  /// Prints a history that is run alone.
  private static func tell(_ result: History.Result) {
    for row in result.rows {
      let seconds = row.at.timeIntervalSince1970 - 1_800_000_000
      tell("\((seconds * 1_000).rounded() / 1_000) \(row.text)")
    }
    for violation in result.violations { tell(violation) }
  }

  private static func tell(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  static func emptyArchive() throws -> Data {
    try withMemoryFolder { folder in
      try ArchiveDatabase.open(at: "\(folder)/empty.sqlite", for: .writing).close()
      return try Data(contentsOf: URL(filePath: "\(folder)/empty.sqlite"))
    }
  }

  private static func environment(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
