import FoundationEssentials
import Networks
import Roster
import Synchronization
import Transport

/// Checks the heads of answers: that they come from the archive's API, and that this machine's
/// clock is right; and remembers what the user should know of them.
package final class APIWitness: Sendable {
  private struct Observations {
    var identity: String?
    var hasDate = false
    var contradiction: SyncFailure?
    /// Whether the API, or a server of a site, has answered.
    var hasAnswer = false
    /// Whether one of these answers had a `Date` header.
    var hasTime = false
    var deprecation: String?
    var sunset: String?
    /// The daily quota of an answer.
    var quota: Int?
  }

  private let host: String?
  /// The API that the archive was mirrored from; nil where it is not known yet, or may change.
  private let bound: String?
  /// Whether each site has a server of its own, whose answers concern that site only.
  private let hasServerOfEachSite: Bool
  let clocks: ServerClocks
  private let observed = Mutex(Observations())

  /// - Parameters:
  ///   - host: Host and port in lowercase; nil where each site has an API of its own, which its
  ///     address identifies.
  ///   - bound: The identity of the API that the archive was mirrored from, nil for any.
  ///   - hasServerOfEachSite: As in ``Networks/Network``.
  ///   - clocks: Those of all servers of the process.
  init(
    host: String?, bound: String?, hasServerOfEachSite: Bool = false,
    clocks: ServerClocks = ServerClocks()
  ) {
    self.host = host
    self.bound = bound
    self.hasServerOfEachSite = hasServerOfEachSite
    self.clocks = clocks
  }

  /// Checks the address, before any request, where the address alone identifies the API.
  ///
  /// - Throws: ``SyncFailure/otherAPI(_:archive:)``.
  func checkAddress() throws(SyncFailure) {
    guard let host, let bound else { return }
    let fixed = APIIdentity.fixed(host: host)
    let identity = fixed ?? APIIdentity.reported(host: host, server: nil)
    // Only its answers tell whether an API on this machine is the sample network.
    if fixed == nil, APIIdentity.isSampleNetwork(bound) { return }
    if identity != bound { throw .otherAPI(identity, archive: bound) }
  }

  /// Checks the head of an answer before the answer is used.
  ///
  /// - Parameters:
  ///   - site: The site that the request is about; nil for one to the network's API.
  ///   - sent: When the request was sent.
  ///   - received: When the answer arrived.
  /// - Returns: Why the answer of a server of one site cannot be used.
  /// - Throws: ``SyncFailure``, where another API answers than the network's, or its clock and ours differ.
  func observe(
    _ head: AnswerHead, of site: SiteRef?, sent: Date, received: Date
  ) throws(SyncFailure) -> Fault? {
    let reading = head.clock(sent: sent, received: received)
    if reading == .confirms { observed.withLock { $0.hasDate = true } }
    if let host, site == nil || !hasServerOfEachSite {
      try observe(host, head.server)
      if let reading { clocks.note(reading, ofAPI: host) }
      if let theirs = reading?.date(received) { throw .wrongClock(ours: received, theirs: theirs) }
    } else {
      if let reading, let site { clocks.note(reading, of: site) }
      if let fault = reading?.fault(received) { return fault }
    }
    guard head.age > AnswerHead.mostAge else { return nil }
    return Fault(.wrongClock, "the answer comes from a cache and is older than a day")
  }

  private func observe(_ host: String, _ server: String?) throws(SyncFailure) {
    let identity = APIIdentity.of(host: host, server: server)
    let expected = observed.withLock { seen in
      seen.identity = seen.identity ?? identity
      return bound ?? seen.identity
    }
    if let expected, identity != expected { throw .otherAPI(identity, archive: expected) }
  }

  fileprivate func notice<Payload>(_ answer: Answer<Payload>) {
    observed.withLock { seen in
      seen.deprecation = seen.deprecation ?? answer.head?.deprecation
      seen.sunset = seen.sunset ?? answer.head?.sunset
      seen.quota = answer.quota?.max ?? seen.quota
      guard answer.outcome.isUsable, let head = answer.head else { return }
      seen.hasAnswer = true
      seen.hasTime = seen.hasTime || head.serverDate != nil
    }
  }

  /// What the user should know of the answers of a run, a sentence for each fact.
  func notices(of network: any Network) -> [String] {
    let seen = observed.withLock { $0 }
    let end = [
      seen.deprecation.map { "it is deprecated (Deprecation: \($0))" },
      seen.sunset.map { "it will be switched off (Sunset: \($0))" },
    ].compactMap { $0 }
    var sentences: [String] = []
    if !end.isEmpty {
      sentences.append(
        "The API says that \(end.joined(separator: " and that ")): look for a newer version of modexport."
      )
    }
    if let origin = network.keyOrigin, let keyless = network.limits.keylessQuota,
      let quota = seen.quota, quota <= keyless
    {
      sentences.append(
        "The API does not honour the key of \(origin): it allows \(quota) requests a day, as without one."
      )
    }
    if seen.hasAnswer, !seen.hasTime {
      sentences.append("The API sends no Date header: this machine's clock is not confirmed.")
    }
    return sentences
  }

  /// Returns if no answer has failed a check yet.
  ///
  /// - Throws: The error of the first answer that failed: ``SyncFailure/otherAPI(_:archive:)`` or
  ///   ``SyncFailure/wrongClock(ours:theirs:)``.
  func check() throws(SyncFailure) {
    if let contradiction = observed.withLock(\.contradiction) { throw contradiction }
  }

  fileprivate func note(_ contradiction: SyncFailure) {
    observed.withLock { $0.contradiction = $0.contradiction ?? contradiction }
  }

  /// The identity of the API for all sites; nil where no answer has identified it yet, or where
  /// there is none.
  var knownIdentity: String? {
    observed.withLock(\.identity) ?? bound ?? host.flatMap { APIIdentity.fixed(host: $0) }
  }

  /// The identity of the API for all sites, as far as it is known; nil where there is none.
  var identity: String? {
    knownIdentity ?? host.map { APIIdentity.reported(host: $0, server: nil) }
  }

  /// Whether only an answer can identify the API, and none has arrived yet.
  var needsAnswer: Bool { host != nil && knownIdentity == nil }

  /// Whether an answer of the API has arrived.
  var hasAnswer: Bool { observed.withLock { $0.identity != nil } }

  /// Whether an answer had a `Date` header: the clocks then agreed.
  var believesClock: Bool { observed.withLock(\.hasDate) }
}

extension ClockReading {
  /// The server's time where it contradicts ours; nil otherwise.
  fileprivate func date(_ now: Date) -> Date? {
    switch self {
    case .confirms: nil
    case .contradicts(let seconds): now + seconds
    case .uncertain(let seconds): now - seconds
    }
  }

  /// Why nothing of the server can be dated; nil where its clock agrees with ours.
  fileprivate func fault(_ now: Date) -> Fault? {
    guard let theirs = date(now) else { return nil }
    var words = "its clock shows \(theirs.rfc3339) and this machine's \(now.rfc3339)"
    if case .uncertain = self {
      words += ", or an old answer of a cache that does not tell its age"
    }
    return Fault(.wrongClock, words)
  }
}

/// Passes every answer of the API to the witness, and sends no more requests once one has failed a
/// check. Responses of a proxy or CDN in front of the API are not checked.
///
/// The answer itself is returned to the throttle, which needs its quota and waits; ``Believed``
/// then withholds it from all other code.
struct Witnessed: ClientTransport {
  let next: any ClientTransport
  let witness: APIWitness
  let time: any TimeSource

  /// - Throws: As ``ClientTransport/send(_:)``, and ``SyncFailure``.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    try witness.check()
    let sent = time.now
    var answer = try await next.send(request)
    defer { witness.notice(answer) }
    guard answer.outcome.isUsable, let head = answer.head else { return answer }
    do {
      let fault = try witness.observe(head, of: request.site, sent: sent, received: time.now)
      if let fault { (answer.outcome, answer.payload) = (.permanent(fault), nil) }
    } catch {
      witness.note(error)
    }
    return answer
  }
}

/// Throws instead of returning answers once one has failed a check.
struct Believed: ClientTransport {
  let next: any ClientTransport
  let witness: APIWitness

  /// - Throws: As ``ClientTransport/send(_:)``, and ``SyncFailure``.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let answer = try await next.send(request)
    try witness.check()
    return answer
  }
}
