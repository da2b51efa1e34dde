import Archive
import FoundationEssentials
import Logging
import Networks
import Roster
import Sync
import Transport

/// The nightly job: sync, verify, report, and where asked prune and backup, on one archive that is held until
/// the end.
struct MirrorJob: Sendable {
  /// One for each network.
  let setups: [SyncSetup]
  /// What servers were asked about addresses before; nil where nothing was.
  let inquiry: SyncSummary?
  let report: ReportContent
  let steps: MirrorOptions
  let context: CommandContext

  /// Runs all steps.
  ///
  /// - Returns: What was done; a failure of a step is part of it.
  /// - Throws: `ArchiveError` where the archive cannot be opened, such as one that another run holds.
  func run() async throws -> MirrorResult {
    let archive = try await SyncSession(setups, in: context).openArchive()
    var result = await run(with: archive)
    do {
      try archive.close()
    } catch {
      result.failure = result.failure ?? CommandFailure(of: error)
    }
    return result
  }

  private func run(with archive: ArchiveDatabase) async -> MirrorResult {
    let interruption = Interruption()
    defer { interruption.end() }
    interruption.interrupts(archive)
    var result = MirrorResult()
    do {
      try await sync(archive, &result, interruption)
      guard result.continuesAfterSync else { return result }
      try context.readArchive { reader in
        interruption.interrupts(reader)
        try proveAndReport(reader, &result, interruption)
      }
      guard result.verification?.findings.isEmpty == true else { return result }
      try prune(archive, &result)
      try context.readArchive { reader in
        interruption.interrupts(reader)
        try backUp(reader, &result)
      }
    } catch {
      result.failure =
        interruption.signal.map { CommandFailure(signal: $0) } ?? result.failure
        ?? CommandFailure(of: error)
    }
    return result
  }

  private func sync(
    _ archive: ArchiveDatabase, _ result: inout MirrorResult, _ interruption: Interruption
  ) async throws {
    let setups = try setups.map { setup in
      try setup.forNightlyJob(in: archive.scope(of: setup.access.network.id))
    }
    result.summary = try await SyncSession(setups, after: inquiry, in: context)
      .run(with: archive, until: interruption)
  }

  private func proveAndReport(
    _ reader: ArchiveDatabase, _ result: inout MirrorResult, _ interruption: Interruption
  ) throws {
    let verification = try reader.verify(by: context.networks.rules, now: context.now())
    result.verification = verification
    guard verification.findings.isEmpty else {
      result.failure = CommandFailure(verification, of: reader.path)
      return
    }
    do {
      let summary = try report.write(
        from: reader, in: context, checkpoint: interruption.checkpoint)
      result.report = report.text(of: summary)
    } catch  where interruption.signal == nil {
      // The archive is proven: a report that cannot be written is no reason to go without a copy.
      result.failure = CommandFailure(of: error)
    }
  }

  private func prune(_ archive: ArchiveDatabase, _ result: inout MirrorResult) throws {
    guard let keep = steps.keep else { return }
    let date = context.now().addingTimeInterval(-(keep / .seconds(1)))
    result.pruning = try archive.prune(before: date, at: context.now())
  }

  private func backUp(_ reader: ArchiveDatabase, _ result: inout MirrorResult) throws {
    guard let place = steps.backup else { return }
    var isFolder = false
    _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    let copies = isFolder ? MirrorSettings.backupCopies.defaultValue : nil
    let backup = try reader.backUp(
      to: place, keeping: steps.backupCopies ?? copies, by: context.networks.rules,
      at: context.now())
    result.backup = backup
    result.failure = result.failure ?? backup.failure(of: reader.path)
  }
}

/// What the nightly job did.
struct MirrorResult: Sendable {
  /// Nil where the run could not begin.
  var summary: SyncSummary?
  /// Nil where there was nothing to verify, because no API could be reached or the run failed.
  var verification: Verification?
  /// What was written, as text; nil where no report was written.
  var report: String?
  /// Nil where nothing was to be pruned.
  var pruning: Pruning?
  /// Nil where no copy was to be made.
  var backup: Backup?
  /// What went wrong first in a step after the sync.
  var failure: CommandFailure?

  /// Whether the archive is verified and reported: also after a sync that was incomplete or stopped on
  /// purpose, but not after one that failed.
  var continuesAfterSync: Bool {
    guard let status = summary?.exitStatus else { return false }
    return [.done, .incomplete, .stoppedEarly].contains(status)
  }

  /// The exit code of the job.
  var exitStatus: ExitStatus {
    .combining([summary?.exitStatus, failure?.status].compactMap(\.self))
  }
}
