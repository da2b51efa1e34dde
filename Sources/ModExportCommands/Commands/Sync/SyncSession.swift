import Archive
import FoundationEssentials
import Logging
import Networks
import Roster
import Sync
import Transport

/// The runs of one `sync` in this process, one after the other for each network: opens the archive,
/// shows progress, hears signals.
struct SyncSession: Sendable {
  private let setups: [SyncSetup]
  /// What was asked before; nil where nothing was.
  private let inquiry: SyncSummary?
  private let archivePath: String
  private let waitLock: Duration
  private let logger: Logger
  private let bar: ProgressBar?
  private let time = SystemTime()
  /// Those of the servers of all networks.
  private let clocks = ServerClocks()

  /// - Parameters:
  ///   - setups: One for each network; none where only the inquiry is left to report.
  ///   - inquiry: What servers were asked about addresses before; nil where nothing was.
  init(_ setups: [SyncSetup], after inquiry: SyncSummary? = nil, in context: CommandContext) {
    self.setups = setups
    self.inquiry = inquiry
    waitLock = setups.first?.waitLock ?? .zero
    archivePath = context.archivePath
    logger = context.logger
    let width = context.messageTerminal.columns ?? Terminal.defaultColumns
    bar =
      context.showsProgress ? ProgressBar(on: context.messages, width: width) : nil
  }

  /// - Throws: `ArchiveError`, `SyncFailure`.
  func run() async throws -> SyncSummary {
    // No archive is made for nothing.
    if setups.isEmpty, let inquiry { return inquiry }
    let archive = try await openArchive()
    do {
      let interruption = Interruption()
      defer { interruption.end() }
      interruption.interrupts(archive)
      let summary = try await run(with: archive, until: interruption)
      try archive.close()
      return summary
    } catch {
      try? archive.close()
      throw error
    }
  }

  /// Opens the archive, which then belongs to this run. Waits for another run to end for as long as the user allows. Readers usually end soon, so the run
  /// waits for them even if the user gives no time.
  func openArchive() async throws -> ArchiveDatabase {
    let deadline = time.now.addingTimeInterval(waitLock / .seconds(1))
    while true {
      if let archive = try openUnlessInUse(until: deadline) { return archive }
      try await time.sleep(seconds: min(0.2, deadline.timeIntervalSince(time.now)))
    }
  }

  /// Nil where another run holds the archive and there is time left to wait for it.
  private func openUnlessInUse(until deadline: Date) throws -> ArchiveDatabase? {
    let busyTimeout =
      waitLock > .zero
      ? max(deadline.timeIntervalSince(time.now), 0) : ArchiveDatabase.usualBusyTimeout
    do {
      return try ArchiveDatabase.open(at: archivePath, for: .writing, busyTimeout: busyTimeout)
    } catch {
      guard error.code == .inUse, time.now < deadline else {
        guard error.code == .inUse, waitLock == .zero else { throw error }
        let failure = CommandFailure(error)
        throw CommandFailure(failure.status, failure.sentence + " --wait-lock TIME waits for it.")
      }
      return nil
    }
  }

  /// Runs on an archive that ``openArchive()`` opened; the caller closes it. A network that cannot be
  /// read at all keeps none of the others from being read.
  ///
  /// - Parameter interruption: What stops the archive.
  func run(
    with archive: ArchiveDatabase, until interruption: Interruption
  ) async throws -> SyncSummary {
    var whole = inquiry
    for setup in setups where whole?.endsAll != true {
      let summary: SyncSummary
      do {
        let setup = setup.leaving(requests: whole?.traffic.requests ?? 0)
        summary = try await run(setup, with: archive, interruption)
      } catch let failure as SyncFailure where setups.count > 1 {
        summary = SyncSummary(failure)
      }
      whole?.add(summary)
      whole = whole ?? summary
    }
    if clocks.verdict == .right { whole?.withdrawWrongClock() }
    return whole ?? SyncSummary()
  }

  private func run(
    _ setup: SyncSetup, with archive: ArchiveDatabase, _ interruption: Interruption
  ) async throws -> SyncSummary {
    var summary = try await runOverHTTP(setup, with: archive, until: interruption.signals())
    // A publication that the signal stopped may have ended the run before other tasks saw the signal.
    if summary.stopped == .cancelled, let signal = interruption.signal {
      summary.stopped = .signal(signal)
    }
    return summary
  }

  private func runOverHTTP(
    _ setup: SyncSetup, with archive: ArchiveDatabase, until signals: AsyncStream<CInt>
  ) async throws -> SyncSummary {
    let (access, options) = (setup.access, setup.options)
    return try await HTTPTransport.withTransport(
      timeout: access.timeout, connections: access.limits.concurrency,
      userAgent: "modexport/\(modexportVersion)", route: access.route
    ) { http in
      let requests = try RequestStack(
        http, network: access.network, archive: archive, limits: access.limits,
        retries: access.retries,
        adoptsAPI: options.adoptsAPI, time: time, logger: logger, clocks: clocks,
        random: { Double.random(in: 0..<1) })
      let run = SyncRun(
        archive: archive, network: access.network, requests: requests, options: options,
        observer: RunLog(logger: logger))
      return try await showingProgress(of: run, requests, until: signals)
    }
  }

  private func showingProgress(
    of run: SyncRun, _ requests: RequestStack, until signals: AsyncStream<CInt>
  ) async throws -> SyncSummary {
    let reporter = ProgressReporter(
      progress: run.progress, traffic: requests.traffic,
      deadline: { await requests.throttles.deadline }, time: time)
    guard let bar else {
      async let _ = reporter.report { [logger] in logger.notice("\(ProgressLine.sentence($0))") }
      return try await run.run(until: signals)
    }
    defer { bar.clear() }
    async let _ = reporter.draw(bar)
    return try await run.run(until: signals)
  }
}
