package import Roster

/// A kind of paging: how the pages of a method are asked for.
package protocol Paging: Sendable {
  /// Where a page begins: its number, an offset, a token.
  associatedtype Position: Hashable, Sendable

  /// Items of a full page.
  var pageSize: Int { get }

  /// Where the page with this number (from 1) begins; nil where only the page before can tell and it
  /// is not there yet, or does not say.
  ///
  /// - Parameter previous: The page before, where it has been read.
  func position<Item>(ofPage number: Int, after previous: Page<Item>?) -> Position?
}

/// Pages that are asked for by their number, from 1, such as those of Stack Exchange.
package struct NumberedPages: Paging {
  package let pageSize: Int

  package init(pageSize: Int) {
    self.pageSize = pageSize
  }

  package func position<Item>(ofPage number: Int, after previous: Page<Item>?) -> Int? {
    number
  }
}
