import Roster

/// Counts consecutive pages without a new user; empty pages are such pages.
struct NewsCount {
  private var seen: Set<Int> = []
  private var pagesWithoutNews = 0

  mutating func add(_ page: PageEvidence) {
    let before = seen.count
    seen.formUnion(page.userIDs)
    pagesWithoutNews = seen.count > before ? 0 : pagesWithoutNews + 1
  }

  /// Whether there were three: no further page is then requested ahead.
  var isAtBound: Bool { pagesWithoutNews >= 3 }
}
