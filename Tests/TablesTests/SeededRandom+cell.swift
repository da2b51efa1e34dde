import Roster
import TestKit

extension SeededRandom {
  /// A cell of any kind, made mostly of what documents trip over.
  mutating func cell() -> Cell {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return .null
    case 1: return .integer(Int.random(in: Int.min...Int.max, using: &self))
    default: return .text(text())
    }
  }

  mutating func text() -> String {
    let pieces = [
      "\"", ",", "\r", "\n", "\r\n", "\t", " ", "=", "+", "-", "@", "'", "<", ">", "&", "\\", "/",
      "a", "ß", "日", "😀", "\u{301}", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}",
      "\u{FEFF}",
      "\u{202E}", "</script>", "]]>", "{{x}}",
    ]
    return (0..<Int.random(in: 0...8, using: &self)).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &self)]
    }.joined()
  }
}
