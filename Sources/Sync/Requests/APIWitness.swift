import FoundationEssentials
import Roster
import Synchronization
import Transport

/// Holds what answers say of themselves against what is known: that they come from the archive's API, and
/// that this machine's clock is right.
package final class APIWitness: Sendable {
  private struct Told {
    var identity: String?
    var hasDate = false
    var contradiction: SyncFailure?
  }

  /// Seconds by which the API's clock and ours may differ. Nobody's clock is kept worse than that who keeps
  /// one, and an answer on its way for that long has long failed.
  static let mostSkew: TimeInterval = 600

  private let host: String?
  /// The API that the archive was mirrored from; nil where that is not known yet, or may change.
  private let bound: String?
  private let told = Mutex(Told())

  /// - Parameters:
  ///   - host: Host and port in lowercase; nil where each site answers for itself, so that its address is
  ///     who answers.
  ///   - bound: The identity of the API that the archive was mirrored from, nil for any.
  init(host: String?, bound: String?) {
    self.host = host
    self.bound = bound
  }

  /// Before anything is sent: whether the address alone tells that it is another API.
  ///
  /// - Throws: ``SyncFailure/otherAPI(_:archive:)``.
  func checkAddress() throws(SyncFailure) {
    guard let host, let bound else { return }
    let fixed = APIIdentity.fixed(host: host)
    // What answers on this machine says itself who it is.
    if fixed == nil, APIIdentity.isOfThisMachine(bound) { return }
    let identity = fixed ?? APIIdentity.told(host: host, server: nil)
    if identity != bound { throw .otherAPI(identity, archive: bound) }
  }

  /// Takes in what an answer's head says, before anybody uses the answer.
  ///
  /// - Parameters:
  ///   - sent: When the request was sent.
  ///   - received: When the answer was there.
  /// - Throws: ``SyncFailure``, where another API answers or the clocks differ.
  func hear(_ head: AnswerHead, sent: Date, received: Date) throws(SyncFailure) {
    if head.serverDate != nil { told.withLock { $0.hasDate = true } }
    if let host { try hear(host, head.server) }
    guard let date = head.serverDate else { return }
    if date < sent - Self.mostSkew || date > received + Self.mostSkew {
      throw .wrongClock(ours: received, theirs: date)
    }
  }

  private func hear(_ host: String, _ server: String?) throws(SyncFailure) {
    let identity = APIIdentity.of(host: host, server: server)
    let expected = told.withLock { told in
      told.identity = told.identity ?? identity
      return bound ?? told.identity
    }
    if let expected, identity != expected { throw .otherAPI(identity, archive: expected) }
  }

  /// Passes as long as no answer has contradicted what is known.
  ///
  /// - Throws: What the first such answer said: ``SyncFailure/otherAPI(_:archive:)`` or
  ///   ``SyncFailure/wrongClock(ours:theirs:)``.
  func check() throws(SyncFailure) {
    if let contradiction = told.withLock(\.contradiction) { throw contradiction }
  }

  fileprivate func note(_ contradiction: SyncFailure) {
    told.withLock { $0.contradiction = $0.contradiction ?? contradiction }
  }

  /// The API that answers for all sites; nil where only its answer will tell, or where there is none.
  var knownIdentity: String? {
    told.withLock(\.identity) ?? bound ?? host.flatMap { APIIdentity.fixed(host: $0) }
  }

  /// The API that answers for all sites, as far as is known; nil where there is none.
  var identity: String? {
    knownIdentity ?? host.map { APIIdentity.told(host: $0, server: nil) }
  }

  /// Whether an answer has told the time, with which ours then agreed.
  var believesClock: Bool { told.withLock(\.hasDate) }
}

/// Shows every answer of the API to the witness, and sends nothing more once one has contradicted what is
/// known. What something in front of the API answers says nothing of the API.
///
/// The answer itself goes on to the throttle, which has to know of quota and waits; ``Believed`` keeps it
/// from everybody else.
struct Witnessed: ClientTransport {
  let next: any ClientTransport
  let witness: APIWitness
  let time: any TimeSource

  /// - Throws: As the protocol says, and ``SyncFailure``.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    try witness.check()
    let sent = time.now
    let answer = try await next.send(request)
    guard answer.outcome.isUsable, let head = answer.head else { return answer }
    do {
      try witness.hear(head, sent: sent, received: time.now)
    } catch {
      witness.note(error)
    }
    return answer
  }
}

/// Lets no answer through once one has contradicted what is known.
struct Believed: ClientTransport {
  let next: any ClientTransport
  let witness: APIWitness

  /// - Throws: As the protocol says, and ``SyncFailure``.
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    let answer = try await next.send(request)
    try witness.check()
    return answer
  }
}
