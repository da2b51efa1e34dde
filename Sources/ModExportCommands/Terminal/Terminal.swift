import FoundationEssentials
import Glibc

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

extension TimeZone {
  /// The time zone of this process: that of `TZ`, else the system's.
  ///
  /// Foundation reads `TZ` only where it holds a name such as `Asia/Kolkata`, and takes UTC for the other
  /// forms of POSIX: `:Asia/Kolkata`, the path of a zone file, and rules such as `IST-5:30`. For rules this is
  /// the offset of the present moment.
  static func ofProcess(_ environment: [String: String]) -> TimeZone {
    guard let value = environment["TZ"], !value.isEmpty else { return .current }
    if let zone = name(of: value).flatMap(TimeZone.init(identifier:)) { return zone }
    var (now, parts) = unsafe (time(nil), tm())
    tzset()
    unsafe localtime_r(&now, &parts)
    return TimeZone(secondsFromGMT: Int(unsafe parts.tm_gmtoff)) ?? .gmt
  }

  /// The name of a zone, of which a path is that of the zone's file.
  private static func name(of value: String) -> String? {
    let text = value.hasPrefix(":") ? String(value.dropFirst()) : value
    guard text.hasPrefix("/") else { return text }
    return System.realPath(text)?.split(separator: "/zoneinfo/").last.map { String($0) }
  }
}
