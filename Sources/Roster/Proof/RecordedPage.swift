package import FoundationEssentials

/// One fetched page: its evidence and its items.
package struct RecordedPage: Hashable, Sendable {
  package var evidence: PageEvidence
  /// The items of a page of the first reading until they are recorded; otherwise empty.
  package var items: [Moderator]
  /// Where the next page begins; nil on the last one.
  package var next: PagePosition?

  /// - Parameter next: Nil on the last page, and for the number after that of a numbered page.
  package init(evidence: PageEvidence, items: [Moderator], next: PagePosition? = nil) {
    self.evidence = evidence
    self.items = items
    let isNumbered = evidence.hasMore && evidence.position.paging == .numbered
    self.next = next ?? (isNumbered ? .number(evidence.page + 1) : nil)
  }

  /// Creates the evidence of a page that was just fetched. The items of a second reading are
  /// dropped to save memory.
  ///
  /// - Parameter role: That of the list, and so of all items.
  package init(
    _ page: Page<Moderator>, role: Role = .moderator, number: Int, at position: PagePosition,
    of reading: Reading, fetchedAt: Date
  ) {
    var items = page.items
    for index in items.indices where items[index].role != role { items[index].role = role }
    self.init(
      evidence: PageEvidence(
        reading: reading, role: role, page: number, position: position,
        userIDs: items.map(\.userID), hasMore: page.hasMore, total: page.total,
        sha256: Moderator.digest(of: items), fetchedAt: fetchedAt),
      items: reading == .first ? items : [], next: page.next)
  }

  /// The page without its items, for pages that are recorded.
  package var withoutItems: RecordedPage {
    RecordedPage(evidence: evidence, items: [], next: next)
  }
}
