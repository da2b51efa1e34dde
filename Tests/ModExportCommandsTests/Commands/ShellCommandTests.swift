import Dispatch
import FoundationEssentials
import Glibc
import TestKit
import Testing

@testable import ModExportCommands

/// A command in a real shell.
@Suite(.timeLimit(.minutes(5))) struct ShellCommandTests {
  private static let large = [UInt8](repeating: 120, count: 1 << 20)

  private func run(
    _ text: String, input: [UInt8] = [], environment: [String: String] = [:],
    patience: DispatchTimeInterval = .seconds(10)
  ) async throws -> ChildProcess.Ending {
    System.ignoreBrokenPipes()
    let environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    return try await ShellCommand(
      text: text, environment: environment, handledSignals: [SIGPIPE, SIGINT, SIGTERM],
      patience: patience
    ).run(input: input)
  }

  @Test(arguments: [
    ("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("true", 0), ("false", 1), ("(((", 2),
  ])
  func theExitCodeIsTold(text: String, code: CInt) async throws {
    // What the shell says of its errors is the user's to see.
    #expect(try await run("exec 2>/dev/null; " + text) == .exited(code: code))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGPIPE])
  func theSignalIsTold(signal: CInt) async throws {
    #expect(try await run("kill -\(signal) $$") == .killed(signal: signal))
  }

  @Test func allOfTheInputArrives() async throws {
    #expect(try await run(#"test "$(wc -c)" = 1048576"#, input: Self.large) == .exited(code: 0))
  }

  @Test func aCommandNeedNotReadItsInput() async throws {
    #expect(try await run("exit 0", input: Self.large) == .exited(code: 0))
    #expect(try await run("head -c 10 >/dev/null", input: Self.large) == .exited(code: 0))
  }

  /// What the command leaves behind keeps the pipe open and never reads it. It still runs when the
  /// result is there.
  @Test func aCommandMayLeaveAProcessBehind() async throws {
    try await withTemporaryFolder { folder in
      let file = "\(folder)/pid"
      let ending = try await run(
        "exec 3<&0; sleep 600 <&3 >/dev/null 2>&1 & echo $! > '\(file)'; exit 0",
        input: Self.large)
      #expect(ending == .exited(code: 0))
      #expect(kill(try process(in: file), SIGKILL) == 0)
    }
  }

  @Test func theEnvironmentIsGiven() async throws {
    let environment = ["NAME": "a b\n$HOME \"'", "EMPTY": ""]
    let text =
      #"test "$NAME" = "a b"# + "\n" + #"\$HOME \"'" && test -z "$EMPTY" && test -z "$HOME""#
    #expect(try await run(text, environment: environment) == .exited(code: 0))
  }

  @Test func nothingButTheStandardStreamsIsOpen() async throws {
    let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(try await run("test ! -e /proc/self/fd/\(descriptor)") == .exited(code: 0))
  }

  /// The second one ignores SIGTERM.
  @Test(arguments: [("", SIGTERM), ("trap '' TERM; ", SIGKILL)])
  func aCancelledCommandEndsWithWhatItStarted(beginning: String, signal: CInt) async throws {
    try await withTemporaryFolder { folder in
      let file = "\(folder)/pid"
      let text =
        beginning + "sleep 600 & echo $! > '\(file).new'; mv '\(file).new' '\(file)'; wait"
      let patience = DispatchTimeInterval.seconds(signal == SIGTERM ? 10 : 0)
      let ending = try await withThrowingTaskGroup(of: ChildProcess.Ending.self) { group in
        group.addTask { try await self.run(text, patience: patience) }
        while !FileManager.default.fileExists(atPath: file) {
          try await Task.sleep(for: .milliseconds(5))
        }
        group.cancelAll()
        return try await group.next()
      }
      #expect(ending == .killed(signal: signal))
      #expect(try await isGone(process(in: file)))
    }
  }

  private func process(in file: String) throws -> pid_t {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return try #require(pid_t(text.split(separator: "\n").first ?? ""))
  }

  /// Whoever inherits an ended process may take a moment to collect it; until then it is a zombie.
  private func isGone(_ process: pid_t) async throws -> Bool {
    for _ in 0..<1_000 {
      let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      guard let state, !state.contains(") Z ") else { return true }
      try await Task.sleep(for: .milliseconds(5))
    }
    return false
  }
}
