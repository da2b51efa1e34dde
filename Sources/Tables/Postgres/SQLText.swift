/// Texts as SQL writes them.
enum SQLText {
  /// A string literal, for servers and programs that take a backslash as it is.
  static func literal(_ text: String) -> String { quoted(text, "'") }

  /// A name in quotation marks.
  static func name(_ text: String) -> String { quoted(text, "\"") }

  /// By scalars: a `Character` may hold the mark and what is written above it.
  private static func quoted(_ text: String, _ mark: Unicode.Scalar) -> String {
    var quoted = String.UnicodeScalarView([mark])
    for scalar in text.unicodeScalars {
      quoted.append(scalar)
      if scalar == mark { quoted.append(mark) }
    }
    quoted.append(mark)
    return String(quoted)
  }
}
