import Roster

/// Marks in a text what a query found in it.
package struct Highlighter: Hashable, Sendable {
  /// Each a folded word, or several joined by single spaces.
  private var terms: [[Character]]

  /// - Parameter terms: The query's terms as people typed them; they are folded here.
  package init(terms: [String]) {
    self.terms = terms.map { Array(FoldedText.folding($0)) }.filter { !$0.isEmpty }
  }

  /// The text with the matched parts in bold where styles are allowed; else the text as it is.
  package func marked(_ text: String, on terminal: Terminal) -> String {
    guard terminal.isStyled, !terms.isEmpty else { return text }
    let characters = Array(text)
    var marked = ""
    var end = 0
    for range in matches(in: characters) {
      marked += String(characters[end..<range.lowerBound])
      marked += terminal.bold(String(characters[range]))
      end = range.upperBound
    }
    return marked + String(characters[end...])
  }

  /// Where terms begin a word, or, from three letters, stand anywhere; in order, without overlaps.
  private func matches(in characters: [Character]) -> [Range<Int>] {
    let folded = FoldedCharacters(characters)
    var isMatched = [Bool](repeating: false, count: characters.count)
    for term in terms {
      for start in folded.letters.indices where folded.holds(term, at: start) {
        let (first, last) = (folded.origins[start], folded.origins[start + term.count - 1])
        for index in first...last { isMatched[index] = true }
      }
    }
    return runs(of: isMatched)
  }

  private func runs(of flags: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (index, flag) in flags.enumerated() where flag {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }
}

/// Folded text whose every letter knows the character that it comes from.
private struct FoldedCharacters {
  /// Words joined by single spaces.
  var letters: [Character] = []
  /// For each letter the index of its character.
  var origins: [Int] = []

  init(_ characters: [Character]) {
    for (index, character) in characters.enumerated() {
      // Between two letters a separator splits the word, an apostrophe leaves no trace, and a letter
      // stands folded.
      let words = FoldedText.words(in: "a\(character)a")
      let added = words.count == 1 ? Array(words[0].dropFirst().dropLast()) : [" "]
      if added == [" "], letters.last == " " || letters.isEmpty { continue }
      letters += added
      origins += added.map { _ in index }
    }
  }

  func holds(_ term: [Character], at start: Int) -> Bool {
    guard start + term.count <= letters.count else { return false }
    let beginsWord = start == 0 || letters[start - 1] == " "
    guard beginsWord || term.count >= 3 else { return false }
    return letters[start..<(start + term.count)].elementsEqual(term)
  }
}
