import ArchiveKit
import Foundation
import SampleNetwork
import Testing

/// The built programs, which lie beside the test bundle; or those of a release, which `MODEXPORT_PROGRAM` names.
enum Program {
  static let path =
    ProcessInfo.processInfo.environment["MODEXPORT_PROGRAM"]
    ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "modexport").path
  /// The program with the sample networks.
  static let samplePath = path + "-sample"

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - command: What runs, with its first arguments, as `env` takes it.
  ///   - largestFile: The bytes that fit into one file, as if the disk were full then; nil for as many
  ///     as there are.
  ///   - mask: What new files are not to be open to, such as `027`; nil for that of the tests.
  static func run(
    _ arguments: [String], command: [String] = [path], in folder: String,
    environment: [String: String] = [:],
    output: String? = nil, largestFile: Int? = nil, mask: String? = nil
  ) async throws -> Ending {
    let program = try RunningProgram(
      arguments, command: command, in: folder, environment: environment, output: output,
      largestFile: largestFile, mask: mask)
    defer { program.send(SIGKILL) }
    return try await program.ending
  }

  /// Runs the program while the body does, and kills it where it still runs after that.
  ///
  /// - Parameter command: What runs, with its first arguments, as `env` takes it.
  static func running<Result>(
    _ arguments: [String], command: [String] = [path], in folder: String,
    _ body: (RunningProgram) async throws -> Result
  ) async throws -> Result {
    let program = try RunningProgram(arguments, command: command, in: folder)
    defer { program.send(SIGKILL) }
    return try await body(program)
  }

  /// Arguments of a quick sync with nothing in its way: no waits between what is asked again.
  static func sync(_ base: String, _ more: [String] = ["--all"]) -> [String] {
    [
      "sync", "--json", "--api-url", base, "--archive", ArchiveFile.name, "--rate", "1000",
      "--concurrency", "4", "--retry-delay", "5ms", "--recheck-after", "0s", "--max-age", "0s",
      "--timeout", "10s",
    ] + more
  }
}

/// How the program ended, and all that it said.
struct Ending: Sendable {
  /// 128 and the number of the signal where one ended it.
  var code: Int32
  var output: String
  var messages: String
  /// When it ended.
  var date: Date

  /// What `sync --json` printed.
  var summary: Summary {
    get throws { try JSONDecoder().decode(Summary.self, from: Data(output.utf8)) }
  }
}

/// The document of `sync --json`.
struct Summary: Decodable {
  struct Counts: Decodable, Hashable {
    var complete = 0
    var unproven = 0
    var incomplete = 0
    var failed = 0
    var skipped = 0

    var sum: Int { complete + unproven + incomplete + failed + skipped }
  }

  struct Problem: Decodable, Hashable {
    /// Empty where it concerns no single site, which the document says with null.
    var site: String
    var reason: String
    var detail: String

    enum CodingKeys: CodingKey { case site, reason, detail }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      site = try container.decode(String?.self, forKey: .site) ?? ""
      reason = try container.decode(String.self, forKey: .reason)
      detail = try container.decode(String.self, forKey: .detail)
    }
  }

  struct Requested: Decodable {
    var requested: Int
  }

  var counts: Counts
  var requested: Int
  var moderators: Int
  var changes: [String: Int]
  var requests: Int
  var retries: Int
  var quotaRemaining: Int?
  var seconds: Double
  var problems: [Problem]
  var outcome: String
  var exitCode: Int32
  var stoppedBecause: String?
  var until: String?

  enum CodingKeys: String, CodingKey {
    case sites, moderators, changes, requests, retries, seconds, problems, outcome, until
    case quotaRemaining = "quota_remaining"
    case exitCode = "exit_code"
    case stoppedBecause = "stopped_because"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode(Counts.self, forKey: .sites)
    requested = try container.decode(Requested.self, forKey: .sites).requested
    moderators = try container.decode(Int.self, forKey: .moderators)
    changes = try container.decode([String: Int].self, forKey: .changes)
    requests = try container.decode(Int.self, forKey: .requests)
    retries = try container.decode(Int.self, forKey: .retries)
    quotaRemaining = try container.decode(Int?.self, forKey: .quotaRemaining)
    seconds = try container.decode(Double.self, forKey: .seconds)
    problems = try container.decode([Problem].self, forKey: .problems)
    outcome = try container.decode(String.self, forKey: .outcome)
    exitCode = try container.decode(Int32.self, forKey: .exitCode)
    stoppedBecause = try container.decode(String?.self, forKey: .stoppedBecause)
    until = try container.decode(String?.self, forKey: .until)
  }
}

/// The program while it runs.
final class RunningProgram: Sendable {
  private let process = Process()
  private let files: (output: URL, messages: URL)
  private let exits: AsyncStream<Date>

  /// Where no program should ever come, however slow the machine.
  private static let bound = Duration.seconds(120)

  /// - Parameter output: Where its results go, nil for a file of the folder that `ending` reads.
  fileprivate init(
    _ arguments: [String], command: [String] = [Program.path], in folder: String,
    environment: [String: String] = [:],
    output: String? = nil, largestFile: Int? = nil, mask: String? = nil
  ) throws {
    let name = UUID().uuidString
    let place = URL(filePath: folder)
    files = (place.appending(path: "\(name).out"), place.appending(path: "\(name).err"))
    let exit: AsyncStream<Date>.Continuation
    (exits, exit) = AsyncStream.makeStream()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A process inherits the signals that the thread which starts it has blocked: here nearly all.
    let limit = largestFile.map { ["--ignore-signal=XFSZ", "prlimit", "--fsize=\($0)"] } ?? []
    let shell = mask.map { ["sh", "-c", "umask \($0); exec \"$0\" \"$@\""] } ?? []
    process.arguments = ["--default-signal"] + limit + shell + command + arguments
    process.currentDirectoryURL = place
    // What `scripts/check --sanitize` sets.
    let sanitizers = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    process.environment = environment.merging(
      sanitizers.merging(["PATH": "/usr/bin:/bin", "TERM": "dumb"]) { own, _ in own }
    ) { own, _ in own }
    process.standardInput = FileHandle.nullDevice
    let ownOutput = try Self.newFile(files.output)
    let results = output.flatMap { FileHandle(forWritingAtPath: $0) } ?? ownOutput
    let messages = try Self.newFile(files.messages)
    // The program has its own; a suite that starts thousands would run out of these.
    defer {
      try? results.close()
      try? messages.close()
    }
    (process.standardOutput, process.standardError) = (results, messages)
    process.terminationHandler = { _ in
      exit.yield(Date())
      exit.finish()
    }
    try process.run()
  }

  private static func newFile(_ url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forWritingTo: url)
  }

  func send(_ signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
  }

  var isRunning: Bool { process.isRunning }

  /// The number under which the system knows it.
  var processIdentifier: Int32 { process.processIdentifier }

  /// What it has written to stdout so far, where that goes to a file of the folder.
  var output: String {
    (try? String(contentsOf: files.output, encoding: .utf8)) ?? ""
  }

  /// What it has written to stderr so far.
  var messages: String {
    (try? String(contentsOf: files.messages, encoding: .utf8)) ?? ""
  }

  /// Waits for it to end. To be asked once.
  var ending: Ending {
    get async throws {
      guard let date = try await end(within: Self.bound) else {
        throw StillRunning(messages: messages)
      }
      let status = process.terminationStatus
      return Ending(
        code: process.terminationReason == .uncaughtSignal ? 128 + status : status,
        output: try String(contentsOf: files.output, encoding: .utf8), messages: messages,
        date: date)
    }
  }

  private func end(within bound: Duration) async throws -> Date? {
    try await withThrowingTaskGroup(of: Date?.self) { group in
      let exits = exits
      group.addTask { await exits.first { _ in true } }
      group.addTask {
        try await Task.sleep(for: bound)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}

private struct StillRunning: Error {
  var messages: String
}

/// Polls until a condition is true, and fails after a time limit.
func waitUntil(_ holds: () throws -> Bool) async throws {
  let start = ContinuousClock.now
  while try !holds() {
    try #require(start.duration(to: .now) < .seconds(120), "what was waited for never came")
    try await Task.sleep(for: .milliseconds(1))
  }
}
