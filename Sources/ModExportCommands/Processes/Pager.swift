import FoundationEssentials
import Glibc

/// The program in which results are read that are longer than the screen.
package struct Pager: Hashable, Sendable {
  /// As a shell takes it, such as `less -S`.
  package var command: String
  /// Lines of the screen.
  package var rows: Int
  private let environment: [String: String]

  /// The pager that the user wants: the named one, else `$PAGER`, else `less`. Nil where that is empty or
  /// `cat`, and on a terminal that cannot move its cursor.
  ///
  /// - Parameters:
  ///   - named: What `--pager`, its variable or the configuration file says; nil where none does.
  ///   - rows: Lines of the screen; nil where stdout is no terminal or does not say.
  package init?(_ named: String?, rows: Int?, environment: [String: String]) {
    let command = (named ?? environment["PAGER"] ?? "less")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let rows, environment["TERM"] != "dumb", !command.isEmpty, command != "cat" else {
      return nil
    }
    (self.command, self.rows) = (command, rows)
    // Without LESS of their own, users get colours, and what fits on the screen stays there.
    self.environment = ["LESS": "FRX"].merging(environment) { $1 }
  }

  /// Whether lines would scroll off the screen, on which a prompt follows them.
  func isNeeded(for bytes: [UInt8]) -> Bool {
    bytes.count { $0 == UInt8(ascii: "\n") } >= rows
  }

  /// Shows results until the user leaves the pager, also before their end. Ctrl-C goes to the pager.
  ///
  /// - Returns: False where the pager cannot be started, and nothing was shown.
  func show(_ bytes: [UInt8]) -> Bool {
    guard isInstalled else { return false }
    return System.ignoring([SIGINT, SIGQUIT, SIGPIPE]) {
      let child = try? ChildProcess(
        "/bin/sh", ["-c", command], environment: environment,
        resetting: [SIGINT, SIGQUIT, SIGPIPE], hasOwnGroup: false)
      switch child?.finish(bytes) {
      // What a shell says of a command that it cannot find or run.
      case nil, .exited(126), .exited(127): return false
      case .exited, .killed: return true
      }
    }
  }

  /// Whether its program exists. A command that only a shell understands is left to the shell.
  private var isInstalled: Bool {
    let plain = command.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || " -_./+,:@%".unicodeScalars.contains(scalar)
    }
    guard plain, let program = command.split(separator: " ").first else { return true }
    if program.contains("/") { return System.isExecutable(String(program)) }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.contains { System.isExecutable("\($0)/\(program)") }
  }
}
