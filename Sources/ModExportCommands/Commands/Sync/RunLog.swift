import Archive
import FoundationEssentials
import Logging
import Roster
import Sync
import Tables
import Transport

/// The log of a run: from `run_started` to `run_finished`, which is the last event.
///
/// The first and the last event are notices in a log of JSON; in text they would only repeat what the
/// summary says.
struct RunLog: SyncObserver {
  private let logger: Logger
  private let number: RunNumber
  private let isJSON: Bool

  init(in context: CommandContext) {
    logger = context.logger
    number = context.runNumber
    isJSON = context.logFormat == .json
  }

  private var frameLevel: Logger.Level { isJSON ? .notice : .info }

  func began(run: Int) {
    number.set(run)
    logger.log(.runStarted, frameLevel, "run started", ["version": .text(modexportVersion)])
  }

  func planned(walks: Int, recent: Int) {
    logger.log(
      .runPlanned, .info, "run planned",
      ["sites": .integer(walks), "sites_recent": .integer(recent)])
  }

  func scheduled(_ reread: Reread, at now: Date) {
    logger.log(
      .rereadScheduled, .info, "changed while it was read",
      [
        "site": .text(reread.site.id), "until": .text(reread.at.rfc3339),
        "seconds": .seconds(reread.at.timeIntervalSince(now)),
      ])
  }

  func published(_ publication: Publication, of site: SiteRef, seconds: TimeInterval) {
    logger.log(
      .rosterPublished, .info, "published",
      [
        "site": .text(site.id), "moderators": .integer(publication.moderators),
        "changes": .integer(publication.changes.count),
        "verdict": .text(publication.verdict.name.rawValue), "seconds": .seconds(seconds),
      ])
  }

  func warning(_ sentence: String) {
    logger.log(.warning, .warning, sentence)
  }

  /// How far the run is, for a log without a progress line.
  func progress(_ state: ProgressState) {
    logger.log(
      .progress, .notice, ProgressLine.sentence(state),
      isJSON
        ? [
          "sites_done": .integer(state.sitesDone), "sites": .integer(state.sitesTotal),
          "requests": .integer(state.requests), "quota_remaining": .integer(state.quotaRemaining),
          "seconds": .seconds(state.elapsed / .seconds(1)),
        ] : [:])
  }

  /// A problem that remains after the run.
  private func problem(_ problem: SyncSummary.Problem) {
    logger.log(
      .problem, .error, problem.detail,
      ["site": .cell(Cell(problem.site?.id)), "reason": .text(problem.reason)])
  }

  /// The end of a run that has a summary, and before it the problems that remain.
  ///
  /// - Parameters:
  ///   - status: The exit status of the whole command.
  ///   - hasFailed: Whether a step after the sync failed.
  ///   - sentence: What the run did not do, and what to do about it; nil where it did everything.
  ///   - now: The wall clock.
  func finished(
    _ summary: SyncSummary, _ status: ExitStatus, hasFailed: Bool = false, _ sentence: String?,
    at now: Date
  ) {
    summary.problems.forEach(problem)
    finished(
      hasFailed ? SyncSummary.RunOutcome.failed.rawValue : summary.outcome.rawValue, status,
      reason: summary.reason, sentence,
      [
        "problems": .integer(summary.problems.count)
      ].merging(summary.counts(at: now)) { first, _ in first })
  }

  /// The end of a run that failed as a whole: writes the last event, where the log is JSON and the run has
  /// begun.
  ///
  /// - Throws: The error, where no event was written.
  func end(with error: any Error) throws -> ExitStatus {
    guard isJSON, number.value != nil, let failure = CommandFailure(translating: error) else {
      throw error
    }
    finished(
      SyncSummary.RunOutcome.failed.rawValue, failure.status,
      reason: (error as? SyncFailure)?.reason, failure.description, [:])
    return failure.status
  }

  private func finished(
    _ outcome: String, _ status: ExitStatus, reason: String?, _ sentence: String?,
    _ facts: [String: JSONValue]
  ) {
    let frame: [String: JSONValue] = [
      "outcome": .text(outcome), "exit_code": .integer(Int(status.rawValue)),
      "reason": .cell(Cell(reason)),
    ]
    logger.log(
      .runFinished, status == .done ? frameLevel : .error, sentence ?? "run finished",
      frame.merging(facts) { first, _ in first })
  }
}
