import Roster

/// The pages of one reading as they arrive, and whether it continues.
struct ReadingState: Sendable {
  private var byNumber: [Int: RecordedPage]
  private let paging: Paging
  /// The maximum number of pages.
  private let mostPages: Int
  /// Whether `total` is exact, so that a list that goes on after it is endless.
  private let totalIsExact: Bool

  /// - Parameter pages: Recorded pages of the reading.
  init(_ pages: [RecordedPage], paging: Paging, mostPages: Int, totalIsExact: Bool) {
    self.paging = paging
    self.mostPages = mostPages
    self.totalIsExact = totalIsExact
    byNumber = Dictionary(
      pages.map { ($0.evidence.page, $0) }, uniquingKeysWith: { _, later in later })
  }

  var pages: [RecordedPage] {
    byNumber.values.sorted { $0.evidence.page < $1.evidence.page }
  }

  func has(_ number: Int) -> Bool { byNumber[number] != nil }

  subscript(number: Int) -> RecordedPage? { byNumber[number] }

  mutating func add(_ page: RecordedPage) {
    byNumber[page.evidence.page] = page
  }

  /// The next page to fetch; nil where the reading has ended.
  ///
  /// It ends where no page is missing and the last one names no next one, or at a bound, which
  /// violates the rule of `has_more`: a next page that was read before or is of another kind; two
  /// pages after the items have reached the first reported `total`, where that is exact; three
  /// consecutive pages without a new user; or the maximum number of pages.
  var nextPage: (number: Int, position: PagePosition)? {
    let pages = pages
    guard let last = pages.last else { return (1, paging.first) }
    if let gap = pages.indices.first(where: { pages[$0].evidence.page != $0 + 1 }) {
      return paging.position(ofPage: gap + 1).map { (gap + 1, $0) }
    }
    guard let next = last.next, last.evidence.page < mostPages, next.paging == paging,
      !pages.contains(where: { $0.evidence.position == next }),
      !isAtBound(pages.map(\.evidence))
    else { return nil }
    return (last.evidence.page + 1, next)
  }

  private func isAtBound(_ pages: [PageEvidence]) -> Bool {
    var news = NewsCount(of: paging)
    var items = 0
    var pagesAfterTotal = 0
    // A `total` that grows with every page would move the bound forever.
    let total = totalIsExact ? pages.lazy.compactMap(\.total).first : nil
    for page in pages {
      if let total, items >= total { pagesAfterTotal += 1 }
      items += page.userIDs.count
      news.add(page)
    }
    return pagesAfterTotal >= 2 || news.isAtBound
  }
}
