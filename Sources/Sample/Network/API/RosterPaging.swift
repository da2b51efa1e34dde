/// The places of a roster on a page, and the page's `total` and `has_more`. All faults of pages act
/// here.
struct RosterPaging {
  /// The places in order. A place can be on two pages, or on none.
  private(set) var places: [Int]
  private(set) var hasMore: Bool
  /// nil where the response lacks it.
  private(set) var total: Int?

  init(_ query: ListQuery, count: Int, _ hits: Hits) {
    let range = Self.range(query, count: count, hits)
    places = Array(range)
    hasMore = range.upperBound < count
    total = count
    spoilItems(hits)
    spoilEnvelope(query, hits)
  }

  /// The places of the page, also where it or a page before it was shortened.
  private static func range(_ query: ListQuery, count: Int, _ hits: Hits) -> Range<Int> {
    guard let fault = hits[.shortPage] ?? hits[.emptyPage],
      let page = fault.scope.page ?? fault.kind.entry.page, query.page >= page
    else { return query.range(in: count) }
    let held = fault.kind == .shortPage ? query.pageSize / 2 : 0
    let begin = (page - 1) * query.pageSize
    let start = query.page == page ? begin : begin + held + (query.page - page - 1) * query.pageSize
    let length = query.page == page ? held : query.pageSize
    guard start < count else { return count..<count }
    return start..<min(count, start + length)
  }

  private mutating func spoilItems(_ hits: Hits) {
    if hits.contains(.lostItems) { places.removeLast(places.count / 2) }
    if hits.contains(.duplicate), let first = places.first, first > 0 { places[0] = first - 1 }
  }

  private mutating func spoilEnvelope(_ query: ListQuery, _ hits: Hits) {
    if hits.contains(.totalWrong) { total = total.map { $0 + 1 } }
    if hits.contains(.totalChanges), query.page > 1 { total = total.map { $0 + 1 } }
    if hits.contains(.totalMissing) { total = nil }
    if hits.contains(.moreEarly) { hasMore = false }
    if hits.contains(.moreStuck) { hasMore = true }
  }
}
