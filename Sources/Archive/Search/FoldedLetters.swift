import Roster

/// The folded letters of a text, each with the part of the text that it comes from.
struct FoldedLetters {
  private(set) var words: [[Letter]] = []

  struct Letter {
    var folded: Unicode.Scalar
    var range: Range<String.Index>
  }

  /// - Parameter cache: What has been learned of characters; a long text has few different ones.
  init(_ text: String, cache: inout [Character: [String]]) {
    var word: [Letter] = []
    for index in text.indices {
      let range = index..<text.index(after: index)
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

  /// A character between two letters: folded, it joins them (one part), or separates them (two).
  private static func parts(
    of character: Character, _ cache: inout [Character: [String]]
  ) -> [String] {
    if let parts = cache[character] { return parts }
    var parts = FoldedText.words(in: "a\(character)a")
    if !parts.isEmpty {
      // Not the first `Character`, which may hold a mark of what follows.
      parts[0].unicodeScalars.removeFirst()
      parts[parts.count - 1].unicodeScalars.removeLast()
    }
    cache[character] = parts
    return parts
  }

  var plainWords: [String] {
    words.map { String(String.UnicodeScalarView($0.map(\.folded))) }
  }

  /// The parts of the text that the terms stand for, in order and without overlaps.
  ///
  /// - Parameter substrings: Whether terms count inside words too.
  func ranges(of terms: SearchTerms, substrings: Bool) -> [Range<String.Index>] {
    let plain = plainWords
    var ranges: [Range<String.Index>] = []
    for term in terms.terms {
      ranges += term.isPhrase ? phraseRanges(term, plain) : wordRanges(term, substrings)
    }
    return Self.merged(ranges)
  }

  private func phraseRanges(_ term: SearchTerms.Term, _ plain: [String]) -> [Range<String.Index>] {
    guard plain.count >= term.words.count else { return [] }
    return (0...(plain.count - term.words.count)).compactMap { start in
      let end = start + term.words.count
      guard plain[start..<end].elementsEqual(term.words), let first = words[start].first,
        let last = words[end - 1].last
      else { return nil }
      return first.range.lowerBound..<last.range.upperBound
    }
  }

  private func wordRanges(_ term: SearchTerms.Term, _ substrings: Bool) -> [Range<String.Index>] {
    let wanted = Array(term.text.unicodeScalars)
    return words.compactMap { word in
      let starts = substrings ? Array(word.indices) : [0]
      let start = starts.first { word[$0...].map(\.folded).starts(with: wanted) }
      guard let start, let last = word[start...].prefix(wanted.count).last else { return nil }
      return word[start].range.lowerBound..<last.range.upperBound
    }
  }

  private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}
