import Archive
import FoundationEssentials
import PageWalk
import Roster
import StackExchange
import Synchronization
import Transport

/// Walks one site once, and publishes its roster where the walk proves it.
struct SiteWalk: Sendable {
  let archive: ArchiveDatabase
  let api: APIEndpoint
  let transport: any ClientTransport
  let time: any TimeSource
  let options: SyncOptions
  let filter: Filter
  let run: Int

  /// What one walk of a site led to.
  enum Result: Sendable {
    case published(PublishedRoster)
    /// The walk proves no whole roster. `ids` are what it read, where it was complete by its own
    /// word but says that too many left.
    case refused(Verdict, ids: Set<Int>?)
  }

  /// - Parameters:
  ///   - isLast: Whether no other walk of the site follows in this run.
  ///   - shrunk: The ids that an earlier walk of this run read when it said that too many left.
  /// - Throws: ``Fault`` where a page could not be fetched; ``Stopped``; `CancellationError`. What was
  ///   recorded serves the next walk.
  func walk(_ site: Site, isLast: Bool, shrunk: Set<Int>?) async throws -> Result {
    let open = try archive.openWalk(
      site: site.ref, run: run, at: time.now,
      maxAge: SyncOptions.walkLifetime, source: try source(of: site))
    let requests = WalkCount(open.requests)
    do {
      let pages = try await pageWalk(site, counting: requests) { page in
        try archive.record(page, walk: open.id)
      }.run(resuming: open.pages)
      return try conclude(
        open, site, pages, requests: requests.value, isLast: isLast, shrunk: shrunk)
    } catch let fault as Fault where fault.isRefusal {
      let verdict = Verdict.incomplete([.missingPage])
      try archive.finishWalk(open.id, verdict: verdict, at: time.now, requests: requests.value)
      throw fault
    } catch {
      try archive.countRequests(requests.value, walk: open.id)
      throw error
    }
  }

  /// What all requests of a walk over a site have in common.
  private func source(of site: Site) throws -> WalkSource {
    WalkSource(
      api: try archive.api(of: site.network) ?? api.host,
      query: "filter=\(filter.id)&pagesize=\(options.pageSize)&sort=creation")
  }

  /// What proves who was elected: a walk of its own under the same rules; nil where that walk proves
  /// nothing.
  func elected(_ site: Site) async throws -> Evidence? {
    let pages = try await pageWalk(site, electedOnly: true, counting: WalkCount()) { _ in }.run()
    let evidence = Evidence(pages: pages.map(\.evidence))
    return evidence.verdict == .complete ? evidence : nil
  }

  private func pageWalk(
    _ site: Site, electedOnly: Bool = false, counting requests: WalkCount,
    record: @escaping @Sendable (RecordedPage) throws -> Void
  ) -> PageWalker<NumberedPages> {
    let allowance = RetryAllowance(seconds: SyncOptions.retryAllowance)
    let text = WalkCount()
    return PageWalker(
      paging: NumberedPages(pageSize: options.pageSize), limit: options.concurrency,
      mostPages: SyncOptions.mostPages(isKeyed: api.key != nil),
      fetch: { reading, number in
        let request = api.moderators(
          of: site.id, page: number, pageSize: options.pageSize,
          order: reading == .first ? .ascending : .descending, filter: filter,
          electedOnly: electedOnly, withAboutText: reading == .first && !electedOnly,
          allowance: allowance)
        let answer = try await transport.send(request)
        requests.add(answer.attempts)
        let page = try answer.value()
        let most = SyncOptions.mostText
        guard text.add(page.items.reduce(0) { $0 + $1.textLength }) <= most else {
          throw Fault(.tooLarge, "the roster has more than \(most >> 20) MiB of text")
        }
        return page
      },
      record: record, now: { time.now })
  }

  private func conclude(
    _ open: OpenWalk, _ site: Site, _ pages: [RecordedPage], requests: Int, isLast: Bool,
    shrunk: Set<Int>?
  ) throws -> Result {
    let evidence = Evidence(pages: pages.map(\.evidence))
    let ids = Set(evidence.pages(of: .first).flatMap(\.userIDs))
    var verdict = evidence.verdict
    let doubt = verdict.name == .incomplete ? nil : try doubt(ids, site, shrunk: shrunk)
    if let doubt { verdict = .incomplete([doubt]) }
    guard mayPublish(verdict, isLast: isLast) else {
      try archive.finishWalk(open.id, verdict: verdict, at: time.now, requests: requests)
      return .refused(verdict, ids: doubt == nil ? nil : ids)
    }
    let start = time.now
    let publication = try archive.publish(
      open.id, verdict: verdict, at: evidence.provenAt ?? start, requests: requests)
    return .published(
      PublishedRoster(
        verdict: verdict, moderators: publication.moderators, changes: publication.changes,
        seconds: time.now.timeIntervalSince(start)))
  }

  /// A roster that may have moved is walked again before its lack of proof is accepted.
  private func mayPublish(_ verdict: Verdict, isLast: Bool) -> Bool {
    switch verdict {
    case .complete: true
    case .incomplete: false
    case .unproven(let reasons):
      options.acceptUnproven && (isLast || !reasons.contains(where: \.suggestsMovement))
    }
  }

  /// Why a roster with these ids is not believed; nil where it is.
  ///
  /// More than two and more than a quarter left at once, unless an earlier walk of this run read the
  /// same; or nobody is listed, whether or not a roster was published before: every site lists at
  /// least the Community user.
  private func doubt(
    _ ids: Set<Int>, _ site: Site, shrunk: Set<Int>?
  ) throws -> Verdict.Reason? {
    guard !options.acceptShrink else { return nil }
    if ids.isEmpty { return .emptyRoster }
    let old = try archive.currentIDs(of: site.ref)
    let left = old.subtracting(ids).count
    return left > 2 && left * 4 > old.count && shrunk != ids ? .suddenShrink : nil
  }
}

/// A count of one walk, from the tasks that ask for its pages.
private final class WalkCount: Sendable {
  private let count: Mutex<Int>

  init(_ start: Int = 0) {
    count = Mutex(start)
  }

  var value: Int { count.withLock { $0 } }

  /// Adds to the count and returns the sum.
  @discardableResult func add(_ number: Int) -> Int {
    count.withLock {
      $0 += number
      return $0
    }
  }
}

extension Fault {
  /// Whether the API itself says no, now and in another run.
  var isRefusal: Bool { kind == .refused }
}

extension Moderator {
  /// Bytes of what somebody can write at length.
  fileprivate var textLength: Int {
    displayName.utf8.count + (location?.utf8.count ?? 0) + (aboutMe?.utf8.count ?? 0)
  }
}
