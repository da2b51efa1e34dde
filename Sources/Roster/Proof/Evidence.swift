package import FoundationEssentials

/// Which pass over a roster a page belongs to.
package enum Reading: Int, Hashable, Sendable, CaseIterable {
  /// In ascending order of creation.
  case first = 1
  /// In descending order, begun when the first has ended.
  case second = 2
}

/// What one page of a walk said, kept for as long as the roster it helps to prove.
package struct PageEvidence: Hashable, Sendable {
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
package struct RecordedPage: Hashable, Sendable {
  package var evidence: PageEvidence
  /// The items of a page of the first reading until they are recorded, or nothing.
  package var items: [Moderator]
  /// Where the next page begins, for methods that say so with a token.
  package var continuation: String?

  package init(evidence: PageEvidence, items: [Moderator], continuation: String? = nil) {
    self.evidence = evidence
    self.items = items
    self.continuation = continuation
  }

  /// Takes the evidence of a page that has just come. Of the second reading that is all: its items
  /// would only fill memory.
  package init(_ page: Page<Moderator>, number: Int, of reading: Reading, fetchedAt: Date) {
    self.init(
      evidence: PageEvidence(
        reading: reading, page: number, userIDs: page.items.map(\.userID), hasMore: page.hasMore,
        total: page.total, sha256: Moderator.digest(of: page.items), fetchedAt: fetchedAt),
      items: reading == .first ? page.items : [], continuation: page.continuation)
  }

  /// What a walk keeps of a page whose items are recorded.
  package var withoutItems: RecordedPage {
    RecordedPage(evidence: evidence, items: [], continuation: continuation)
  }
}

/// Everything that the pages of one walk said, in no particular order.
package struct Evidence: Hashable, Sendable {
  package var pages: [PageEvidence]

  package init(pages: [PageEvidence] = []) {
    self.pages = pages
  }

  /// The pages of one reading by page number.
  ///
  /// Pages are fetched side by side, so that some may lie past the end: they are empty, say that none
  /// follows, and come after one that has said so already. They are no part of the reading.
  package func pages(of reading: Reading) -> [PageEvidence] {
    var pages = pages.filter { $0.reading == reading }.sorted { $0.page < $1.page }
    while let last = pages.last, last.userIDs.isEmpty, !last.hasMore,
      pages.dropLast().last?.hasMore == false
    {
      pages.removeLast()
    }
    return pages
  }

  /// The moment of which the ids are proven: the end of the first reading, from which names and
  /// profiles come. Between the two readings nobody came or went; a second reading that was resumed
  /// hours later proves nothing of the hours after its pages. Nil where there is no page.
  package var provenAt: Date? {
    pages(of: .first).map(\.fetchedAt).max()
  }
}
