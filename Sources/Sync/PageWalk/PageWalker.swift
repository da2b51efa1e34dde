package import FoundationEssentials
package import Roster

/// One pass over all pages of one list of a roster, with a second reading where the rules of
/// completeness require it. A roster with several roles has a list for each: see ``run(_:resuming:)``.
///
/// It does not depend on the network or the archive: closures fetch and record a page. Page 1
/// reports the total; numbered pages are fetched concurrently, then the walk follows where each page
/// says that the next one begins, which alone ends it, up to a bound.
package struct PageWalker: Sendable {
  private let role: Role
  private let paging: Paging
  private let pageSize: Int
  private let rules: ProofRules
  private let limit: Int
  private let mostPages: Int
  private let fetch: @Sendable (Reading, PagePosition) async throws -> Page<Moderator>
  private let record: @Sendable (RecordedPage) async throws -> Void
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - role: That of the list, and so of all its items.
  ///   - pageSize: Items of a full page.
  ///   - rules: The rules of the network, which decide whether a second reading is needed.
  ///   - limit: Concurrent requests, 1 or more.
  ///   - mostPages: The maximum number of pages of one reading, 1 or more: a roster with more
  ///     counts as endless, which violates the rule of `has_more`.
  ///   - fetch: Fetches one page of a reading; the second reading is in the opposite order.
  ///   - record: Called with each page as it arrives, before the walk continues. The walk keeps
  ///     only the evidence of a page and not its items, to save memory.
  ///   - now: Returns the time to record with a page.
  package init(
    role: Role = .moderator, paging: Paging, pageSize: Int, rules: ProofRules, limit: Int,
    mostPages: Int,
    fetch: @escaping @Sendable (Reading, PagePosition) async throws -> Page<Moderator>,
    record: @escaping @Sendable (RecordedPage) async throws -> Void,
    now: @escaping @Sendable () -> Date
  ) {
    self.role = role
    self.paging = paging
    self.pageSize = pageSize
    self.rules = rules
    self.limit = limit
    self.mostPages = mostPages
    self.fetch = fetch
    self.record = record
    self.now = now
  }

  /// Fetches all pages.
  ///
  /// - Parameter pages: Pages that an earlier, interrupted walk recorded. Those of this list are not
  ///   fetched again; the rules detect whether the roster changed since.
  /// - Returns: All pages of the list, without items. The verdict follows from their evidence.
  /// - Throws: The first error of `fetch` or `record`, after the requests in flight have ended; the
  ///   next walk reuses all pages recorded until then.
  package func run(resuming pages: [RecordedPage] = []) async throws -> [RecordedPage] {
    try await Self.run([self], resuming: pages)
  }

  /// Fetches all pages of all lists of a roster, one list after the other: first the first reading of
  /// each, then the second ones, so that there is a moment between them for which all lists are proven. Once one list
  /// cannot be proven, the others are not read.
  ///
  /// - Parameters:
  ///   - lists: One for each role.
  ///   - pages: As for ``run(resuming:)``.
  /// - Returns: All pages that were read of these lists, without items.
  /// - Throws: As ``run(resuming:)`` does.
  package static func run(
    _ lists: [PageWalker], resuming pages: [RecordedPage] = []
  ) async throws -> [RecordedPage] {
    let roles = Set(lists.map(\.role))
    var pages = pages.filter { roles.contains($0.evidence.role) }
    for reading in Reading.allCases {
      for list in lists {
        let evidence = Evidence(pages: pages.map(\.evidence))
        guard
          reading == .first || evidence.needsSecondReading(of: list.role, by: list.rules)
        else { continue }
        let ofList = pages.filter { $0.evidence.role == list.role }
        let known = ofList.filter { $0.evidence.reading == reading }
        let read = try await list.read(reading, known: known)
        pages.removeAll { $0.evidence.role == list.role && $0.evidence.reading == reading }
        pages += read
        if reading == .first,
          Evidence(pages: read.map(\.evidence)).isUnprovable(by: list.rules)
        {
          return pages
        }
      }
    }
    return pages
  }

  private func read(_ reading: Reading, known: [RecordedPage]) async throws -> [RecordedPage] {
    var state = ReadingState(
      known, paging: paging, mostPages: mostPages, totalIsExact: rules.total == .exact)
    if !state.has(1) {
      state.add(try await fetchAndRecord(1, paging.first, reading))
    }
    try await readAhead(reading, &state)
    while let (number, position) = state.nextPage {
      state.add(try await fetchAndRecord(number, position, reading))
    }
    return state.pages
  }

  /// Fetches concurrently the pages that `total` implies, as far as they can be requested without
  /// the page before. A page without a next one ends this, whatever `total` is, and so do three
  /// consecutive pages without a new user: the rest is then fetched page by page, up to the bound.
  private func readAhead(_ reading: Reading, _ state: inout ReadingState) async throws {
    guard let first = state[1]?.evidence, first.hasMore, let total = first.total else { return }
    let (whole, rest) = total.quotientAndRemainder(dividingBy: pageSize)
    let last = min(mostPages, rest > 0 ? whole + 1 : whole)
    let (known, paging) = (state, paging)
    let missing = (2...max(2, last)).lazy.filter { !known.has($0) }.prefix { $0 <= last }
    let numbers = missing.compactMap { number in
      paging.position(ofPage: number).map { (number, $0) }
    }
    var news = NewsCount(of: paging)
    news.add(first)
    let results = await mapConcurrently(
      numbers, limit: limit,
      while: { _, result in
        guard let page = try? result.get().evidence, page.hasMore else { return false }
        news.add(page)
        return !news.isAtBound
      },
      { number, position in try await self.fetchAndRecord(number, position, reading) })
    for (_, result) in results { state.add(try result.get()) }
  }

  private func fetchAndRecord(
    _ number: Int, _ position: PagePosition, _ reading: Reading
  ) async throws -> RecordedPage {
    let content = try await fetch(reading, position)
    // A cancellation comes after the grace period for pages in flight, and recording a page is
    // slow.
    try Task.checkCancellation()
    let page = RecordedPage(
      content, role: role, number: number, at: position, of: reading, fetchedAt: now())
    try await record(page)
    return page.withoutItems
  }
}
