/// What the evidence of a walk proves.
package enum Verdict: Hashable, Sendable {
  /// The roster is whole: all six rules hold.
  case complete
  /// Only the word of `total` is missing or wrong, and a second reading gave the same ids.
  case unproven([Reason])
  case incomplete([Reason])

  /// The verdict's name in the archive and on the command line.
  package var name: Name {
    switch self {
    case .complete: .complete
    case .unproven: .unproven
    case .incomplete: .incomplete
    }
  }

  /// A verdict without its reasons.
  package enum Name: String, Hashable, Sendable {
    case complete, unproven, incomplete
  }

  /// Why the verdict is not `complete`, in the order of the rules; empty where it is.
  package var reasons: [Reason] {
    switch self {
    case .complete: []
    case .unproven(let reasons), .incomplete(let reasons): reasons
    }
  }

  /// A rule that does not hold.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A page between the first and the last is not there.
    case missingPage = "missing_page"
    /// `has_more` is false before the last page, or true on it.
    case hasMoreChain = "has_more_chain"
    /// Some page does not say `total`.
    case totalMissing = "total_missing"
    /// Two pages say different totals.
    case totalChanged = "total_changed"
    /// The number of items is not `total`.
    case totalMismatch = "total_mismatch"
    /// An id occurs twice.
    case duplicateUser = "duplicate_user"
    /// A second reading in the opposite order gave other ids; or it is missing, and the roster has
    /// several pages or nobody in it.
    case notRepeated = "not_repeated"
    /// The walk is complete, but says that more than two and more than a quarter left at once.
    case suddenShrink = "sudden_shrink"
    /// The walk is complete, but says that nobody moderates the site.
    case emptyRoster = "empty_roster"

    /// Whether the roster may have moved while it was read, so that walking it again can help.
    package var suggestsMovement: Bool {
      switch self {
      case .missingPage, .totalMissing: false
      case .hasMoreChain, .totalChanged, .totalMismatch, .duplicateUser, .notRepeated,
        .suddenShrink, .emptyRoster:
        true
      }
    }

    /// Whether it concerns only what `total` says, which a second reading can stand in for.
    package var concernsTotalOnly: Bool {
      switch self {
      case .totalMissing, .totalChanged, .totalMismatch: true
      case .missingPage, .hasMoreChain, .duplicateUser, .notRepeated, .suddenShrink, .emptyRoster:
        false
      }
    }
  }
}
