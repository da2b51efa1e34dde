import Foundation
import Testing

/// `scripts/mirror` with stand-ins for the compiler and the program.
@Suite(.timeLimit(.minutes(1)))
struct MirrorScriptTests {
  struct Run: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var environment: [String: String] = [:]
    /// Whether the program was built before.
    var isBuilt = true
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
    Run(arguments: [], calls: ["scope --quiet", "sync --quiet", "verify --quiet", report]),
    Run(
      arguments: ["--key-file", "a key"], environment: ["SCOPE": "3"],
      calls: [
        "scope --quiet", "sync --quiet --all --key-file=a key", "verify --quiet", report,
      ]),
    Run(
      arguments: [], environment: ["SCOPE": "66"],
      calls: ["scope --quiet", "sync --quiet --all", "verify --quiet", report]),
    Run(
      arguments: ["--archive", "a b.sqlite", "--output=out", "--elected"],
      environment: ["SCOPE": "3"],
      calls: [
        "scope --quiet --archive a b.sqlite", "sync --quiet --archive a b.sqlite --all --elected",
        "verify --quiet --archive a b.sqlite",
        "report --quiet --archive a b.sqlite --output out",
      ]),
    Run(
      arguments: ["--meta", "--max-age=1h"], environment: ["SCOPE": "3"],
      calls: ["sync --quiet --meta --max-age=1h", "verify --quiet", report]),
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
      arguments: ["a"], environment: ["BUILD": "1"], isBuilt: false, code: 1, calls: [],
      messages: "compiling\nmirror: the build failed.\n"),
    Run(
      arguments: ["a", "--build"], environment: ["BUILD": "1"], code: 1, calls: [],
      messages: "compiling\nmirror: the build failed.\n"),
    Run(
      arguments: ["a"], isBuilt: false, calls: ["sync --quiet a", "verify --quiet", report]),
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
      arguments: ["--demo", "a"], code: 64, calls: [],
      messages: "mirror: --demo has its own sites and archive: name none.\n"),
    Run(
      arguments: ["--archive"], code: 64, calls: [],
      messages: "mirror: --archive needs a value.\n"),
  ]

  @Test(arguments: runs)
  func cronHearsOnlyWhatIsNotWell(run: Run) throws {
    let folder = try ScriptFolder(isBuilt: run.isBuilt)
    let (process, output, messages) = folder.process(
      ["scripts/mirror"] + run.arguments, environment: run.environment)
    try process.run()
    #expect(output.text == run.output)
    #expect(messages.text == run.messages)
    process.waitUntilExit()
    #expect(process.terminationStatus == run.code)
    let calls = run.calls.map { $0.replacing("PLACE", with: folder.path) }
    #expect(folder.calls == calls)
  }

  @Test func aNightNeedsNoCompiler() throws {
    let folder = try ScriptFolder()
    let (process, output, messages) = folder.process(["scripts/mirror"], isCron: true)
    try process.run()
    #expect(output.text.isEmpty && messages.text.isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.calls.first == "scope --quiet")
    #expect(folder.calls.count == 4)
  }

  @Test func helpIsNoNight() throws {
    let folder = try ScriptFolder(isBuilt: false)
    let (process, output, _) = folder.process(["scripts/mirror", "--help"], isCron: true)
    try process.run()
    #expect(output.text.hasPrefix("Mirrors moderator lists"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.calls.isEmpty)
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func aSignalEndsTheStepAndTheServer(signal: Int32) throws {
    let folder = try ScriptFolder()
    let (process, output, messages) = folder.process(
      ["scripts/mirror", "--demo"], environment: ["SLOW": "1"])
    try process.run()
    let running = messages.fileHandleForReading.availableData
    #expect(String(decoding: running, as: UTF8.self) == "running\n")
    kill(process.processIdentifier, signal)
    #expect(output.text.isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 128 + signal)
    #expect(process.terminationReason == .exit)
    #expect(folder.calls.suffix(2) == ["sync-stopped", "server-stopped"])
  }
}
