extension Verdict.Reason {
  /// The rule that does not hold, as a part of a sentence. The commands add what to do about it.
  package func words(for audience: Audience) -> String {
    let (terminal, page) = words
    return audience == .terminal ? terminal : page
  }

  /// For the terminal and for a page.
  private var words: (String, String) {
    switch self {
    case .missingPage:
      ("not all pages could be read", "a page between the first and the last is missing")
    case .hasMoreChain:
      (
        "has_more is false before the last page, or true on it",
        "the pages disagree about where the list ends"
      )
    case .totalMissing:
      (
        "the API does not say how many moderators there are",
        "a page does not say how many moderators there are"
      )
    case .totalChanged: ("pages give different totals", "the pages give different totals")
    case .totalMismatch:
      (
        "the number of moderators is not the total that the API gives",
        "the number of moderators read is not the total that the site gives"
      )
    case .emptyRole:
      (
        "nobody is listed in a role that every site has: the site hides its list",
        "nobody was listed in a role that every site has"
      )
    case .duplicateUser: ("a moderator is listed twice", "one person is listed twice")
    case .notInOrder:
      ("the moderators are not in the order of their ids", "the people are not in order")
    case .notRepeated:
      (
        "no second reading in the opposite order confirmed the moderators",
        "no second reading in the opposite order confirmed the people"
      )
    case .suddenShrink:
      (
        "more than a quarter of the moderators are gone at once",
        "suspiciously many left at once, so that a second look is needed"
      )
    case .emptyRoster:
      ("the API lists no moderators at all", "the site listed nobody at all")
    case .totalMayBeOld:
      (
        "the total that agrees with two readings may be old",
        "the total that agrees with both readings may be old"
      )
    case .totalDiffers:
      (
        "the number of moderators is not that of a total that may be old and counts hidden users",
        "the number of people is not that of a total that may be old and counts hidden users"
      )
    case .sameOrder:
      (
        "the API has only one order, so that a second reading does not show what it always leaves out",
        "the list has only one order, so that a second reading does not show what it always leaves out"
      )
    case .unpagedList:
      (
        "it is one list without pages or a total, which does not show what it leaves out",
        "it is one list without pages or a total, and nothing shows whom it leaves out"
      )
    case .lowerGrade:
      (
        "it proves less than the roster that is kept",
        "it proves less than the roster that is shown"
      )
    }
  }

  /// The reasons of a walk as the archive keeps them, as a part of a sentence.
  ///
  /// - Parameters:
  ///   - names: Names of reasons between spaces; an unknown name is used as it is.
  ///   - words: The words for a reason.
  package static func words(
    ofNames names: String?, _ words: (Verdict.Reason) -> String
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
