import Archive
import ArgumentParser
import FoundationEssentials
import ModExportCommands
import Networks
import Roster
import StackExchange
import Sync
import Transport

/// `modexport-sample probe`
struct ProbeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Checks the live API against what modexport assumes of it.",
    discussion: """
      Sends at most 12 requests, of which each costs one of the day's quota. Exits \
      with 0 if every assumption holds, with 3 if something differs or was not answered, with 69 or 75 \
      if it could not check everything; results found by then are printed anyway. An existing archive \
      keeps the waits that the API asks for; no archive is created for them. Proxies are used as by sync.

      Examples:
        Compare the API with what modexport assumes of it:
          modexport-sample probe
        Also check that the API honours a key, and print JSON:
          modexport-sample probe --key-file ~/.modexport-key --json
      """
        + ExitStatus.list(
          ExitStatus.ofRequests.subtracting([.noArchive]),
          [
            .done: "Every assumption holds.",
            .incomplete: "Something differs, or was not answered.",
            .unreachable: "Not everything was checked, because the API could not be reached.",
            .stoppedEarly:
              "Not everything was checked, because of the quota, a lock-out or --max-requests.",
          ]))

  static var settings: [any AnySetting] { SyncNetworkOptions.settings }

  @OptionGroup(title: "Requests") var requests: SyncNetworkOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let access = try NetworkAccess(first: requests, in: context)
    guard let network = access.network as? StackExchangeNetwork else {
      throw CommandFailure(.failed, "This program has no questions to \(access.network.id).")
    }
    let probe = APIProbe(network.api)
    let archive = try openArchive(in: context)
    do {
      let (result, failure) = try await result(of: probe, access, archive, context)
      try archive?.close()
      let findings = result.findings
      // An empty table is not printed; JSON and CSV always are.
      if result.hasAnswer || output.format != .table {
        try context.printer(output)
          .print(Self.listing(findings), tableColumns: Self.columns.map(\.name).suffix(4))
      }
      if let failure { throw failure }
      return findings.allHold ? .done : .incomplete
    } catch {
      try? archive?.close()
      throw error
    }
  }

  /// The archive, if there is one.
  private func openArchive(in context: CommandContext) throws -> ArchiveDatabase? {
    let path = context.archivePath
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try ArchiveDatabase.open(at: path, for: .writing)
  }

  /// The results of the probe, and why it stopped early.
  private func result(
    of probe: APIProbe, _ access: NetworkAccess, _ archive: ArchiveDatabase?,
    _ context: CommandContext
  ) async throws -> (ProbeResult, CommandFailure?) {
    try await HTTPTransport.withTransport(
      timeout: access.timeout, connections: 1,
      userAgent: "modexport/\(modexportVersion)", route: access.route
    ) { http in
      let run = try ProbeRun(
        http, network: access.network, probe: probe, archive: archive, limits: access.limits,
        retries: access.retries, time: SystemTime(), logger: context.logger,
        random: { Double.random(in: 0..<1) })
      let result = try await run.run()
      // Where all requests went into retries without an answer, the API is not to be reached.
      if let reason = result.stopped, result.hasAnswer || reason != .requestLimit {
        let wait = await run.throttleState.waitSentence(after: context.now())
        return (
          result, CommandFailure(Stopped(reason), keyOrigin: access.network.keyOrigin, wait: wait)
        )
      }
      if let fault = result.otherServer {
        let host = access.network.host ?? access.network.id
        return (
          result,
          CommandFailure(
            .unreachable, "The API is not at \(host): \(fault.message); check --api-url.")
        )
      }
      return (result, result.hasAnswer ? nil : Self.noAnswer(access.route.proxy))
    }
  }

  private static func noAnswer(_ proxy: Proxy?) -> CommandFailure {
    let place = proxy.map { "the proxy \($0)" } ?? "the network"
    return CommandFailure(
      .unreachable, "The API gave no usable answer: check \(place) and --api-url.")
  }

  private static let columns = [
    View.Column("name", .text, "The assumption in a word."),
    View.Column("assumption", .text, "What is assumed of the API."),
    View.Column("expected", .text, "What it should answer."),
    View.Column("seen", .text, "What it answered."),
    View.Column("result", .text, "holds, differs, unanswered or not_asked."),
  ]

  private static func listing(_ findings: [ProbeFinding]) -> Listing {
    Listing(
      columns: columns,
      rows: findings.map { finding in
        [finding.name, finding.assumption, finding.expected, finding.seen, finding.result.rawValue]
          .map { Cell.text($0) }
      })
  }
}

extension CommandFailure {
  /// Why a probe stopped early.
  ///
  /// - Parameter wait: The wait that the API asked for, as a sentence without its end.
  fileprivate init(_ stopped: Stopped, keyOrigin: String?, wait: String?) {
    switch stopped.reason {
    case .refused(let fault) where fault.kind == .keyRefused:
      self.init(.keyRefused(fault, origin: keyOrigin ?? ""))
    case .refused(let fault) where fault.isOfProxy:
      self.init(.unreachable, "No request reached the API: \(fault.message).")
    case .refused(let fault):
      self.init(.unreachable, "The API refuses every request: \(fault.message).")
    case .unanswered(let requests, let fault):
      self.init(
        .unreachable,
        "The API has not answered for \(requests) requests in a row (\(fault.message)): check the network "
          + "and --api-url.")
    case .lockedOut:
      let wait = wait ?? "the API refuses requests"
      self.init(
        .stoppedEarly,
        "\(wait.prefix(1).uppercased())\(wait.dropFirst()): run probe again after that.")
    case .quota:
      self.init(.stoppedEarly, "The quota is down to its reserve: run probe again tomorrow.")
    case .requestLimit, .unreachable, .cancelled, .signal:
      self.init(.stoppedEarly, "Stopped before the API was asked everything: run probe again.")
    }
  }
}
