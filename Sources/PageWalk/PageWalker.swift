package import FoundationEssentials
package import Roster

/// One pass over all pages of one roster, with a second reading where the rules of completeness
/// require it.
///
/// It does not depend on the network or the archive: closures fetch and record a page. Page 1
/// reports the total; the other pages are fetched concurrently, then the walk follows `has_more`,
/// which alone ends it, up to a bound.
package struct PageWalker: Sendable {
  private let paging: Paging
  private let pageSize: Int
  private let rules: ProofRules
  private let limit: Int
  private let mostPages: Int
  private let fetch: @Sendable (Reading, PagePosition) async throws -> Page<Moderator>
  private let record: @Sendable (RecordedPage) throws -> Void
  private let now: @Sendable () -> Date

  /// - Parameters:
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
    paging: Paging, pageSize: Int, rules: ProofRules, limit: Int, mostPages: Int,
    fetch: @escaping @Sendable (Reading, PagePosition) async throws -> Page<Moderator>,
    record: @escaping @Sendable (RecordedPage) throws -> Void,
    now: @escaping @Sendable () -> Date
  ) {
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
  /// - Parameter pages: Pages that an earlier, interrupted walk recorded. They are not fetched
  ///   again; the rules detect whether the roster changed since.
  /// - Returns: All pages of the walk, without items. The verdict follows from their evidence.
  /// - Throws: The first error of `fetch` or `record`, after the requests in flight have ended; the
  ///   next walk reuses all pages recorded until then.
  package func run(resuming pages: [RecordedPage] = []) async throws -> [RecordedPage] {
    var pages = pages
    for reading in Reading.allCases {
      let evidence = Evidence(pages: pages.map(\.evidence))
      guard reading == .first || evidence.needsSecondReading(by: rules) else { break }
      let known = pages.filter { $0.evidence.reading == reading }
      let read = try await read(reading, known: known)
      pages = pages.filter { $0.evidence.reading != reading } + read
    }
    return pages
  }

  private func read(_ reading: Reading, known: [RecordedPage]) async throws -> [RecordedPage] {
    var state = ReadingState(known, mostPages: mostPages)
    let first = try await page(1, of: reading, &state)
    try await readAhead(reading, after: first, &state)
    while let number = state.nextPage {
      _ = try await page(number, of: reading, &state)
    }
    return state.pages
  }

  /// Fetches concurrently the pages that `total` implies, as far as they can be requested without
  /// the page before. A page without `has_more` ends this, whatever `total` is, and so do three
  /// consecutive pages without a new user: the rest is then fetched page by page, up to the bound.
  private func readAhead(
    _ reading: Reading, after first: RecordedPage, _ state: inout ReadingState
  ) async throws {
    guard first.evidence.hasMore, let total = first.evidence.total else { return }
    let last = min(mostPages, (total + pageSize - 1) / pageSize)
    let known = state
    let missing = (2...max(2, last)).lazy.filter { !known.has($0) }.prefix { $0 <= last }
    let numbers = missing.compactMap { number in
      paging.position(ofPage: number, after: nil).map { (number, $0) }
    }
    var news = NewsCount()
    news.add(first.evidence)
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

  private func page(
    _ number: Int, of reading: Reading, _ state: inout ReadingState
  ) async throws -> RecordedPage {
    if let page = state[number] { return page }
    guard let position = paging.position(ofPage: number, after: state[number - 1])
    else { throw WalkFailure.noPosition(page: number) }
    let page = try await fetchAndRecord(number, position, reading)
    state.add(page)
    return page
  }

  private func fetchAndRecord(
    _ number: Int, _ position: PagePosition, _ reading: Reading
  ) async throws -> RecordedPage {
    let content = try await fetch(reading, position)
    // A cancellation comes after the grace period for pages in flight, and recording a page is
    // slow.
    try Task.checkCancellation()
    let page = RecordedPage(content, number: number, of: reading, fetchedAt: now())
    try record(page)
    return page.withoutItems
  }
}

/// An error of a walk that is not a failure of the network.
package enum WalkFailure: Error, Hashable, Sendable {
  /// The page reports that more pages follow, but not where the next one begins.
  case noPosition(page: Int)
}
