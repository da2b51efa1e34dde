import Archive
import FoundationEssentials
import Networks
import PageWalk
import Roster
import Synchronization
import Transport

/// Walks one site once, and publishes its roster where the walk proves it complete.
struct SiteWalk: Sendable {
  let archive: ArchiveDatabase
  let network: any Network
  let transport: any ClientTransport
  let time: any TimeSource
  let options: SyncOptions
  let observer: any SyncObserver
  /// The prepared value of all requests; nil where the network has none.
  let prepared: String?
  let run: Int

  /// - Parameters:
  ///   - isLast: Whether this is the last walk of the site in this run.
  ///   - repeated: The ids that an earlier walk of this run read when too many moderators had left.
  /// - Returns: `published` or `refused`.
  /// - Throws: ``Fault`` where a page could not be fetched; ``Stopped``; `CancellationError`. The
  ///   next walk reuses the recorded pages.
  func walk(_ site: Site, isLast: Bool, repeated: Set<Int>?) async throws -> SiteOutcome {
    let source = try source(of: site)
    let open = try archive.openWalk(
      site: site.ref, run: run, at: time.now, maxAge: SyncOptions.walkLifetime, source: source)
    let completion = try RowCompletion(archive, network, site: site.ref, source: source.query)
    let requests = WalkCount(open.requests)
    do {
      let pages = try await pageWalk(
        site, .moderators, counting: requests, completing: completion.completing
      ) { page in
        try archive.record(page, walk: open.id)
      }.run(resuming: open.pages)
      return try conclude(
        open, site, Evidence(pages: pages.map(\.evidence)), requests: requests.value,
        isLast: isLast, repeated: repeated)
    } catch let fault as Fault where fault.isRefusal {
      let verdict = Verdict.incomplete([.missingPage])
      try archive.finishWalk(open.id, verdict: verdict, at: time.now, requests: requests.value)
      throw fault
    } catch {
      try archive.countRequests(requests.value, walk: open.id)
      throw error
    }
  }

  private var pageSize: Int { options.pageSize ?? network.limits.pageSize }

  /// The common part of all requests of a walk.
  private func source(of site: Site) throws -> WalkSource {
    WalkSource(
      api: try archive.api(of: site.network) ?? network.host ?? site.id,
      query: network.source(pageSize: pageSize, prepared: prepared))
  }

  /// - Parameter completing: Applied to the rows of a page of the first reading before their digest
  ///   is computed.
  func pageWalk(
    _ site: Site, _ list: RosterQuery.List, counting requests: WalkCount,
    completing: @escaping @Sendable ([Moderator]) throws -> [Moderator] = { $0 },
    record: @escaping @Sendable (RecordedPage) throws -> Void
  ) -> PageWalker {
    let allowance = RetryAllowance(seconds: SyncOptions.retryAllowance)
    let text = WalkCount()
    return PageWalker(
      paging: network.paging, pageSize: pageSize, rules: network.rules, limit: options.concurrency,
      mostPages: network.limits.mostPages,
      fetch: { reading, position in
        let query = RosterQuery(
          list, of: site.ref, at: position, pageSize: pageSize, reading: reading,
          prepared: prepared, withAboutText: reading == .first && list == .moderators,
          allowance: allowance)
        let answer = try await transport.send(network.page(query))
        requests.add(answer.attempts)
        var page = try answer.value()
        let most = SyncOptions.mostText
        guard text.add(page.items.reduce(0) { $0 + $1.textLength }) <= most else {
          throw Fault(.tooLarge, "the roster has more than \(most >> 20) MiB of text")
        }
        if reading == .first { page.items = try completing(page.items) }
        return page
      },
      record: record, now: { time.now }, wait: { try await time.sleep(until: $0) })
  }

  private func conclude(
    _ open: OpenWalk, _ site: Site, _ evidence: Evidence, requests: Int, isLast: Bool,
    repeated: Set<Int>?
  ) throws -> SiteOutcome {
    let ids = Set(evidence.pages(of: .first).flatMap(\.userIDs))
    let verdict = evidence.verdict(by: network.rules)
    let doubt =
      options.acceptShrink || verdict.name == .incomplete
      ? nil
      : network.rules.doubt(
        about: ids, replacing: try archive.currentIDs(of: site.ref), repeating: repeated)
    let isLower = try doubt == nil && isLowerGrade(verdict, than: site.ref)
    guard doubt == nil, !isLower, mayPublish(verdict, isLast: isLast) else {
      let verdict =
        isLower
        ? .incomplete([.lowerGrade] + verdict.reasons) : doubt.map { .incomplete([$0]) } ?? verdict
      try archive.finishWalk(open.id, verdict: verdict, at: time.now, requests: requests)
      return .refused(verdict, ids: doubt == nil ? nil : ids)
    }
    let start = time.now
    let publication = try archive.publish(
      open.id, by: network.rules, acceptUnproven: options.acceptUnproven,
      at: evidence.provenAt ?? start, requests: requests)
    observer.published(publication, of: site.ref, seconds: time.now.timeIntervalSince(start))
    return .published(publication, elected: .settled)
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
}

/// A counter that the concurrent requests of one walk share.
final class WalkCount: Sendable {
  private let count: Mutex<Int>

  init(_ start: Int = 0) {
    count = Mutex(start)
  }

  var value: Int { count.withLock { $0 } }

  /// Adds to the counter and returns the sum.
  @discardableResult func add(_ number: Int) -> Int {
    count.withLock {
      $0 += number
      return $0
    }
  }
}

extension Fault {
  /// Whether the API itself refuses, in this run and in later ones.
  var isRefusal: Bool { kind == .refused }
}

extension Moderator {
  /// The size of the texts that users can write, in bytes.
  fileprivate var textLength: Int {
    displayName.utf8.count + (location?.utf8.count ?? 0) + (aboutMe?.utf8.count ?? 0)
  }
}
