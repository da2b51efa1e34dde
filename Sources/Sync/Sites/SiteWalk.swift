import Archive
import FoundationEssentials
import Networks
import Roster
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
  /// Which API answers for all sites; nil where each site has one of its own.
  let api: String?
  let writes: WriteQueue
  let clocks: ServerClocks
  /// Of whom nothing is stored; nil for nobody.
  var withheld: WithheldPeople?

  /// A site whose lists are known.
  struct OpenSite: Sendable {
    var site: Site
    var lists: SiteLists
    /// The requests that it took to know them.
    var requests: Int
    /// See ``Archive/KnownSite/isBlank``. The archive is not asked for what it cannot have: the answer would wait
    /// while it publishes another site's roster.
    var isBlank: Bool
    /// The age of the answers so far.
    var oldest: OldestAnswer
    /// What it was at another address, where its published roster was read; nil where it has not moved since.
    var former: Site?

    /// Whether the site says now what it said before its published roster was read. An answer from a cache says nothing
    /// of now.
    func says(_ mark: String?) -> Bool {
      mark != nil && lists.mark == mark && oldest.age == 0
    }
  }

  /// A site all of whose pages were read.
  struct FetchedSite: Sendable {
    var opened: OpenSite
    var recorder: WalkRecorder
    var evidence: Evidence
    /// Requests for the walk, also those of earlier runs.
    var requests: Int
  }

  /// Asks for the lists of a site, where that takes requests, and records the name that the site
  /// itself reports, unless it has moved: then it may be another one.
  ///
  /// - Throws: ``Fault`` where such a request failed; ``Stopped``; `CancellationError`.
  func open(_ site: Site, isBlank: Bool) async throws -> OpenSite {
    let (requests, oldest) = (WalkCount(), OldestAnswer())
    let context = ListContext(
      prepared: prepared, pageSize: options.pageSize,
      known: { [archive, withheld] in
        if isBlank { return KnownRoster() }
        var known = try archive.knownRoster(of: site.ref)
        known.number = try withheld?.numbers(ofUsersOn: site.ref)
        return known
      })
    let lists = try await network.lists(
      of: site, context,
      through: WalkTransport(next: transport, site: site.ref, requests: requests, oldest: oldest))
    try refuseUnusable(lists)
    if let warning = lists.warning { observer.warning(warning) }
    var opened = OpenSite(
      site: site, lists: lists, requests: requests.value, isBlank: isBlank, oldest: oldest)
    if !isBlank, site.hasOwnServer, let former = try archive.siteOfRoster(of: site.ref),
      site.hasMoved(from: former.url)
    {
      opened.former = former
    } else {
      try recordName(of: opened)
    }
    return opened
  }

  /// Records the name that the site itself reports.
  func recordName(of opened: OpenSite) throws {
    var site = opened.site
    guard let name = opened.lists.siteName, name != site.name else { return }
    site.name = name
    _ = try archive.recordSites(
      [site], network: network.id, at: time.now - opened.oldest.age, isWhole: false)
  }

  /// - Throws: ``Fault`` where the archive cannot have the lists, or they are too many to be read.
  private func refuseUnusable(_ lists: SiteLists) throws(Fault) {
    let count = lists.rosters.count
    guard count <= SyncOptions.mostLists else {
      throw Fault(.tooLarge, "it has \(count) lists, more than \(SyncOptions.mostLists)")
    }
    let roles = lists.rosters.map(\.role)
    if let role = roles.first(where: { !$0.isUsable }) {
      throw Fault(.undecodable, "it has a role called '\(role.rawValue)', which cannot be stored")
    }
    if Set(roles).count < count {
      throw Fault(.undecodable, "it has two lists of one role")
    }
  }

  /// Fetches all pages of a site.
  ///
  /// - Throws: ``Fault`` where a page could not be fetched; ``Stopped``; `CancellationError`. The
  ///   next walk reuses the recorded pages.
  func fetch(_ opened: OpenSite) async throws -> FetchedSite {
    let site = opened.site
    let source = WalkSource(api: api ?? site.id, query: opened.lists.source)
    let recorder = try WalkRecorder(
      BegunWalk(site: site.ref, run: run, at: time.now, source: source), archive: archive,
      writes: writes, mayResume: !opened.isBlank)
    let partial = opened.isBlank ? nil : network.partialAnswers
    let answers = partial.flatMap { $0.isPartial(source.query) ? $0 : nil }
    let requests = WalkCount(recorder.requestsBefore + opened.requests)
    do {
      // Both readings of one list with as many pages as are read, and of all lists with a page each.
      let most = 2 * (network.limits.mostPages + SyncOptions.mostLists)
      let transport = WalkTransport(
        next: transport, site: site.ref, requests: requests, most: most, oldest: opened.oldest)
      let text = WalkCount()
      let lists = opened.lists.rosters.map { list in
        pageWalk(
          list, of: site.ref, through: transport, text: text, oldest: opened.oldest,
          completing: { [archive] rows in
            guard let answers else { return rows }
            let known = try archive.knownRows(
              of: site.ref, role: list.role, users: rows.map(\.userID))
            return rows.map { row in known[row.userID].map { answers.completing(row, $0) } ?? row }
          },
          record: { try await recorder.record($0) })
      }
      let pages = try await PageWalker.run(lists, resuming: recorder.resumed)
      return FetchedSite(
        opened: opened, recorder: recorder, evidence: Evidence(pages: pages.map(\.evidence)),
        requests: requests.value)
    } catch let fault as Fault where fault.isRefusal || fault.kind == .tooLarge {
      let verdict = Verdict.incomplete([.missingPage])
      try archive.finishWalk(
        recorder.store(), verdict: verdict, at: time.now, requests: requests.value)
      throw fault
    } catch {
      try archive.countRequests(requests.value, walk: recorder.store())
      throw error
    }
  }

  /// - Parameters:
  ///   - text: Counts the bytes of the walk's texts.
  ///   - oldest: Tells how long ago the answers were true.
  ///   - completing: Applied to the rows of a page of the first reading before their digest is
  ///     computed.
  func pageWalk(
    _ list: RosterList, of site: SiteRef, through transport: WalkTransport,
    text: WalkCount = WalkCount(), oldest: OldestAnswer,
    completing: @escaping @Sendable ([Moderator]) throws -> [Moderator] = { $0 },
    record: @escaping @Sendable (RecordedPage) async throws -> Void
  ) -> PageWalker {
    let pageSize = options.pageSize ?? network.limits.pageSize
    return PageWalker(
      role: list.role, paging: list.paging, pageSize: pageSize, rules: network.rules,
      limit: min(options.concurrency, SyncOptions.mostPagesOfSite),
      mostPages: network.limits.mostPages,
      fetch: { reading, position in
        let query = PageQuery(at: position, pageSize: pageSize, reading: reading)
        var page = try await list.page(query, transport).value()
        let most = SyncOptions.mostText
        guard text.add(page.items.reduce(0) { $0 + $1.textLength }) <= most else {
          throw Fault(.tooLarge, "the roster has more than \(most >> 20) MiB of text")
        }
        if let item = page.items.first(where: { Withheld.has($0.userID) }) {
          throw Fault(.undecodable, "it has a user with the id \(item.userID), which no site has")
        }
        // Before the digest of the page is computed: the archive knows the anonymous row.
        if let withheld { page.items = try withheld.replacing(page.items, on: site) }
        if reading == .first { page.items = try completing(page.items) }
        return page
      },
      record: record, now: { time.now - oldest.age })
  }
}

extension ArchiveDatabase {
  /// What the lists of a site must be comparable with.
  fileprivate func knownRoster(of site: SiteRef) throws -> KnownRoster {
    KnownRoster(
      users: try currentUsers(of: site) ?? [:], source: try latestRoster(of: site)?.query)
  }
}

extension Moderator {
  /// The size of the texts that users can write, in bytes.
  var textLength: Int {
    displayName.utf8.count + (location?.utf8.count ?? 0) + (aboutText?.utf8.count ?? 0)
  }
}
