import Roster

/// Counts consecutive pages without a new user. Empty pages are such pages, except where pages have
/// tokens: an API that filters its rows afterwards returns empty pages and goes on.
struct NewsCount {
  private var seen: Set<Int> = []
  private var pagesWithoutNews = 0
  private let countsEmptyPages: Bool

  init(of paging: Paging) {
    countsEmptyPages = paging != .tokens
  }

  mutating func add(_ page: PageEvidence) {
    if page.userIDs.isEmpty, !countsEmptyPages { return }
    let before = seen.count
    seen.formUnion(page.userIDs)
    pagesWithoutNews = seen.count > before ? 0 : pagesWithoutNews + 1
  }

  /// Whether there were three: no further page is then requested ahead.
  var isAtBound: Bool { pagesWithoutNews >= 3 }
}
