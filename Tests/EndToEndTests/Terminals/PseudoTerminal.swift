import Foundation
import Testing

/// Commands on a pseudo-terminal, by `script` of util-linux: what a person would see.
enum PseudoTerminal {
  /// One command, and the terminal that it runs on.
  struct Run: Sendable, Hashable {
    var arguments: [String]
    var columns: Int
    var rows: Int
    var environment: [String: String]

    init(
      _ arguments: [String], columns: Int = 80, rows: Int = 1_000,
      _ environment: [String: String] = [:]
    ) {
      (self.arguments, self.columns, self.rows) = (arguments, columns, rows)
      self.environment = environment
    }
  }

  /// What stood on the terminal, results and messages in the order in which they came.
  struct Screen: Sendable {
    var run: Run
    var lines: [String]
    var code: Int32
  }

  /// Runs the program once for each, one after the other, on one terminal that changes its size.
  static func screens(_ runs: [Run], in folder: String) async throws -> [Screen] {
    let mark = "@@\(UUID().uuidString)"
    var commands = ["stty -onlcr 2>/dev/null"]
    for run in runs {
      let variables = run.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let words = ["env"] + variables + [Program.path] + run.arguments
      commands.append("stty cols \(run.columns) rows \(run.rows)")
      commands.append(words.map(quoted).joined(separator: " "))
      commands.append("echo '\(mark)'$?")
    }
    let file = "\(folder)/terminal.sh"
    try Data(commands.joined(separator: "\n").utf8).write(to: URL(filePath: file))
    let output = try await Program.running(
      ["--quiet", "--command", "sh '\(file)'", "/dev/null"], command: ["script"], in: folder
    ) { try await $0.ending.output }
    var (screens, lines) = ([Screen](), [String]())
    let text = output.replacing("\r\n", with: "\n")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(mark), screens.count < runs.count {
        let code = try #require(Int32(line.dropFirst(mark.count)))
        screens.append(Screen(run: runs[screens.count], lines: lines, code: code))
        lines = []
      } else {
        lines.append(String(line))
      }
    }
    try #require(screens.count == runs.count, "\(output.suffix(2_000))")
    return screens
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
