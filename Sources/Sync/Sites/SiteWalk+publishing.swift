import Archive
import FoundationEssentials
import Networks
import Roster
import Transport

extension SiteWalk {
  /// Publishes the roster of a site where its walk proves it.
  ///
  /// - Parameters:
  ///   - isLast: Whether this is the last walk of the site in this run.
  ///   - repeated: The users that an earlier walk of this run read when too many moderators had left.
  /// - Returns: `published` or `refused`.
  /// - Throws: `CancellationError`, `ArchiveError`; the next walk reuses the pages.
  func conclude(
    _ fetched: FetchedSite, isLast: Bool, repeated: [Role: Set<Int>]?
  ) async throws -> SiteOutcome {
    if let fault = try outdated(fetched) {
      // A later run would take its pages for new.
      try keep(fetched, usable: false)
      throw fault
    }
    do {
      return try await concluded(fetched, isLast: isLast, repeated: repeated)
    } catch {
      try archive.countRequests(fetched.requests, walk: fetched.recorder.store())
      throw error
    }
  }

  private func concluded(
    _ fetched: FetchedSite, isLast: Bool, repeated: [Role: Set<Int>]?
  ) async throws -> SiteOutcome {
    let (site, recorder, requests) = (fetched.opened.site, fetched.recorder, fetched.requests)
    let evidence = fetched.evidence
    let users = evidence.users
    let current = fetched.opened.isBlank ? nil : try archive.currentUsers(of: site.ref)
    let verdict = verdict(on: evidence, replacing: current ?? [:])
    let start = time.now
    let finished = FinishedWalk(
      try recorder.finished(), by: network.rules, acceptUnproven: options.acceptUnproven,
      at: evidence.provenAt ?? start, requests: requests,
      // Pages of an earlier run were read before the site said this.
      mark: recorder.resumed.isEmpty ? fetched.opened.lists.mark : nil)
    let doubt =
      options.acceptShrink || verdict.name == .incomplete
      ? nil
      : try isOtherSite(fetched.opened, finished)
        ? .otherSite
        : network.rules.doubt(about: users, replacing: current, repeating: repeated)
    let isLower =
      try doubt == nil && !fetched.opened.isBlank && isLowerGrade(verdict, than: site.ref)
    guard doubt == nil, !isLower, mayPublish(verdict, isLast: isLast) else {
      let verdict =
        isLower
        ? .incomplete([.lowerGrade] + verdict.reasons) : doubt.map { .incomplete([$0]) } ?? verdict
      try archive.finishWalk(
        recorder.store(), verdict: verdict, at: time.now, requests: requests)
      return .refused(verdict, users: doubt == nil ? nil : users)
    }
    if fetched.opened.former != nil { try recordName(of: fetched.opened) }
    let publication = try await writes.run { try archive.publish(finished) }
    observer.published(publication, of: site.ref, seconds: time.now.timeIntervalSince(start))
    return .published(publication, elected: .settled)
  }

  /// Whether a site that has moved can be another one than before.
  private func isOtherSite(_ opened: OpenSite, _ finished: FinishedWalk) throws -> Bool {
    guard let former = opened.former else { return false }
    // A site that does not tell its name is called by its id.
    let before = ProofRules.Face(
      siteName: former.name == former.id ? nil : former.name,
      names: try archive.currentNames(of: opened.site.ref))
    let now = ProofRules.Face(
      siteName: opened.lists.siteName, names: try archive.names(in: finished))
    return ProofRules.suggestOtherSite(before, now)
  }

  /// The fault of a site whose cache answered with what was true before the published roster was read.
  private func outdated(_ fetched: FetchedSite) throws -> Fault? {
    guard fetched.opened.oldest.age > 0, !fetched.opened.isBlank,
      let last = try archive.latestRoster(of: fetched.opened.site.ref),
      let date = fetched.evidence.earliestPageAt, date <= last.readAt
    else { return nil }
    return Fault(fromCacheAt: date, before: "the published roster")
  }

  /// The verdict by the rules, unless a list was not read that has rows of the published roster: nothing
  /// shows then that these people left.
  ///
  /// - Parameter current: The users of the published roster.
  private func verdict(on evidence: Evidence, replacing current: [Role: Set<Int>]) -> Verdict {
    let isWhole = Set(current.keys).isSubset(of: evidence.pages.map(\.role))
    return isWhole ? evidence.verdict(by: network.rules) : .incomplete([.missingPage])
  }

  /// Whether the verdict allows to publish a roster, and that would replace one of a higher grade.
  private func isLowerGrade(_ verdict: Verdict, than site: SiteRef) throws -> Bool {
    guard !options.acceptUnproven, !verdict.needsAcceptance, let grade = verdict.grade else {
      return false
    }
    return try !grade.mayReplace(archive.currentGrade(of: site))
  }

  /// A roster that may have changed during the walk is walked again before an unproven one is
  /// accepted.
  private func mayPublish(_ verdict: Verdict, isLast: Bool) -> Bool {
    guard verdict.mayBePublished(acceptingUnproven: options.acceptUnproven) else { return false }
    return !verdict.needsAcceptance || isLast
      || !verdict.reasons.contains(where: \.suggestsMovement)
  }

  /// Keeps the pages of a site that is not published in this run, where a later walk may use them.
  ///
  /// - Throws: `ArchiveError`.
  func keep(_ fetched: FetchedSite, usable: Bool) throws {
    let recorder = fetched.recorder
    if usable {
      try archive.countRequests(fetched.requests, walk: recorder.store())
    } else {
      try recorder.discard(at: time.now, requests: fetched.requests)
    }
  }
}

/// Writes pages and rosters one after the other: the walks that wait for their turn keep no thread from fetching.
actor WriteQueue {
  func run<Value: Sendable>(_ body: @Sendable () throws -> Value) throws -> Value { try body() }
}
