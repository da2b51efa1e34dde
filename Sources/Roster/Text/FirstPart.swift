/// The beginning of a list, and whether there is more.
package struct FirstPart<Element> {
  /// At most as many as requested.
  package let elements: [Element]
  /// Whether the list has more elements.
  package let hasMore: Bool

  /// Fetches one more element than requested, to find out whether there is more.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of elements; nil for all.
  ///   - fetch: Returns the first elements of the list, at most as many as its argument.
  /// - Throws: The error of `fetch`.
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
