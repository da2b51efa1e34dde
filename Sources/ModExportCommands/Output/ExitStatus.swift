/// How the program ends: the codes that scripts around `modexport` rely on.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// Everything asked for is done and complete.
  case done = 0
  /// The last line on stderr says what failed and what to do.
  case failed = 1
  /// Done, but something is not complete or not proven; where that is a roster, the old one is kept.
  case incomplete = 3
  /// The command line is wrong, or names an unknown site or person.
  case usage = 64
  /// There is no archive at that place, or it is not one.
  case noArchive = 66
  /// The API never gave one usable answer.
  case unreachable = 69
  /// An output could not be written.
  case cannotWrite = 73
  /// Stopped early on purpose (quota, lock-out, `--max-requests`, another run); another run resumes.
  case stoppedEarly = 75
  /// Stopped by a hang-up, such as a closed connection, with everything fetched so far kept.
  case hungUp = 129
  /// Stopped by Ctrl-C, with everything fetched so far kept.
  case interrupted = 130
  /// Stopped by a termination signal, with everything fetched so far kept.
  case terminated = 143

  /// The ending of a program that a signal stopped.
  package init(signal: Int32) {
    switch signal {
    case 1: self = .hungUp
    case 15: self = .terminated
    default: self = .interrupted
    }
  }

  /// The exit status of a run that has several. A signal takes precedence; then 1 before 69, 75, 3 and
  /// 0; an empty list is `done`.
  package static func combining(_ endings: [ExitStatus]) -> ExitStatus {
    precedence.first(where: endings.contains) ?? .done
  }

  /// The general meaning, as a sentence; the help of a command may say more.
  package var meaning: String {
    switch self {
    case .done: "Done, and everything asked for is complete."
    case .failed: "Failed; the last line on stderr says what failed and what to do."
    case .incomplete:
      "Done, but something is not complete or not proven; where that is a roster, the old one is kept."
    case .usage: "The command line is wrong, or names an unknown site or person."
    case .noArchive: "There is no archive at that place, or the file is not one."
    case .unreachable: "The API could not be reached."
    case .cannotWrite: "An output could not be written."
    case .stoppedEarly:
      "Stopped early on purpose, or another run holds the archive or writes to the same place; run it again later."
    case .hungUp: "Stopped by a hang-up, with everything fetched so far kept."
    case .interrupted: "Stopped by Ctrl-C, with everything fetched so far kept."
    case .terminated: "Stopped by a termination signal, with everything fetched so far kept."
    }
  }

  private static let precedence: [ExitStatus] = [
    .interrupted, .terminated, .hungUp, .failed, .usage, .noArchive, .cannotWrite, .unreachable,
    .stoppedEarly, .incomplete, .done,
  ]
}

/// The statuses of kinds of commands, for their help.
extension ExitStatus {
  /// The end of a command's help.
  ///
  /// - Parameters:
  ///   - statuses: Those that the command can end with.
  ///   - meanings: What a status means here, where the general sentence is too vague.
  ///   - stopped: What it means that a signal stopped the command; nil where none does in its own way.
  package static func list(
    _ statuses: Set<ExitStatus>, _ meanings: [ExitStatus: String] = [:], stopped: String? = nil
  ) -> String {
    func codes(_ statuses: some Collection<ExitStatus>) -> [ExitStatus] {
      statuses.sorted { $0.rawValue < $1.rawValue }
    }
    let signals = stopped.map { "  129, 130, 143: Stopped by a signal; \($0)\n" } ?? ""
    let own =
      codes(meanings.keys).map { "  \($0.rawValue): \(meanings[$0] ?? "")\n" }.joined() + signals
    let others = codes(statuses.subtracting(meanings.keys)).map { "\($0.rawValue)" }
    return
      "\n\nExit codes:\n\(own)  \(others.joined(separator: ", ")): see `modexport help exit-codes`."
  }

  /// Of every command.
  package static let ofAnyCommand: Set<ExitStatus> = [.done, .failed, .usage, .cannotWrite]
  /// Of a command that reads the archive.
  package static let ofReading: Set<ExitStatus> = ofAnyCommand.union([.noArchive, .stoppedEarly])
  /// Of a command that waits or works until a signal stops it.
  package static let ofSignals: Set<ExitStatus> = [.hungUp, .interrupted, .terminated]
  /// Of a command that sends requests.
  package static let ofRequests: Set<ExitStatus> = ofReading.union(ofSignals)
    .union([.incomplete, .unreachable])
}
