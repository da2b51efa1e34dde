/// The folded letters of a text, each with its range in the text, to highlight the matches of a
/// search.
package struct FoldedLetters {
  /// The words as ``FoldedText/words(in:)`` gives them, letter by letter.
  private var words: [[Letter]] = []

  private struct Letter {
    var folded: Unicode.Scalar
    var range: Range<String.Index>
  }

  /// The letters of the text. The cost is linear in its length.
  package init(_ text: String) {
    // A cache of folded characters: a long text has few different ones.
    var cache: [Character: [String]] = [:]
    var word: [Letter] = []
    for index in text.indices {
      let range = index..<text.index(after: index)
      if let folded = Self.asciiLetter(text[index]) {
        word.append(Letter(folded: folded, range: range))
        continue
      }
      let parts = Self.parts(of: text[index], &cache)
      for (position, part) in parts.enumerated() {
        if position > 0 {
          if !word.isEmpty { words.append(word) }
          word = []
        }
        word += part.unicodeScalars.map { Letter(folded: $0, range: range) }
      }
    }
    if !word.isEmpty { words.append(word) }
  }

  /// A fast path for the most frequent characters: the folded letter or digit of ASCII, nil for any other.
  private static func asciiLetter(_ character: Character) -> Unicode.Scalar? {
    guard let byte = character.asciiValue else { return nil }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return Unicode.Scalar(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return Unicode.Scalar(byte | 0x20)
    default: return nil
    }
  }

  /// A character between two letters: folding joins them (one part) or separates them (two).
  private static func parts(
    of character: Character, _ cache: inout [Character: [String]]
  ) -> [String] {
    if let parts = cache[character] { return parts }
    var parts = FoldedText.words(in: "a\(character)a")
    if !parts.isEmpty {
      // Not the first `Character`, which may include a combining mark that follows.
      parts[0].unicodeScalars.removeFirst()
      parts[parts.count - 1].unicodeScalars.removeLast()
    }
    cache[character] = parts
    return parts
  }

  /// The folded words.
  package var plainWords: [String] {
    words.map { String(String.UnicodeScalarView($0.map(\.folded))) }
  }

  /// The ranges of the text in which the folded words are adjacent, in order.
  package func ranges(ofPhrase phrase: [String]) -> [Range<String.Index>] {
    let plain = plainWords
    guard !phrase.isEmpty, plain.count >= phrase.count else { return [] }
    return (0...(plain.count - phrase.count)).compactMap { start in
      let end = start + phrase.count
      guard plain[start..<end].elementsEqual(phrase), let first = words[start].first,
        let last = words[end - 1].last
      else { return nil }
      return first.range.lowerBound..<last.range.upperBound
    }
  }

  /// The range of the folded term in each matching word, in order.
  ///
  /// - Parameter insideWords: Whether the term also matches inside words, and not only at their
  ///   beginning.
  package func ranges(of term: String, insideWords: Bool) -> [Range<String.Index>] {
    let wanted = Array(term.unicodeScalars)
    guard !wanted.isEmpty else { return [] }
    return words.compactMap { word in
      let starts = insideWords ? Array(word.indices) : [0]
      let start = starts.first { word[$0...].lazy.map(\.folded).starts(with: wanted) }
      guard let start, let last = word[start...].prefix(wanted.count).last else { return nil }
      return word[start].range.lowerBound..<last.range.upperBound
    }
  }

  /// The ranges in order and without overlaps.
  package static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}
