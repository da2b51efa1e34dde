import Roster

/// Counts the pages in a row that bring nobody new, as empty ones do.
struct NewsCount {
  private var seen: Set<Int> = []
  private var pagesWithoutNews = 0

  mutating func add(_ page: PageEvidence) {
    let before = seen.count
    seen.formUnion(page.userIDs)
    pagesWithoutNews = seen.count > before ? 0 : pagesWithoutNews + 1
  }

  /// Whether there were three of them: the others are then not waited for.
  var isAtBound: Bool { pagesWithoutNews >= 3 }
}
