/// One response of a paged method: its items, and its envelope's fields about the other pages.
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
  package var hasMore: Bool
  /// The number of items of all pages together; nil where the page does not report it.
  package var total: Int?
  /// Where the next page begins, for APIs with page tokens.
  package var continuation: String?

  package init(items: [Item], hasMore: Bool, total: Int? = nil, continuation: String? = nil) {
    self.items = items
    self.hasMore = hasMore
    self.total = total
    self.continuation = continuation
  }
}
