import Roster

extension Verdict.Reason {
  /// The rule that does not hold and, where an option of `sync` gets around it, that option.
  var advice: String {
    switch self {
    case .suddenShrink, .emptyRoster: return "\(words); --accept-shrink publishes it"
    case .lowerGrade: return "\(words); --accept-unproven publishes it"
    case .missingPage, .hasMoreChain, .totalMissing, .totalChanged, .totalMismatch, .emptyRole,
      .duplicateUser, .notInOrder, .notRepeated, .totalMayBeOld, .totalDiffers, .sameOrder,
      .unpagedList:
      return words
    }
  }
}
