package import FoundationEssentials

/// A pass over all pages of a roster.
package enum Reading: Int, Hashable, Sendable, CaseIterable {
  /// In ascending order of creation.
  case first = 1
  /// In descending order, begun after the end of the first.
  case second = 2
}

/// The evidence of one page of a walk, stored as long as the roster that it helps to prove.
package struct PageEvidence: Hashable, Sendable {
  package var reading: Reading
  /// From 1, in the order of the reading.
  package var page: Int
  /// The ids of all items, in their order.
  package var userIDs: [Int]
  package var hasMore: Bool
  /// The size of the roster as this page reports it; nil where it does not.
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

/// One fetched page: its evidence and its items.
package struct RecordedPage: Hashable, Sendable {
  package var evidence: PageEvidence
  /// The items of a page of the first reading until they are recorded; otherwise empty.
  package var items: [Moderator]
  /// Where the next page begins, for APIs with page tokens.
  package var continuation: String?

  package init(evidence: PageEvidence, items: [Moderator], continuation: String? = nil) {
    self.evidence = evidence
    self.items = items
    self.continuation = continuation
  }

  /// Creates the evidence of a page that was just fetched. The items of a second reading are
  /// dropped to save memory.
  package init(_ page: Page<Moderator>, number: Int, of reading: Reading, fetchedAt: Date) {
    self.init(
      evidence: PageEvidence(
        reading: reading, page: number, userIDs: page.items.map(\.userID), hasMore: page.hasMore,
        total: page.total, sha256: Moderator.digest(of: page.items), fetchedAt: fetchedAt),
      items: reading == .first ? page.items : [], continuation: page.continuation)
  }

  /// The page without its items, for pages that are recorded.
  package var withoutItems: RecordedPage {
    RecordedPage(evidence: evidence, items: [], continuation: continuation)
  }
}

/// The evidence of all pages of one walk, in no particular order.
package struct Evidence: Hashable, Sendable {
  package var pages: [PageEvidence]

  package init(pages: [PageEvidence] = []) {
    self.pages = pages
  }

  /// The pages of one reading by page number.
  ///
  /// Pages are fetched concurrently, so that some may be past the end: they are empty, have no
  /// `has_more`, and come after another page without `has_more`. They are not a part of the
  /// reading.
  package func pages(of reading: Reading) -> [PageEvidence] {
    var pages = pages.filter { $0.reading == reading }.sorted { $0.page < $1.page }
    while let last = pages.last, last.userIDs.isEmpty, !last.hasMore,
      pages.dropLast().last?.hasMore == false
    {
      pages.removeLast()
    }
    return pages
  }

  /// The moment for which the ids are proven: the end of the first reading, the source of names and
  /// profiles. Between the two readings no user joined or left; a second reading that was resumed
  /// hours later proves nothing about the time after its pages. Nil where there is no page.
  package var provenAt: Date? {
    pages(of: .first).map(\.fetchedAt).max()
  }
}
