/// What an answer says of the other pages of its list, as the kinds of APIs say it. Each kind
/// becomes a ``Page/next``; the walk sees no difference.
package enum PageEnvelope: Hashable, Sendable {
  /// Numbered pages; `hasMore` is true on every page but the last.
  case more(Bool, total: Int?)
  /// Numbered pages that report their own number, and how many pages and items there are.
  case counted(page: Int, pages: Int, total: Int)
  /// Pages that repeat the offset and the limit of their request, and report how many items there
  /// are.
  case offset(Int, limit: Int, total: Int)
  /// Pages with the token of the next one; nil on the last.
  case token(String?, total: Int?)
  /// The only answer of a list without pages.
  case whole

  /// The page that was asked for.
  package struct Request: Hashable, Sendable {
    package var position: PagePosition
    /// The number of rows that were asked for, 1 or more.
    package var limit: Int

    package init(_ position: PagePosition, limit: Int) {
      self.position = position
      self.limit = limit
    }
  }

  /// The number of items of all pages together; nil where the answer does not report it.
  package var total: Int? {
    switch self {
    case .more(_, let total), .token(_, let total): total
    case .counted(_, _, let total), .offset(_, _, let total): total
    case .whole: nil
    }
  }

  /// The maximum size of a token in bytes.
  package static let longestToken = 8_192

  /// Where the next page begins; nil where this page is the last one.
  ///
  /// A page with fewer rows than were asked for does not end a list. A page without rows before the
  /// end of a list with offsets is followed by itself, at which a walk gives up.
  ///
  /// - Parameter rows: The number of items on the page.
  /// - Throws: ``EnvelopeMismatch`` where the answer is not one to that request.
  package func next(after request: Request, rows: Int) throws(EnvelopeMismatch) -> PagePosition? {
    switch (self, request.position) {
    case (.whole, .whole): return nil
    case (.more(let hasMore, _), .number(let number)):
      try Self.check(rows, request)
      return hasMore ? .number(number + 1) : nil
    case (.counted(let page, let pages, let total), .number(let number)):
      try Self.check(rows, request)
      try Self.check(page, equals: number, "page")
      try Self.check(pages: pages, of: total, request)
      return number < pages ? .number(number + 1) : nil
    case (.offset(let offset, let limit, let total), .offset(let asked)):
      try Self.check(rows, request)
      try Self.check(offset, equals: asked, "offset")
      try Self.check(limit, equals: request.limit, "limit")
      let (end, isTooLarge) = offset.addingReportingOverflow(rows)
      return !isTooLarge && end < total ? .offset(end) : nil
    case (.token(let token, _), .start), (.token(let token, _), .token):
      try Self.check(rows, request)
      guard let token else { return nil }
      guard !token.isEmpty, token.utf8.count <= Self.longestToken else {
        throw EnvelopeMismatch("the token of the next page has \(token.utf8.count) bytes")
      }
      return .token(token)
    default:
      throw EnvelopeMismatch("the answer has another kind of pages than its request")
    }
  }

  private static func check(_ rows: Int, _ request: Request) throws(EnvelopeMismatch) {
    if rows > request.limit {
      throw EnvelopeMismatch("\(rows) rows came and \(request.limit) were asked for")
    }
  }

  private static func check(
    _ value: Int, equals asked: Int, _ name: String
  ) throws(EnvelopeMismatch) {
    if value != asked {
      throw EnvelopeMismatch("the answer is for \(name) \(value) and \(asked) was asked for")
    }
  }

  /// The number of pages follows from `total`, so a `total` that is the same on all pages means that
  /// the number of pages is. A list without items may count as one page.
  private static func check(
    pages: Int, of total: Int, _ request: Request
  ) throws(EnvelopeMismatch) {
    let (whole, rest) = total.quotientAndRemainder(dividingBy: max(1, request.limit))
    let needed = rest > 0 ? whole + 1 : whole
    guard total >= 0, pages == needed || total == 0 && pages == 1 else {
      throw EnvelopeMismatch(
        "the answer has \(pages) pages of \(request.limit) rows for a total of \(total)")
    }
  }
}

/// An answer that does not fit its request.
package struct EnvelopeMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit; no end of a sentence.
  package var description: String

  init(_ description: String) {
    self.description = description
  }
}
