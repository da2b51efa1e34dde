/// How the pages of a list are asked for.
package enum Paging: Hashable, Sendable {
  /// By their number, from 1: no page has to be read before another.
  case numbered
  /// By the token that the page before gives.
  case tokens

  /// Where the page with this number (from 1) begins; nil where only the page before can tell and it is
  /// not there yet, or does not say.
  ///
  /// - Parameter previous: The page before, without its items, where it has been read.
  package func position(ofPage number: Int, after previous: RecordedPage?) -> PagePosition? {
    switch self {
    case .numbered: .number(number)
    case .tokens: number == 1 ? .start : previous?.continuation.map(PagePosition.token)
    }
  }
}

/// Where a page begins.
package enum PagePosition: Hashable, Sendable {
  /// The page with that number, from 1.
  case number(Int)
  /// The first page of a list whose other pages begin with tokens.
  case start
  /// The page that a token names.
  case token(String)
}
