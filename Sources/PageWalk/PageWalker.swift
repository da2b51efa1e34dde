package import FoundationEssentials
package import Roster

/// One pass over all pages of one roster, with a second reading where completeness asks for it.
///
/// It knows nothing of the network or of the archive: it is given a way to fetch a page and one to
/// keep it. Page 1 says how many there are; the others are fetched side by side, then the walk
/// follows `has_more`, which alone ends it, up to a bound.
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
  ///   - rules: Those of the network, which say whether a second reading is needed.
  ///   - limit: Pages under way at once, 1 or more.
  ///   - mostPages: Pages of one reading, 1 or more: a roster that goes on after them has no end, which
  ///     breaks the rule of `has_more`.
  ///   - fetch: Fetches one page of a reading; the second reading is in the opposite order.
  ///   - record: Called with each page as it comes, before the walk goes on. The walk itself holds no
  ///     items, so that its memory grows by what proves a page and not by what is on it.
  ///   - now: The time that is written beside a page.
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

  /// Walks to the end.
  ///
  /// - Parameter pages: Pages that an earlier, interrupted walk recorded. They are not fetched again;
  ///   whether the roster moved since is for the rules to find.
  /// - Returns: All pages of the walk, without items. What they prove is their evidence's verdict.
  /// - Throws: What `fetch` or `record` throws first, after the pages under way have come to their
  ///   end; everything recorded until then serves the next walk.
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

  /// Fetches side by side the pages that `total` promises, as far as they can be asked for without
  /// those before them. A page that says that none follows ends it, whatever `total` said, and so do
  /// three in a row that bring nobody new: the rest is then asked for page by page, up to the bound.
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
    // Whoever is told to end has had a moment for the pages in hand; the work on one takes its time.
    try Task.checkCancellation()
    let page = RecordedPage(content, number: number, of: reading, fetchedAt: now())
    try record(page)
    return page.withoutItems
  }
}

/// A walk that cannot go on although nothing failed on the network.
package enum WalkFailure: Error, Hashable, Sendable {
  /// The page says that others follow, but not where they begin.
  case noPosition(page: Int)
}
