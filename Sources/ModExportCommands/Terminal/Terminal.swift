/// What a stream can show: its width and whether styles are allowed.
package struct Terminal: Hashable, Sendable {
  /// The width to which text is fitted, nil where the stream is no terminal and nothing is cut.
  package var columns: Int?
  /// Whether colours and bold may be used.
  package var isStyled: Bool

  /// No terminal: no colours, no truncation.
  package static let none = Terminal(columns: nil, isStyled: false)

}

extension Terminal {
  /// - Parameters:
  ///   - isTerminal: Whether the stream is one.
  ///   - windowColumns: What the terminal says of its width; else `$COLUMNS` counts, else 80.
  ///   - environment: The process's, for `COLUMNS`, `NO_COLOR` and `TERM`.
  ///   - color: What the user asked for. `always` goes before `NO_COLOR`, being said for this call.
  package init(
    isTerminal: Bool, windowColumns: Int?, environment: [String: String], color: ColorMode
  ) {
    let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    columns = isTerminal ? windowColumns ?? named ?? Self.defaultColumns : nil
    isStyled =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
      }
  }

  /// The width if none is known.
  package static let defaultColumns = 80

  var isTerminal: Bool { columns != nil }

  /// Untrusted text made safe to show: nothing in it moves the cursor, and on a terminal nothing
  /// reorders what stands beside it.
  func shown(_ text: String) -> String {
    let visible = VisibleText.sanitized(text)
    return isTerminal ? VisibleText.isolated(visible) : visible
  }

  /// The text in bold where styles are allowed.
  func bold(_ text: String) -> String {
    isStyled && !text.isEmpty ? "\u{1B}[1m\(text)\u{1B}[22m" : text
  }
}

/// When to use colours.
package enum ColorMode: String, Hashable, Sendable, CaseIterable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never
}
