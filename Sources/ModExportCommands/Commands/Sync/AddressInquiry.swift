import FoundationEssentials
import Logging
import Networks
import Roster
import Sync
import Transport

/// Asks servers what is at addresses that the user typed, before they become sites of the archive: a wrong
/// guess would be asked again every night.
struct AddressInquiry {
  /// What the servers answered.
  struct Findings {
    /// The sites as they are named in the run. Those that could not be asked are not among them.
    var names: [String] = []
    /// What could not be asked, and the requests.
    var summary = SyncSummary()
  }

  private let context: CommandContext
  private let choice: NetworkChoice
  private let options: SyncNetworkOptions

  /// - Throws: As ``NetworkChoice/init(named:in:)``.
  init(
    of selection: SiteSelection, _ options: SyncNetworkOptions, in context: CommandContext
  ) throws {
    self.context = context
    self.options = options
    choice = try NetworkChoice(named: selection.network, in: context)
  }

  /// How one server answered.
  private enum Answer: Sendable {
    case site(WebAddress, NetworkRegistry.Entry)
    case nothing
    case fault(Fault)
    case stopped(Stopped)
  }

  /// Asks about all names that need it, several servers at the same time.
  ///
  /// - Throws: `CommandFailure` (64) where the server of the only address answers that no site is there. Beside others, it
  ///   is a problem of that address: what a stranger's server does keeps no other site from being read.
  func settle(_ names: [String]) async throws -> Findings {
    let questions = try names.map { try choice.question(about: $0) }
    let (answers, traffic) = try await answers(to: questions.compactMap(\.self))
    let isAlone = Set(names).count == 1
    var findings = Findings()
    findings.summary.traffic = traffic
    for (name, question) in zip(names, questions) {
      guard let question, let answer = answers[name] else {
        findings.names.append(name)
        continue
      }
      switch answer {
      case .site(let address, let entry):
        // Two addresses of one site are one.
        let name = choice.name(of: address, in: entry)
        if !findings.names.contains(name) { findings.names.append(name) }
      case .nothing where isAlone: throw CommandFailure(nothingAt: question.address)
      case .nothing:
        let fault = Fault(.notTheAPI, "neither a forum nor a wiki answers there")
        findings.summary.note(fault, at: question.address)
      case .fault(let fault) where isAlone && fault.location != nil:
        throw CommandFailure(movedFrom: question.address, fault)
      case .fault(let fault):
        findings.summary.note(fault, at: question.address)
      case .stopped(let stopped):
        (findings.summary.stopped, findings.summary.lacksSites) = (stopped.reason, true)
      }
    }
    findings.summary.asksSitesAlone = findings.summary != SyncSummary()
    if findings.names.isEmpty { findings.summary.stopWhereAllAskForAWait() }
    return findings
  }

  /// How the networks are reached that may have a site at an address.
  private typealias Accesses = [(entry: NetworkRegistry.Entry, access: NetworkAccess)]

  private func answers(
    to questions: [NetworkChoice.Question]
  ) async throws -> ([String: Answer], Traffic.Counts) {
    // What is at an address is asked without a key: which network takes it is not known yet.
    var options = options
    options.keyFile = nil
    let prepared = try questions.map { [options] question in
      let accesses: Accesses = try question.entries.map { entry in
        let part = NetworkChoice.Part(entry: entry, selection: .named([question.name]))
        return (entry, try NetworkAccess(options, of: part, in: context))
      }
      return (question, accesses)
    }
    guard let limits = prepared.first?.1.first?.access.limits else {
      return ([:], Traffic.Counts())
    }
    let (logger, traffic) = (context.logger, Traffic())
    let throttles = throttles(limits, traffic)
    let results = await mapConcurrently(prepared, limit: Self.mostTogether) { item in
      try await Self.ask(item.0.address, item.1, throttles, traffic, logger)
    }
    let answers = try results.map { ($0.item.0.name, try $0.result.get()) }
    return (Dictionary(answers) { first, _ in first }, traffic.counts)
  }

  /// The limit of requests is one for all servers.
  private func throttles(_ limits: ThrottleLimits, _ traffic: Traffic) -> ThrottlePool {
    ThrottlePool(
      limits: limits, time: SystemTime(), traffic: traffic, isShared: { _ in false },
      load: { [context] key in
        (try? context.readArchive { try $0.throttle(for: key) }) ?? ThrottleState()
      }, persist: { _, _ in })
  }

  private static let mostTogether = 8

  private static func ask(
    _ address: WebAddress, _ accesses: Accesses, _ throttles: ThrottlePool, _ traffic: Traffic,
    _ logger: Logger
  ) async throws -> Answer {
    guard let access = accesses.first?.access else { return .nothing }
    return try await HTTPTransport.withTransport(
      timeout: access.timeout, connections: 1, userAgent: "modexport/\(modexportVersion)",
      route: access.route
    ) { http in
      let logged = Logged(http, logger: logger, time: throttles.time)
      let transport = Retrying(
        Throttled(logged, throttles: throttles), policy: access.retries, time: throttles.time,
        traffic: traffic, logger: logger, random: { Double.random(in: 0..<1) })
      return try await ask(address, accesses, through: transport)
    }
  }

  /// - Parameter mayMove: Whether another scheme or a `www.` to which the server leads is followed.
  private static func ask(
    _ address: WebAddress, _ accesses: Accesses,
    through transport: any ClientTransport, mayMove: Bool = true
  ) async throws -> Answer {
    var fault: Fault?
    for (entry, access) in accesses {
      do {
        let found = try await access.network.address(askedAt: address, through: transport)
        if let found { return .site(found, entry) }
      } catch let failure as Fault {
        // A redirect says more than that another kind of site is not there.
        fault = fault?.location == nil ? failure : fault
        if [.connection, .timeout, .proxy, .proxyRefused].contains(failure.kind) { break }
      } catch let stopped as Stopped {
        // What one server refuses keeps no other from being asked.
        switch stopped.reason {
        case .refused(let failure): return .fault(failure)
        case .lockedOut:
          return .fault(Fault(.throttled, "it asks for a longer wait than --max-wait"))
        default: return .stopped(stopped)
        }
      }
    }
    if mayMove, let location = fault?.location, location.origin != address.origin,
      location.hostWithoutWWW == address.hostWithoutWWW
    {
      return try await ask(
        address.moved(to: location), accesses, through: transport, mayMove: false)
    }
    return fault.map { .fault($0) } ?? .nothing
  }
}

extension SyncSummary {
  fileprivate mutating func note(_ fault: Fault, at address: WebAddress) {
    sites.failed += 1
    // What is after the ? may be a secret.
    problems.append(Problem(site: nil, .unasked(address.withoutQuery, fault)))
  }
}

extension CommandFailure {
  /// A server answers, and neither as a forum nor as a wiki.
  fileprivate init(nothingAt address: WebAddress) {
    self.init(
      .usage,
      "There is no forum and no wiki at \(address.withoutQuery): give the address of a forum's first page, or that of a "
        + "wiki's API, which ends with api.php.")
  }

  /// Another server answers for the address.
  fileprivate init(movedFrom address: WebAddress, _ fault: Fault) {
    self.init(
      .usage,
      "\(address.withoutQuery) was not added: \(fault.message); give that address instead.")
  }
}
