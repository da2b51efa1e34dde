/// The beginning of a list, and whether there is more.
package struct FirstPart<Element> {
  /// At most as many as were asked for.
  package let elements: [Element]
  /// Whether the list goes on after them.
  package let hasMore: Bool

  /// Asks for one element more than wanted, which tells whether there is more.
  ///
  /// - Parameters:
  ///   - limit: At most so many elements; nil for all.
  ///   - fetch: Gives the first elements of the list, at most as many as it is asked for.
  /// - Throws: What `fetch` throws.
  package init(atMost limit: Int?, _ fetch: (Int?) throws -> [Element]) rethrows {
    guard let limit else {
      (elements, hasMore) = (try fetch(nil), false)
      return
    }
    let found = try fetch(limit == .max ? limit : limit + 1)
    elements = Array(found.prefix(limit))
    hasMore = found.count > limit
  }
}
