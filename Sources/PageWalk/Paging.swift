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
  /// - Parameter previous: The page before, without its items, where it has been read.
  func position(ofPage number: Int, after previous: RecordedPage?) -> Position?
}

/// Pages that are asked for by their number, from 1, such as those of Stack Exchange.
package struct NumberedPages: Paging {
  package let pageSize: Int

  package init(pageSize: Int) {
    self.pageSize = pageSize
  }

  /// The number itself: no page has to be read before another.
  package func position(ofPage number: Int, after previous: RecordedPage?) -> Int? {
    number
  }
}
