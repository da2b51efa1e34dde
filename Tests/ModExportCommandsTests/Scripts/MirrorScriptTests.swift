import Foundation
import Testing

/// `scripts/mirror` with stand-ins for the compiler and the program.
@Suite(.timeLimit(.minutes(5)))
struct MirrorScriptTests {
  struct Run: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var environment: [String: String] = [:]
    /// The configurations in which the program was built before.
    var built = ["release"]
    /// Whether there is an archive of an earlier demo.
    var hasArchive = false
    var code: Int32 = 0
    /// What the program is asked; `PLACE` is the folder.
    var calls: [String]
    var output = ""
    var messages = ""
    var testDescription: String { "\(arguments) \(environment)" }
  }

  static let demo =
    "mirror --all --archive PLACE/Exports/demo.sqlite --output PLACE/Exports/latest"
  static let history =
    "archive --quiet --days 720 PLACE/Exports/demo.sqlite"
  static let server = "serve --quiet --port 0 --day 721"
  static let building =
    "Building modexport; a first build takes 10 to 30 minutes on 2 cores, and 1 GB of disk.\n"
  static let buildingForATrial =
    "Building modexport for a trial; a first build takes 6 to 20 minutes on 2 cores, and 2 GB of disk.\n"
  static let runs = [
    Run(arguments: [], calls: ["mirror"], output: "mirrored from \n"),
    Run(
      arguments: ["--archive", "a b.sqlite", "--keep=30d", "math", "--", "-x y"],
      calls: ["mirror --archive a b.sqlite --keep=30d math -- -x y"], output: "mirrored from \n"),
    Run(
      arguments: ["a"], environment: ["MIRROR": "75"], code: 75, calls: ["mirror a"],
      output: "mirrored from \n"),
    Run(
      arguments: ["a"], environment: ["BUILD": "1"], built: [], code: 1, calls: [],
      messages: "\(building)compiling\nmirror: the build failed.\n"),
    Run(
      arguments: ["--build", "a"], environment: ["BUILD": "1"], code: 1, calls: [],
      messages: "\(building)compiling\nmirror: the build failed.\n"),
    Run(
      arguments: ["a"], built: [], calls: ["mirror a"], output: "mirrored from \n",
      messages: building),
    Run(
      arguments: ["--build", "a"], calls: ["mirror a"], output: "mirrored from \n",
      messages: building),
    Run(
      arguments: ["--demo"], calls: [history, server, demo, "server-stopped"],
      output: "mirrored from http://127.0.0.1:9/2.3\n"),
    Run(
      arguments: ["--demo"], built: [], calls: [history, server, demo, "server-stopped"],
      output: "mirrored from http://127.0.0.1:9/2.3\n", messages: buildingForATrial),
    Run(
      arguments: ["--demo"], built: ["debug"], calls: [history, server, demo, "server-stopped"],
      output: "mirrored from http://127.0.0.1:9/2.3\n"),
    Run(
      arguments: ["a"], built: ["debug"], calls: ["mirror a"], output: "mirrored from \n",
      messages: building),
    Run(
      arguments: ["--demo"], hasArchive: true, calls: [server, demo, "server-stopped"],
      output: "mirrored from http://127.0.0.1:9/2.3\n"),
    Run(
      arguments: ["--demo"], environment: ["MIRROR": "3"], code: 3,
      calls: [history, server, demo, "server-stopped"],
      output: "mirrored from http://127.0.0.1:9/2.3\n"),
    Run(arguments: ["--demo"], environment: ["HISTORY": "73"], code: 73, calls: [history]),
    Run(
      arguments: ["--demo"], environment: ["NO_SERVER": "1"], code: 1, calls: [history, server],
      messages: "mirror: the sample network did not start.\n"),
    Run(
      arguments: ["--demo", "a"], code: 64, calls: [],
      messages: "mirror: --demo takes no other arguments.\n"),
  ]

  @Test(arguments: runs)
  func theProgramIsBuiltIfNeededAndRun(run: Run) throws {
    let folder = try ScriptFolder(built: run.built)
    if run.hasArchive { try folder.addArchive() }
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
    #expect(output.text == "mirrored from \n" && messages.text.isEmpty)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.calls == ["mirror"])
  }

  @Test func helpIsNoNight() throws {
    let folder = try ScriptFolder(built: [])
    let (process, output, _) = folder.process(["scripts/mirror", "--help"], isCron: true)
    try process.run()
    #expect(output.text.hasPrefix("Runs `modexport mirror`"))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.calls.isEmpty)
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func aSignalEndsTheJobAndTheServer(signal: Int32) throws {
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
    #expect(folder.calls.suffix(2) == ["job-stopped", "server-stopped"])
  }
}
