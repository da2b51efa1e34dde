/// One response of a paged method: its items, and what its envelope says about the others.
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
  package var hasMore: Bool
  /// How many items all pages have together; nil where the page does not say.
  package var total: Int?
  /// Where the next page begins, for methods that say so with a token.
  package var continuation: String?

  package init(items: [Item], hasMore: Bool, total: Int? = nil, continuation: String? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.total = total
    self.continuation = continuation
  }
}
