/// How the pages of a list are addressed.
package enum Paging: Hashable, Sendable {
  /// By number, from 1: pages can be fetched in any order.
  case numbered
  /// By a token that the previous page returns.
  case tokens

  /// Where the page with this number (from 1) begins; nil where this needs the previous page and
  /// that one is missing, or has no token.
  ///
  /// - Parameter previous: The previous page, without its items, where it has been fetched.
  package func position(ofPage number: Int, after previous: RecordedPage?) -> PagePosition? {
    switch self {
    case .numbered: .number(number)
    case .tokens: number == 1 ? .start : previous?.continuation.map(PagePosition.token)
    }
  }
}

/// Where a page begins.
package enum PagePosition: Hashable, Sendable {
  /// The page with this number, from 1.
  case number(Int)
  /// The first page of a list with page tokens.
  case start
  /// The page of a token.
  case token(String)
}
