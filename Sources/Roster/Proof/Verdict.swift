/// The verdict on the evidence of a walk.
package enum Verdict: Hashable, Sendable {
  /// The roster is complete: every rule is satisfied.
  case complete
  /// The roster was read as a whole, and is not proven: only `total` is missing or wrong, and a
  /// second reading has the same ids; or the kind of list cannot prove more.
  case unproven([Reason])
  case incomplete([Reason])

  /// The verdict of a roster whose lists have these: incomplete where one is, else unproven where one
  /// is, with the reasons of all such lists.
  ///
  /// - Parameter verdicts: At least one.
  static func weakest(of verdicts: [Verdict]) -> Verdict {
    if verdicts.count == 1 { return verdicts[0] }
    func reasons(_ name: Name) -> [Reason]? {
      let weak = verdicts.filter { $0.name == name }
      let found = Set(weak.flatMap(\.reasons))
      return weak.isEmpty ? nil : Reason.allCases.filter(found.contains)
    }
    return reasons(.incomplete).map(Verdict.incomplete)
      ?? reasons(.unproven).map(Verdict.unproven) ?? .complete
  }

  /// The verdict's name in the archive and on the command line.
  package var name: Name {
    switch self {
    case .complete: .complete
    case .unproven: .unproven
    case .incomplete: .incomplete
    }
  }

  /// The verdict that an archive stores.
  ///
  /// - Parameters:
  ///   - name: The name of a verdict; nil for a name that is unknown.
  ///   - reasons: Names of reasons between spaces; unknown ones are left out.
  package init?(name: String, reasons: String) {
    guard let name = Name(rawValue: name) else { return nil }
    let reasons = reasons.split(separator: " ").compactMap { Reason(rawValue: String($0)) }
    switch name {
    case .complete: self = .complete
    case .unproven: self = .unproven(reasons)
    case .incomplete: self = .incomplete(reasons)
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

  /// The grade of the roster where it is published; nil where it cannot be.
  package var grade: Grade? {
    switch self {
    case .complete: .complete
    case .unproven(let reasons): reasons.map { $0.highestGrade ?? .published }.min() ?? .published
    case .incomplete: nil
    }
  }

  /// Whether it is published only where the user accepts that a rule is broken.
  package var needsAcceptance: Bool {
    guard case .unproven(let reasons) = self else { return false }
    return reasons.isEmpty || reasons.contains { $0.highestGrade == nil }
  }

  /// Whether a roster with this verdict can be published: it is proven as far as its kind of list
  /// can prove it, or the user accepts that it is not.
  package func mayBePublished(acceptingUnproven isAccepted: Bool) -> Bool {
    grade != nil && (isAccepted || !needsAcceptance)
  }

  /// Why a verdict is not `complete`: a rule that failed, or what the kind of list cannot prove.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A page between the first and the last is missing, or the whole list of a role that the published
    /// roster has.
    case missingPage = "missing_page"
    /// `has_more` is false before the last page, or true on it; or a page does not begin where the
    /// one before it ends.
    case hasMoreChain = "has_more_chain"
    /// A page does not report `total`.
    case totalMissing = "total_missing"
    /// Two pages report different totals.
    case totalChanged = "total_changed"
    /// The number of items is not `total`.
    case totalMismatch = "total_mismatch"
    /// The list of a role that somebody has on every site of the network has nobody.
    case emptyRole = "empty_role"
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
    /// Two readings have as many ids as a total that may be old.
    case totalMayBeOld = "total_may_be_old"
    /// The number of ids of two readings is not that of a total that may be old and counts hidden
    /// users.
    case totalDiffers = "total_differs"
    /// The site was moved to another address, where fewer than half of its moderators are, or which names another site.
    case otherSite = "other_site"
    /// The list is one answer without pages and without a total.
    case unpagedList = "unpaged_list"
    /// The roster is of a lower grade than the published one.
    case lowerGrade = "lower_grade"

    /// Whether the roster may have changed during the walk, so that another walk can help.
    package var suggestsMovement: Bool {
      switch self {
      case .missingPage, .totalMissing, .emptyRole, .otherSite, .totalMayBeOld, .totalDiffers,
        .unpagedList, .lowerGrade:
        false
      case .hasMoreChain, .totalChanged, .totalMismatch, .duplicateUser, .notRepeated,
        .suddenShrink, .emptyRoster:
        true
      }
    }

    /// Whether it is only about `total`, which a second reading can replace.
    package var concernsTotalOnly: Bool {
      switch self {
      case .totalMissing, .totalChanged, .totalMismatch: true
      case .missingPage, .hasMoreChain, .emptyRole, .duplicateUser, .notRepeated,
        .suddenShrink, .emptyRoster, .otherSite, .totalMayBeOld, .totalDiffers, .unpagedList,
        .lowerGrade:
        false
      }
    }

    /// The highest grade of a roster with this reason, where no rule is broken and the kind of list
    /// cannot prove more; nil where it is a broken rule or a doubt.
    package var highestGrade: Grade? {
      switch self {
      case .totalMayBeOld: .corroborated
      case .totalDiffers, .unpagedList: .published
      case .missingPage, .hasMoreChain, .totalMissing, .totalChanged, .totalMismatch,
        .emptyRole, .duplicateUser, .notRepeated, .suddenShrink, .emptyRoster, .otherSite,
        .lowerGrade:
        nil
      }
    }
  }
}
