extension Verdict.Reason {
  /// The rule that does not hold, as a part of a sentence. The commands add what to do about it.
  package var words: String {
    switch self {
    case .missingPage: "not all pages could be read"
    case .hasMoreChain:
      "the pages disagree about where the list ends, or it has more pages than are read of one list"
    case .totalMissing: "the site does not say how many moderators there are"
    case .totalChanged: "pages give different totals"
    case .totalMismatch: "the number of moderators is not the total that the site gives"
    case .emptyRole: "nobody is listed in a role that every site has: the site hides its list"
    case .duplicateUser: "a moderator is listed twice"
    case .notRepeated: "no second reading in the opposite order confirmed the moderators"
    case .suddenShrink: "more than a quarter of the moderators are gone at once"
    case .emptyRoster: "the site lists no moderators at all"
    case .otherSite:
      "it can be another site than the one before it was moved: it has another name, or fewer than half of the moderators"
    case .totalMayBeOld: "the total that agrees with two readings may be old"
    case .totalDiffers:
      "the number of moderators is not that of a total that may be old and counts hidden users"
    case .unpagedList:
      "it is one list without pages or a total, which does not show what it leaves out"
    case .lowerGrade: "it proves less than the roster that is kept"
    }
  }

  /// The reasons of a walk as the archive keeps them, as a part of a sentence.
  ///
  /// - Parameters:
  ///   - names: Names of reasons between spaces; an unknown name is used as it is.
  ///   - words: The words for a reason.
  package static func words(
    ofNames names: String?, _ words: (Verdict.Reason) -> String = \.words
  ) -> String {
    (names ?? "").split(separator: " ")
      .map { name in Verdict.Reason(rawValue: String(name)).map(words) ?? String(name) }
      .joined(separator: "; ")
  }
}

extension Optional<Grade> {
  /// The grade after a word such as `unproven`; empty without one.
  package var inBrackets: String { map { " (grade \($0.rawValue))" } ?? "" }
}
