import Archive
import FoundationEssentials
import Reports
import Roster
import Sync
import Tables

/// Prints what the nightly job did, and says how the program ends.
struct MirrorPrinter {
  let result: MirrorResult
  var json = false

  private var sync: SyncSummaryPrinter? {
    result.summary.map { SyncSummaryPrinter(summary: $0, json: json) }
  }

  /// Prints to a person what each step did; to others only, as the last line on stderr, what is wrong.
  func print(in context: CommandContext) throws -> ExitStatus {
    if json {
      try context.results.write(document(at: context.now()))
    } else if context.reportsSuccess {
      for text in texts { try context.results.write(text) }
    }
    try context.results.flush()
    if context.reportsSuccess {
      for line in sync?.problemLines ?? [] { context.messages.write(line + "\n") }
    }
    guard result.exitStatus != .done else { return .done }
    let sentence = ending(at: context.now(), listed: context.reportsSuccess)
    throw CommandFailure(result.exitStatus, sentence)
  }

  /// What each step did, in order.
  private var texts: [String] {
    [
      sync?.text, result.verification.map { $0.findings.isEmpty ? $0.agreement + "\n" : "" },
      result.report, result.pruning.map { $0.isEmpty ? "" : "Removed \($0.words).\n" },
      result.backup?.sentences, sync?.headLine,
    ].compactMap(\.self)
  }

  /// What is wrong and what to do, in one line.
  ///
  /// - Parameter listed: Whether the problems of the sync are listed above it.
  private func ending(at now: Date, listed: Bool) -> String {
    var sentences: [String] = []
    if let summary = result.summary, summary.exitStatus != .done {
      sentences.append(
        listed || summary.exitStatus != .incomplete
          ? sync?.ending(at: now) ?? ""
          : "Something is not proven: \(sync?.firstProblem ?? ""); \(SyncSummaryPrinter.kept); `modexport status` shows it."
      )
    }
    if let failure = result.failure { sentences.append(failure.description) }
    return sentences.filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: - JSON

  private func document(at now: Date) -> JSONValue {
    .object([
      ("exit_code", .integer(Int(result.exitStatus.rawValue))),
      ("ending", result.exitStatus == .done ? .cell(.null) : .text(ending(at: now, listed: true))),
      ("sync", sync?.document(at: now) ?? .cell(.null)),
      ("verify", result.verification.map { .object($0.fields) } ?? .cell(.null)),
      ("report", result.report.map { .text($0) } ?? .cell(.null)),
      ("prune", result.pruning.map { .object($0.fields) } ?? .cell(.null)),
      ("backup", result.backup.map { .object($0.fields) } ?? .cell(.null)),
    ])
  }
}
