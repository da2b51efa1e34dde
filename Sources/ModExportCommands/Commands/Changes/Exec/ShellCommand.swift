import Dispatch
import Glibc

/// A command that the user gave, run through `/bin/sh -c`.
struct ShellCommand: Sendable {
  var text: String
  var environment: [String: String]
  /// Signals that this program handles, and the command is not to ignore.
  var handledSignals: [CInt]

  /// How long a command may take to end after SIGTERM.
  var patience = DispatchTimeInterval.seconds(10)

  /// Runs the command once and waits until it ends. Its stdout and stderr are those of this process.
  ///
  /// Where the task is cancelled, the command gets SIGTERM, and SIGKILL after `patience`; so do all processes
  /// that it has started and that are still in its process group.
  ///
  /// - Parameter input: The bytes of its stdin. A command that reads only a part of them, or nothing, has
  ///   not failed.
  /// - Throws: `CommandFailure` (1) where the shell cannot be started.
  func run(input: [UInt8]) async throws(CommandFailure) -> ChildProcess.Ending {
    let child = try ChildProcess(
      "/bin/sh", ["-c", text], environment: environment, resetting: handledSignals)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The wait blocks a thread, which must not be one of those that run tasks.
        DispatchQueue.global().async { continuation.resume(returning: child.finish(input)) }
      }
    } onCancel: {
      child.send(SIGTERM)
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
        child.send(SIGKILL)
      }
    }
  }
}
