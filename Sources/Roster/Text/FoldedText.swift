// Compatibility decomposition is in Foundation, not in FoundationEssentials.
import Foundation

/// Text in the normalised form that search compares: names typed in ASCII match names with accents,
/// strokes, ligatures, capitals or apostrophes.
///
/// Index and query use the same function, so that they always agree.
package enum FoldedText {
  /// It is another one whenever any text is folded in another way, as by another version of Unicode: an archive keeps
  /// folded texts.
  package static let version = 1

  /// The words of a text, folded: `"Seán O’Brien"` gives `["sean", "obrien"]`.
  ///
  /// A word is a run of letters, digits and marks; apostrophes and dots inside it are ignored. The
  /// cost is linear in the length of the text.
  package static func words(in text: String) -> [String] {
    if let folding = asciiFolding(of: text) {
      return folding.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
    var words: [String] = []
    var word: [UInt8] = []
    func finish() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word.removeAll(keepingCapacity: true)
    }
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar {
      // Most letters of most texts.
      case "a"..."z", "0"..."9": word.append(UInt8(ascii: scalar))
      case "A"..."Z": word.append(UInt8(ascii: scalar) | 0x20)
      default:
        switch role(of: scalar) {
        case .ignored: continue
        case .separator: finish()
        case .letter(let folded): word.append(contentsOf: folded.utf8)
        }
      }
    }
    finish()
    return words
  }

  /// The folded words joined by single spaces.
  package static func folding(_ text: String) -> String {
    if let folding = asciiFolding(of: text) { return String(decoding: folding, as: UTF8.self) }
    return words(in: text).joined(separator: " ")
  }

  /// A fast path for ASCII, which most text is: the folded words joined by single spaces, without
  /// decomposition; nil for any other text.
  private static func asciiFolding(of text: String) -> [UInt8]? {
    var folding: [UInt8] = []
    folding.reserveCapacity(text.utf8.count)
    var isBetweenWords = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if isBetweenWords, !folding.isEmpty { folding.append(UInt8(ascii: " ")) }
        isBetweenWords = false
        folding.append(byte < UInt8(ascii: "A") ? byte : byte | 0x20)
      case UInt8(ascii: "'"), UInt8(ascii: "."), UInt8(ascii: "`"): continue
      case 0x80...: return nil
      default: isBetweenWords = true
      }
    }
    return folding
  }

  private enum Role {
    case letter(String)
    case ignored
    case separator
  }

  /// - Parameter scalar: No ASCII letter or digit.
  private static func role(of scalar: Unicode.Scalar) -> Role {
    if scalar.isASCII { return ignored.contains(scalar) ? .ignored : .separator }
    if let ascii = replacements[scalar] { return .letter(ascii) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return .ignored
    case .uppercaseLetter, .titlecaseLetter, .lowercaseLetter, .otherLetter, .modifierLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark, .otherSymbol:
      return ignored.contains(scalar) ? .ignored : .letter(properties.lowercaseMapping)
    default: return ignored.contains(scalar) ? .ignored : .separator
    }
  }

  /// Apostrophes, dots and the like, which are ignored inside a word. Combining marks are ignored
  /// too, but Unicode properties identify them.
  package static let ignored: Set<Unicode.Scalar> = [
    "'", ".", "`", "\u{2018}", "\u{2019}", "\u{201B}", "\u{02B9}", "\u{02BB}", "\u{02BC}",
    "\u{02BD}", "\u{02C8}",
    "\u{05F3}", "\u{2032}", "\u{A78C}", "\u{00B7}", "\u{30FB}",
  ]

  /// Letters that Unicode does not decompose, with the usual ASCII replacement.
  package static let replacements: [Unicode.Scalar: String] = [
    "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ħ": "h",
    "Ħ": "h", "ŧ": "t", "Ŧ": "t", "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe",
    "Œ": "oe", "þ": "th", "Þ": "th", "ı": "i", "ŋ": "n", "Ŋ": "n", "ƒ": "f", "ɓ": "b", "Ɓ": "b",
    "ɗ": "d", "Ɗ": "d", "ɖ": "d", "Ɖ": "d", "ɛ": "e", "Ɛ": "e", "ə": "e", "Ə": "e", "ɔ": "o",
    "Ɔ": "o", "ɣ": "g", "Ɣ": "g", "ɨ": "i", "Ɨ": "i", "ƙ": "k", "Ƙ": "k", "ŀ": "l", "Ŀ": "l",
    "ɲ": "n", "Ɲ": "n", "ȷ": "j", "ʋ": "v", "Ʋ": "v", "ƴ": "y", "Ƴ": "y", "ƶ": "z", "Ƶ": "z",
    "ĸ": "k", "ⱥ": "a", "Ⱥ": "a", "ɇ": "e", "Ɇ": "e", "ɍ": "r", "Ɍ": "r", "ɏ": "y", "Ɏ": "y",
    "ς": "σ",
  ]
}
