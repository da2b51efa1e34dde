package import Roster

/// A search as the user typed it.
package struct SearchQuery: Hashable, Sendable {
  /// Words, each a prefix, in any order; words in double quotes must match exactly. Any text is
  /// accepted.
  package var text: String
  /// Only in this network; nil for all. Ignored where a site is set.
  package var network: NetworkID?
  /// Only moderators of this site; their other sites are no part of the result.
  package var site: SiteRef?
  /// Only moderators of these kinds, on sites where they are that; empty for all.
  package var kinds: [Moderator.Kind]
  /// Only moderators with these roles, in the rows with them; empty for all.
  package var roles: [Role]
  /// Whether to include former moderators.
  package var former: Bool
  /// At most this many people; nil for all.
  package var limit: Int?

  package init(
    _ text: String, network: NetworkID? = nil, site: SiteRef? = nil, kinds: [Moderator.Kind] = [],
    roles: [Role] = [], former: Bool = false, limit: Int? = 20
  ) {
    self.text = text
    self.network = network
    self.site = site
    self.kinds = kinds
    self.roles = roles
    self.former = former
    self.limit = limit
  }
}

/// One person found, with the sites they moderate.
package struct PersonMatch: Hashable, Sendable {
  package var network: NetworkID
  /// Nil where the account identifies no person: then the result is one user of one site.
  package var accountID: Int?
  /// The name on the site of the match.
  package var displayName: String
  /// The id of the site of the match.
  package var site: SiteID
  package var match: Match
  /// Rows with the columns of `former_moderators`; `left_at` is NULL for present moderators. The
  /// site with most reputation comes first.
  package var moderators: [Roster.Row]
  /// The bounds of the last tenure of each of these rows; nil where it lasts.
  package var ends: [TenureBounds?]
  /// What was searched for.
  let terms: SearchTerms

  /// The parts of a text of this person, such as a name or the id of a site, that match the terms,
  /// in order and without overlaps; empty for a typing error.
  package func highlights(in text: String) -> [Range<String.Index>] {
    terms.ranges(in: text, for: match.kind)
  }

  /// What matches.
  package struct Match: Hashable, Sendable {
    package var field: Field
    package var kind: Kind
    /// The matching text: a whole name or place, or a part of a longer text.
    package var text: String
    /// The parts of ``text`` that match the terms, in order; empty for a typing error.
    package var highlights: [Range<String.Index>]
  }

  /// The field that matches.
  package enum Field: String, Hashable, Sendable, CaseIterable {
    case displayName = "display_name"
    case formerName = "former_name"
    /// Another name that only a claim states.
    case claimedName = "claimed_name"
    case site
    case location
    case aboutText = "about_text"
  }

  /// How close the match is, the closest first.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The whole text equals the query.
    case exact
    /// Every term begins a word.
    case prefix
    /// Every term is a part of a word.
    case substring
    /// The words differ by one or two typing errors: “did you mean”.
    case typo
  }
}

/// A parsed query.
struct SearchTerms: Hashable, Sendable {
  /// Folded words; a phrase has one or more, a prefix exactly one.
  struct Term: Hashable, Sendable {
    var words: [String]
    var isPhrase: Bool

    /// For prefixes: the word's beginning.
    var text: String { words[0] }
  }

  var terms: [Term]
  /// All folded words in their order.
  var words: [String]

  var isEmpty: Bool { terms.isEmpty }

  init(_ text: String) {
    words = FoldedText.words(in: text)
    var seen: Set<Term> = []
    terms = []
    // By scalars: a `Character` may contain the quotation mark and a mark of the next word.
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let words = FoldedText.words(in: String(part))
      let isPhrase = index % 2 == 1
      let found =
        isPhrase
        ? (words.isEmpty ? [] : [Term(words: words, isPhrase: true)])
        : words.map { Term(words: [$0], isPhrase: false) }
      for term in found where seen.insert(term).inserted { terms.append(term) }
    }
  }

  /// The parts of a text that match the terms in a match of that kind, in order and without
  /// overlaps: beginnings of words, for substrings parts of words, for typing errors nothing.
  func ranges(in text: String, for kind: PersonMatch.Kind) -> [Range<String.Index>] {
    guard kind != .typo else { return [] }
    let letters = FoldedLetters(text)
    return FoldedLetters.merged(
      terms.flatMap { term in
        term.isPhrase
          ? letters.ranges(ofPhrase: term.words)
          : letters.ranges(of: term.text, insideWords: kind == .substring)
      })
  }

  /// Whether every term occurs in the words of one text.
  func areIn(_ words: [String]) -> Bool {
    terms.allSatisfy { $0.isIn(words) }
  }

  /// Whether they may be parts of words.
  var canBeSubstrings: Bool {
    terms.contains(where: \.canBeSubstring) && !terms.contains(where: \.isPhrase)
  }

  /// The most terms that the index is asked for: each costs it a list, and the longest select most.
  private static let maximalTerms = 12

  /// Those that the index is asked for.
  var selective: [Term] {
    Array(terms.sorted { $0.text.utf8.count > $1.text.utf8.count }.prefix(Self.maximalTerms))
  }

  /// The typing errors of all terms together, each compared with its nearest word; a term without a
  /// near word counts as three.
  func errors(in words: [String]) -> Int {
    terms.reduce(0) { sum, term in
      sum + (words.map { EditDistance.between($0, term.text, atMost: 2) ?? 3 }.min() ?? 3)
    }
  }
}

extension SearchTerms.Term {
  /// Whether a word begins with it, or the words of the phrase follow each other.
  func isIn(_ other: [String]) -> Bool {
    if !isPhrase { return other.contains { $0.utf8.starts(with: text.utf8) } }
    guard other.count >= words.count else { return false }
    return (0...(other.count - words.count)).contains {
      other[$0..<($0 + words.count)].elementsEqual(words)
    }
  }

  /// Whether one of the words begins with it, or differs from it by typing errors.
  ///
  /// - Parameter errors: The most: one for terms of four letters or more, where the first or the second half is as it
  ///   is typed; two for seven letters or more, where the first or the last letter is.
  func isNear(_ words: [String], errors: Int) -> Bool {
    if isIn(words) { return true }
    let letters = text.unicodeScalars
    guard ((errors == 1 ? 4 : 7)...64).contains(letters.count) else { return false }
    let half = errors == 1 ? letters.count / 2 : 1
    let (head, tail) = (String(letters.prefix(half)), String(letters.suffix(half)))
    return words.contains { word in
      (word.utf8.starts(with: head.utf8) || word.utf8.reversed().starts(with: tail.utf8.reversed()))
        && EditDistance.between(word, text, atMost: errors) != nil
    }
  }

  /// Whether it is long enough for a search inside words by itself: three letters or more, two for scripts without
  /// spaces between words.
  var canBeSubstring: Bool {
    guard !isPhrase, let first = text.unicodeScalars.first else { return false }
    return text.unicodeScalars.count >= Self.minimum(first)
  }

  /// Whether a word begins with it, or an ending of a word that is long enough for a search inside words.
  func isPart(of words: [String]) -> Bool {
    isIn(words)
      || words.contains { word in
        var (rest, left) = (word[...], word.unicodeScalars.count)
        while let first = rest.unicodeScalars.first {
          if left >= Self.minimum(first), rest.utf8.starts(with: text.utf8) { return true }
          rest.unicodeScalars.removeFirst()
          left -= 1
        }
        return false
      }
  }

  private static func minimum(_ first: Unicode.Scalar) -> Int { isIdeographic(first) ? 2 : 3 }

  /// Han, kana, and Hangul including its parts.
  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
