package import FoundationEssentials

/// Which pass over a roster a page belongs to.
package enum Reading: Int, Hashable, Sendable, Codable, CaseIterable {
  /// In ascending order of creation.
  case first = 1
  /// In descending order, begun when the first has ended.
  case second = 2
}

/// What one page of a walk said, kept for as long as the roster it helps to prove.
package struct PageEvidence: Hashable, Sendable, Codable {
  package var reading: Reading
  /// From 1, in the order of the reading.
  package var page: Int
  /// The ids of the items in their order; there are as many as there were items.
  package var userIDs: [Int]
  package var hasMore: Bool
  /// How many items the whole roster has, as this page says; nil where it does not say.
  package var total: Int?
  /// See ``Moderator/digest(of:)``.
  package var sha256: String
  package var fetchedAt: Date

  package init(
    reading: Reading, page: Int, userIDs: [Int], hasMore: Bool, total: Int?, sha256: String,
    fetchedAt: Date
  ) {
    self.reading = reading
    self.page = page
    self.userIDs = userIDs
    self.hasMore = hasMore
    self.total = total
    self.sha256 = sha256
    self.fetchedAt = fetchedAt
  }
}

/// One page as it came: its evidence and its items.
package struct RecordedPage: Hashable, Sendable, Codable {
  package var evidence: PageEvidence
  package var items: [Moderator]

  package init(evidence: PageEvidence, items: [Moderator]) {
    self.evidence = evidence
    self.items = items
  }
}

/// Everything that the pages of one walk said, in no particular order.
package struct Evidence: Hashable, Sendable {
  package var pages: [PageEvidence]

  package init(pages: [PageEvidence] = []) {
    self.pages = pages
  }

  /// The pages of one reading by page number.
  package func pages(of reading: Reading) -> [PageEvidence] {
    pages.filter { $0.reading == reading }.sorted { $0.page < $1.page }
  }
}
