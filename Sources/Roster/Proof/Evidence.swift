package import FoundationEssentials

/// A pass over all pages of a roster.
package enum Reading: Int, Hashable, Sendable, CaseIterable {
  /// In ascending order, for Stack Exchange of creation.
  case first = 1
  /// Begun after the end of the first, in descending order where the API can.
  case second = 2
}

/// The evidence of one page of a walk, stored as long as the roster that it helps to prove.
package struct PageEvidence: Hashable, Sendable {
  package var reading: Reading
  /// The list that the page belongs to.
  package var role: Role
  /// From 1 in each list, in the order of the reading.
  package var page: Int
  /// Where the page begins, as it was asked for.
  package var position: PagePosition
  /// The ids of the users of all items, in their order.
  package var userIDs: [Int]
  package var hasMore: Bool
  /// The size of the roster as this page reports it; nil where it does not.
  package var total: Int?
  /// See ``Moderator/digest(of:)``.
  package var sha256: Data
  package var fetchedAt: Date

  /// - Parameter position: Nil for a numbered page.
  package init(
    reading: Reading, role: Role = .moderator, page: Int, position: PagePosition? = nil,
    userIDs: [Int], hasMore: Bool, total: Int?, sha256: Data, fetchedAt: Date
  ) {
    self.reading = reading
    self.role = role
    self.page = page
    self.position = position ?? .number(page)
    self.userIDs = userIDs
    self.hasMore = hasMore
    self.total = total
    self.sha256 = sha256
    self.fetchedAt = fetchedAt
  }
}

/// The evidence of all pages of one walk, in no particular order: of one list for each role.
package struct Evidence: Hashable, Sendable {
  package var pages: [PageEvidence]

  package init(pages: [PageEvidence] = []) {
    self.pages = pages
  }

  /// The evidence of each list in order of its role; where there are no pages, that of one list
  /// without pages.
  package var lists: [Evidence] {
    guard let role = pages.first?.role, pages.contains(where: { $0.role != role }) else {
      return [self]
    }
    return Dictionary(grouping: pages, by: \.role).sorted { $0.key < $1.key }.map {
      Evidence(pages: $0.value)
    }
  }

  /// The pages of one reading, list by list and by page number.
  ///
  /// Pages are fetched concurrently, so that some may be past the end: they are empty, have no
  /// `has_more`, and come after another page without `has_more`. They are not a part of the
  /// reading.
  package func pages(of reading: Reading) -> [PageEvidence] {
    lists.flatMap { $0.listPages(of: reading) }
  }

  /// - Precondition: All pages are of one list.
  private func listPages(of reading: Reading) -> [PageEvidence] {
    var pages = pages.filter { $0.reading == reading }.sorted { $0.page < $1.page }
    while let last = pages.last, last.userIDs.isEmpty, !last.hasMore,
      pages.dropLast().last?.hasMore == false
    {
      pages.removeLast()
    }
    return pages
  }

  /// The users of the first reading by role; a role that nobody has is absent.
  package var users: [Role: Set<Int>] {
    pages(of: .first).reduce(into: [:]) { users, page in
      if !page.userIDs.isEmpty { users[page.role, default: []].formUnion(page.userIDs) }
    }
  }

  /// The size of the roster as the first page of each list reports it; nil where one does not.
  package var total: Int? {
    var sum = 0
    for list in lists {
      guard let total = list.pages(of: .first).first?.total else { return nil }
      sum &+= total
    }
    return sum
  }

  /// The moment for which the ids are proven: the end of the first reading, the source of names and
  /// profiles. Between the two readings no user joined or left; a second reading that was resumed
  /// hours later proves nothing about the time after its pages. Nil where there is no page.
  package var provenAt: Date? {
    pages(of: .first).map(\.fetchedAt).max()
  }

  /// When the oldest page was true; nil where there is no page. Where a cache has answered, that may be before the walk
  /// began: what happened since then may be missing.
  package var earliestPageAt: Date? { pages.map(\.fetchedAt).min() }
}
