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
  let setup: SyncSetup
  let report: ReportContent
  let steps: MirrorSteps
  let context: CommandContext

  /// Runs all steps, and notifies the monitoring service of the start and the end.
  ///
  /// The notifications do not change the result: a service that does not answer is only a warning.
  ///
  /// - Returns: What was done; a failure of a step is part of it.
  /// - Throws: `ArchiveError` where another run holds the archive. That run sends the notifications.
  func run() async throws -> MirrorResult {
    let session = SyncSession(setup, in: context)
    let archive: ArchiveDatabase
    do {
      archive = try await session.openArchive()
    } catch let error as ArchiveError where error.code == .inUse {
      throw error
    } catch {
      var result = MirrorResult()
      result.failure = CommandFailure(of: error)
      await notify(of: result)
      return result
    }
    await notify(.start, "")
    var result = await run(with: archive)
    do {
      try archive.close()
    } catch {
      result.failure = result.failure ?? CommandFailure(of: error)
    }
    await notify(of: result)
    return result
  }

  private func run(with archive: ArchiveDatabase) async -> MirrorResult {
    let interruption = Interruption()
    defer { interruption.end() }
    interruption.interrupts(archive)
    var result = MirrorResult()
    do {
      try await sync(archive, &result)
      guard result.continuesAfterSync else { return result }
      try context.readArchive { reader in
        interruption.interrupts(reader)
        try proveAndReport(reader, &result, interruption)
      }
      guard result.failure == nil else { return result }
      try prune(archive, &result)
      try context.readArchive { reader in
        interruption.interrupts(reader)
        try backUp(reader, &result)
      }
    } catch {
      result.failure =
        interruption.signal.map { CommandFailure(signal: $0) } ?? CommandFailure(of: error)
    }
    return result
  }

  private func sync(_ archive: ArchiveDatabase, _ result: inout MirrorResult) async throws {
    var setup = setup
    if setup.options.selection == .scope,
      try archive.scope(of: setup.access.network.id) == Scope()
    {
      setup.options.selection = .all(withMeta: false)
    }
    result.summary = try await SyncSession(setup, in: context).run(with: archive)
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
    let summary = try report.write(from: reader, in: context) {
      if interruption.signal != nil { throw CancellationError() }
    }
    result.report = report.text(of: summary)
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
    let backup = try reader.backUp(
      to: place, keeping: isFolder ? steps.backupCopies : nil, by: context.networks.rules,
      at: context.now())
    result.backup = backup
    result.failure = backup.failure(of: reader.path)
  }

  private func notify(of result: MirrorResult) async {
    let printer = MirrorPrinter(result, json: false)
    let event: PingAddress.Event = result.exitStatus == .done ? .success : .failure
    await notify(event, printer.notification(at: context.now()))
  }

  private func notify(_ event: PingAddress.Event, _ text: String) async {
    guard let ping = steps.ping else { return }
    let reason = await Notifier.post(
      text, to: ping.url(for: event), userAgent: "modexport/\(modexportVersion)",
      route: steps.route)
    if let reason {
      context.logger.warning("\(ping.host) did not take the notification: \(reason)")
    }
  }
}
