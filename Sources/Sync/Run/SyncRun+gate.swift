import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

/// What is checked before a run records anything in the archive: the API must be the archive's, and no
/// roster may be dated in the future of a clock that is right.
extension SyncRun {
  /// Whether the run needs the API's time before it walks.
  var needsTime: Bool {
    get throws { try rosterOfTheFuture() != nil }
  }

  /// Whether the run uses another API than the one that the archive is bound to, as far as is known:
  /// its list of sites is then fetched, however young the archive's own is.
  var changesAPI: Bool {
    get throws {
      guard let identity = witness.knownIdentity else { return false }
      return try archive.api(of: network.id) != identity
    }
  }

  /// Binds an archive to the API that answers, and corrects dates of a wrong clock where the user
  /// asks for it. Call it when the first answer has arrived, before its content is recorded.
  ///
  /// - Throws: ``SyncFailure/futureRoster(_:readAt:now:)`` where the dates are wrong and are not
  ///   corrected; ``Stopped`` where no server could be reached that tells the time; `ArchiveError`.
  func acceptAPI() throws {
    if let (site, readAt) = try rosterOfTheFuture() {
      guard options.redates, witness.believesClock else {
        if options.redates {
          observer.warning("No server told the time, by which dates could be corrected: they stay.")
          let traffic = requests.traffic.counts
          if traffic.requests > 0, traffic.usable == 0 { throw Stopped(.unreachable) }
        }
        throw SyncFailure.futureRoster(site, readAt: readAt, now: time.now)
      }
      try redate()
    }
    if try changesAPI, let identity = witness.knownIdentity {
      try archive.bindAPI(identity, network: network.id, at: time.now)
    }
  }

  private func redate() throws {
    let moved = try archive.redate(to: time.now)
    observer.warning(
      "Corrected dates that a wrong clock had set in the future: \(moved.rosters.counted("roster")) of "
        + "\(moved.sites.counted("site")). The time of reading is known only from the rosters before."
    )
  }

  /// Waits until the date of the newest roster is in the past, so that the next roster is later by
  /// the clock itself. This takes at most ``ArchiveDatabase/maxClockSkew`` after ``acceptAPI()``.
  ///
  /// - Throws: `ArchiveError`, `CancellationError`; `Stopped` where the run ends meanwhile.
  func waitForNewestRoster() async throws {
    guard let newest = try archive.newestRoster(), newest.readAt > time.now else { return }
    try await time.sleep(until: newest.readAt)
  }

  /// The newest roster, where its date is further in the future than the tolerance for a right
  /// clock.
  private func rosterOfTheFuture() throws -> (site: SiteRef, readAt: Date)? {
    guard let newest = try archive.newestRoster(),
      newest.readAt > time.now + ArchiveDatabase.maxClockSkew
    else { return nil }
    return (newest.site, newest.readAt)
  }
}
