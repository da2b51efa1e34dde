import Archive
import FoundationEssentials
import Roster
import Transport

/// What must hold before a run takes anything into the archive: that the API which answers is the
/// archive's, and that no roster lies in the future of a clock that is right.
struct RunGate: Sendable {
  let archive: ArchiveDatabase
  let witness: APIWitness
  let options: SyncOptions
  let time: any TimeSource
  let observer: any SyncObserver
  let network: NetworkID

  /// Whether the run must hear the time from the API before it walks.
  var needsTime: Bool {
    get throws { try rosterOfTheFuture() != nil }
  }

  /// Binds an archive to the API that answers, and mends dates of a wrong clock where the user asks for
  /// it. To be called when an answer has come, and before what it holds is recorded.
  ///
  /// - Throws: ``SyncFailure/futureRoster(_:readAt:now:)`` where the dates are wrong and stay so;
  ///   `ArchiveError`.
  func pass() throws {
    if let (site, readAt) = try rosterOfTheFuture() {
      guard options.redates, witness.believesClock else {
        throw SyncFailure.futureRoster(site, readAt: readAt, now: time.now)
      }
      try redate()
    }
    guard let identity = witness.knownIdentity else { return }
    if try archive.api(of: network) != identity {
      try archive.bindAPI(identity, network: network)
    }
  }

  private func redate() throws {
    let moved = try archive.redate(to: time.now)
    observer.warning(
      "Dated anew what a wrong clock had dated in the future: \(moved.rosters.counted("roster")) of "
        + "\(moved.sites.counted("site")). When they were read is known only as far as the rosters before "
        + "tell.")
  }

  /// Waits until the newest roster is dated in the past, so that what is read next is later than it by the
  /// clock itself. It takes no longer than ``ArchiveDatabase/mostLead``, once ``pass()`` has let the run through.
  ///
  /// - Throws: `ArchiveError`, `CancellationError`; `Stopped` where the run ends meanwhile.
  func settle() async throws {
    guard let newest = try archive.newestRoster(), newest.readAt > time.now else { return }
    try await time.sleep(until: newest.readAt)
  }

  /// The newest roster, where it is dated later than a clock can be off that is right.
  private func rosterOfTheFuture() throws -> (site: SiteRef, readAt: Date)? {
    guard let newest = try archive.newestRoster(),
      newest.readAt > time.now + ArchiveDatabase.mostLead
    else { return nil }
    return (newest.site, newest.readAt)
  }
}
