/// The verdict on the evidence of a walk.
package enum Verdict: Hashable, Sendable {
  /// The roster is complete: every rule is satisfied.
  case complete
  /// Only `total` is missing or wrong, and a second reading has the same ids.
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

  /// A rule that failed.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A page between the first and the last is missing.
    case missingPage = "missing_page"
    /// `has_more` is false before the last page, or true on it.
    case hasMoreChain = "has_more_chain"
    /// A page does not report `total`.
    case totalMissing = "total_missing"
    /// Two pages report different totals.
    case totalChanged = "total_changed"
    /// The number of items is not `total`.
    case totalMismatch = "total_mismatch"
    /// An id occurs twice.
    case duplicateUser = "duplicate_user"
    /// A second reading in the opposite order has other ids; or it is missing, and the roster has
    /// several pages or no users.
    case notRepeated = "not_repeated"
    /// The walk is complete, but more than two moderators and more than a quarter of them have left
    /// at once.
    case suddenShrink = "sudden_shrink"
    /// The walk is complete, but the roster is empty.
    case emptyRoster = "empty_roster"

    /// Whether the roster may have changed during the walk, so that another walk can help.
    package var suggestsMovement: Bool {
      switch self {
      case .missingPage, .totalMissing: false
      case .hasMoreChain, .totalChanged, .totalMismatch, .duplicateUser, .notRepeated,
        .suddenShrink, .emptyRoster:
        true
      }
    }

    /// Whether it is only about `total`, which a second reading can replace.
    package var concernsTotalOnly: Bool {
      switch self {
      case .totalMissing, .totalChanged, .totalMismatch: true
      case .missingPage, .hasMoreChain, .duplicateUser, .notRepeated, .suddenShrink, .emptyRoster:
        false
      }
    }
  }
}
