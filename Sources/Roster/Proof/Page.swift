/// One response of a paged method: its items, and what its envelope says of the other pages.
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
  /// Where the next page begins; nil on the last one. Only this continues a walk.
  package var next: PagePosition?
  /// The number of items of all pages together; nil where the page does not report it.
  package var total: Int?

  package init(items: [Item], next: PagePosition?, total: Int? = nil) {
    self.items = items
    self.next = next
    self.total = total
  }

  /// Whether other pages follow.
  package var hasMore: Bool { next != nil }
}
