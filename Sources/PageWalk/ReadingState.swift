import Roster

/// The pages of one reading as they arrive, and whether it continues.
struct ReadingState: Sendable {
  private var byNumber: [Int: RecordedPage]
  private let mostPages: Int

  init(_ pages: [RecordedPage], mostPages: Int) {
    self.mostPages = mostPages
    byNumber = Dictionary(
      pages.map { ($0.evidence.page, $0) }, uniquingKeysWith: { _, later in later })
  }

  var pages: [RecordedPage] {
    byNumber.values.sorted { $0.evidence.page < $1.evidence.page }
  }

  subscript(number: Int) -> RecordedPage? { byNumber[number] }

  func has(_ number: Int) -> Bool { byNumber[number] != nil }

  mutating func add(_ page: RecordedPage) {
    byNumber[page.evidence.page] = page
  }

  /// The number of the next page to fetch; nil where the reading has ended.
  ///
  /// It ends where no page is missing and the last one reports that none follows, or at its bound,
  /// which violates the rule of `has_more`: two pages after the items have reached the first
  /// reported `total`, three consecutive pages without a new user, or `mostPages`.
  var nextPage: Int? {
    let pages = pages
    if let gap = pages.indices.first(where: { pages[$0].evidence.page != $0 + 1 }) {
      return gap + 1
    }
    guard let last = pages.last?.evidence, last.hasMore else { return nil }
    return last.page >= mostPages || isAtBound(pages.map(\.evidence)) ? nil : last.page + 1
  }

  private func isAtBound(_ pages: [PageEvidence]) -> Bool {
    var news = NewsCount()
    var items = 0
    var pagesAfterTotal = 0
    // A `total` that grows with every page would move the bound forever.
    let total = pages.lazy.compactMap(\.total).first
    for page in pages {
      if let total, items >= total { pagesAfterTotal += 1 }
      items += page.userIDs.count
      news.add(page)
    }
    return pagesAfterTotal >= 2 || news.isAtBound
  }
}
