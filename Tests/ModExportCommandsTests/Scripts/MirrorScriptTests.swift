import Foundation
import Testing

/// `scripts/mirror` with stand-ins for the compiler and the program.
@Suite(.timeLimit(.minutes(1)))
struct MirrorScriptTests {
  struct Run: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var environment: [String: String] = [:]
    var code: Int32 = 0
    /// What the program is asked; `PLACE` is the folder.
    var calls: [String]
    var output = ""
    var messages = ""
    var testDescription: String { "\(arguments) \(environment)" }
  }

  static let report = "report --quiet --output PLACE/Exports/latest"
  static let demo = "--quiet --archive PLACE/Exports/demo.sqlite"
  static let runs = [
    Run(arguments: [], calls: ["status", "sync --quiet", "verify --quiet", report]),
    Run(
      arguments: [], environment: ["STATUS": "3"],
      calls: ["status", "sync --quiet", "verify --quiet", report]),
    Run(
      arguments: [], environment: ["STATUS": "66"],
      calls: ["status", "sync --quiet --all", "verify --quiet", report]),
    Run(
      arguments: ["math", "--", "-x y"],
      calls: ["sync --quiet math -- -x y", "verify --quiet", report]),
    Run(
      arguments: ["a"], environment: ["SYNC": "3"], code: 3,
      calls: ["sync --quiet a", "verify --quiet", report], output: "synced from \n"),
    Run(
      arguments: ["a"], environment: ["SYNC": "75"], code: 75,
      calls: ["sync --quiet a", "verify --quiet", report], output: "synced from \n"),
    Run(
      arguments: ["a"], environment: ["SYNC": "69"], code: 69, calls: ["sync --quiet a"],
      output: "synced from \n"),
    Run(
      arguments: ["a"], environment: ["SYNC": "3", "VERIFY": "1"], code: 1,
      calls: ["sync --quiet a", "verify --quiet"], output: "synced from \nverified\n"),
    Run(
      arguments: ["a"], environment: ["BUILD": "1"], code: 1, calls: [],
      messages: "compiling\nmirror: the build failed.\n"),
    Run(
      arguments: ["--demo"],
      calls: [
        "sample-api --port 0", "sync \(demo) --all", "verify \(demo)",
        "report \(demo) --output PLACE/Exports/latest", "server-stopped",
      ]),
    Run(
      arguments: ["--demo"], environment: ["SYNC": "1"], code: 1,
      calls: ["sample-api --port 0", "sync \(demo) --all", "server-stopped"],
      output: "synced from http://127.0.0.1:9/2.3\n"),
    Run(
      arguments: ["--demo"], environment: ["NO_SERVER": "1"], code: 1,
      calls: ["sample-api --port 0"], messages: "mirror: the sample network did not start.\n"),
    Run(
      arguments: ["--demo", "a"], code: 1, calls: [],
      messages: "mirror: --demo mirrors all sites: name none.\n"),
  ]

  @Test(arguments: runs)
  func cronHearsOnlyWhatIsNotWell(run: Run) throws {
    let folder = try ScriptFolder()
    let (process, output, messages) = folder.process(
      ["scripts/mirror"] + run.arguments, environment: run.environment)
    try process.run()
    #expect(output.text == run.output)
    #expect(messages.text == run.messages)
    process.waitUntilExit()
    #expect(process.terminationStatus == run.code)
    let calls = run.calls.map { $0.replacing("PLACE", with: folder.path) }
    #expect(
      folder.calls.map { $0.hasPrefix("status") ? "status" : $0 } == calls)
  }

  @Test func aSignalEndsTheStepAndTheServer() throws {
    let folder = try ScriptFolder()
    let (process, output, messages) = folder.process(
      ["scripts/mirror", "--demo"], environment: ["SLOW": "1"])
    try process.run()
    let running = messages.fileHandleForReading.availableData
    #expect(String(decoding: running, as: UTF8.self) == "running\n")
    process.terminate()
    #expect(output.text.isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 143)
    #expect(process.terminationReason == .exit)
    #expect(folder.calls.suffix(2) == ["sync-stopped", "server-stopped"])
  }
}
