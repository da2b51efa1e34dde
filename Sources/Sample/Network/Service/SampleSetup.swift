/// What is to be served, as a user says it.
package struct SampleSetup: Hashable, Sendable {
  package var kind: SampleKind
  /// The people and the clock of the network, without limits and faults. Its number of sites is nil for the
  /// usual one of its kind.
  package var network: SampleConfiguration
  package var limits: Limits
  /// As each kind of network takes them.
  package var faults: [String]

  package init(
    _ kind: SampleKind, network: SampleConfiguration = SampleConfiguration(),
    limits: Limits = Limits(), faults: [String] = []
  ) {
    self.kind = kind
    self.network = network
    self.limits = limits
    self.faults = faults
  }

  /// Limits in place of the usual ones; nil for the usual one.
  package struct Limits: Hashable, Sendable {
    /// Requests of one address: in a second, or in a minute where there is no quota; 0 for no limit.
    package var rate: Int?
    /// Requests of one address in a day, 0 for no limit.
    package var quota: Int?
    /// One in this many answers asks for a wait.
    package var backoffEvery: Int?
    /// How long that wait is.
    package var backoff: Duration?

    package init(
      rate: Int? = nil, quota: Int? = nil, backoffEvery: Int? = nil, backoff: Duration? = nil
    ) {
      self.rate = rate
      self.quota = quota
      self.backoffEvery = backoffEvery
      self.backoff = backoff
    }
  }

  /// A value that cannot be served, in one sentence.
  package struct Problem: Error, Hashable, Sendable {
    package var sentence: String
  }
}

extension SampleSetup {
  /// The network, ready to be served.
  ///
  /// - Throws: ``Problem`` for a number that is out of range, and for a fault that the network does not have.
  package func service() throws(Problem) -> any SampleService {
    var (honest, lies): (SampleSetup, [LyingService.Lie]) = (self, [])
    honest.faults = []
    for text in faults {
      do {
        if let lie = try LyingService.Lie(text) {
          lies.append(lie)
        } else {
          honest.faults.append(text)
        }
      } catch {
        throw Problem(sentence: error.description)
      }
    }
    let service = try honest.serviceWithoutLies()
    return lies.isEmpty ? service : LyingService(service, lies)
  }

  private func serviceWithoutLies() throws(Problem) -> any SampleService {
    switch kind {
    case .exchange:
      var configuration = network
      configuration.limits = SampleLimits(limits)
      configuration.faults = try read { (text) throws(SampleFault.Unreadable) in
        try SampleFault(text)
      }
      try check(configuration)
      return SampleAPI(configuration)
    case .forums:
      let people = try mainSites
      let rate = limits.rate ?? ForumConfiguration().perMinute
      return SampleForums(
        ForumConfiguration(
          network: people, perMinute: rate.unlessZero,
          // The usual limits have the same proportion.
          perTenSeconds: rate.map { ($0 + 3) / 4 }.unlessZero, faults: try readServerFaults()))
    case .wikis:
      let people = try mainSites
      let rate = limits.rate ?? WikiConfiguration().perMinute
      return SampleWikis(
        WikiConfiguration(
          network: people, perMinute: rate.unlessZero, faults: try readServerFaults()))
    }
  }

  /// The network's people on main sites only: a forum and a wiki have no meta site.
  private var mainSites: SampleConfiguration {
    get throws(Problem) {
      var people = network
      people.withMeta = false
      people.siteLimit = people.siteLimit ?? kind.siteEstimate
      try check(people)
      return people
    }
  }

  private func check(_ configuration: SampleConfiguration) throws(Problem) {
    if let problem = configuration.problems.first { throw Problem(sentence: problem) }
  }

  private func readServerFaults<Kind>() throws(Problem) -> [ServerFault<Kind>] {
    try read { (text) throws(SampleFault.Unreadable) in try ServerFault<Kind>(text) }
  }

  private func read<Fault>(
    _ fault: (String) throws(SampleFault.Unreadable) -> Fault
  ) throws(Problem) -> [Fault] {
    do {
      return try faults.map(fault)
    } catch {
      throw Problem(sentence: error.description)
    }
  }
}

extension SampleLimits {
  /// The limits of the real API, with some in place of its own.
  fileprivate init(_ limits: SampleSetup.Limits) {
    self.init()
    if let rate = limits.rate { requestsPerSecond = rate == 0 ? nil : rate }
    if let quota = limits.quota {
      keylessQuota = quota == 0 ? nil : quota
      keyedQuota = keylessQuota
    }
    if let every = limits.backoffEvery { backoffEvery = every }
    if let wait = limits.backoff { backoff = wait }
  }
}

extension Int? {
  /// Nil in place of zero.
  fileprivate var unlessZero: Int? { self == 0 ? nil : self }
}
