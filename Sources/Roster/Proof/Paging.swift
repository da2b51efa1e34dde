/// How the pages of a list are addressed. A walk only follows ``Page/next``; the kind of paging says
/// where it begins, and whether pages can be fetched ahead.
package enum Paging: String, Hashable, Sendable, CaseIterable {
  /// By number, from 1: pages can be fetched in any order.
  case numbered
  /// By the number of rows before the page.
  case offset
  /// By a token that the previous page returns.
  case tokens
  /// Not at all: the list is one answer without pages.
  case whole

  /// Where the first page begins.
  package var first: PagePosition {
    switch self {
    case .numbered: .number(1)
    case .offset: .offset(0)
    case .tokens: .start
    case .whole: .whole
    }
  }

  /// Where the page with this number (from 1) begins, as far as that is known without the previous
  /// page; nil where it is not.
  package func position(ofPage number: Int) -> PagePosition? {
    switch self {
    case .numbered: .number(number)
    case .offset, .tokens, .whole: number == 1 ? first : nil
    }
  }
}

/// Where a page begins.
package enum PagePosition: Hashable, Sendable {
  /// The page with this number, from 1.
  case number(Int)
  /// The page after this many rows, from 0.
  case offset(Int)
  /// The first page of a list with page tokens.
  case start
  /// The page of a token: any text that is not empty, such as a serialised set of parameters.
  case token(String)
  /// The only answer of a list without pages.
  case whole

  /// The kind of paging that has such positions.
  package var paging: Paging {
    switch self {
    case .number: .numbered
    case .offset: .offset
    case .start, .token: .tokens
    case .whole: .whole
    }
  }

  /// The position as an archive stores it.
  package var text: String {
    switch self {
    case .number(let number): "page:\(number)"
    case .offset(let offset): "offset:\(offset)"
    case .start: "start"
    case .token(let token): "token:\(token)"
    case .whole: "whole"
    }
  }

  /// The position that an archive stores as this text; nil where there is none.
  package init?(text: String) {
    let (kind, value) = Self.split(text)
    switch (kind, value) {
    case ("start", nil): self = .start
    case ("whole", nil): self = .whole
    case ("token", let token?) where !token.isEmpty: self = .token(token)
    case ("page", let number?):
      guard let number = Int(number) else { return nil }
      self = .number(number)
    case ("offset", let offset?):
      guard let offset = Int(offset) else { return nil }
      self = .offset(offset)
    default: return nil
    }
  }

  /// Splits by scalars: a token can begin with one that combines with the colon.
  private static func split(_ text: String) -> (kind: String, value: String?) {
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else { return (text, nil) }
    return (String(scalars[..<colon]), String(scalars[scalars.index(after: colon)...]))
  }
}
