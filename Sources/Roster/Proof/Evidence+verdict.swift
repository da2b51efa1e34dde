/// The rules of completeness: pure functions of the evidence, so that they can be evaluated again
/// at any time.
extension Evidence {
  /// The verdict for these pages.
  ///
  /// - Parameter rules: The rules of the network that the pages come from.
  package func verdict(by rules: ProofRules) -> Verdict {
    let reasons = brokenRules(of: rules)
    if reasons.isEmpty { return .complete }
    let onlyTotal = reasons.allSatisfy(\.concernsTotalOnly)
    return onlyTotal && wasRepeated ? .unproven(reasons) : .incomplete(reasons)
  }

  /// Whether a second reading is needed and can still change the verdict: the first one has all its
  /// pages and no duplicates, and has several pages, no users, or a `total` that is missing or
  /// wrong.
  package func needsSecondReading(by rules: ProofRules) -> Bool {
    let reasons = brokenRules(of: rules).filter { $0 != .notRepeated }
    guard reasons.allSatisfy(\.concernsTotalOnly) else { return false }
    return mustBeRepeated(by: rules) || !reasons.isEmpty
  }

  /// Several pages are not read atomically; a failing API has returned empty lists; and without a
  /// `total` nothing else shows that a list was not truncated.
  private func mustBeRepeated(by rules: ProofRules) -> Bool {
    let first = pages(of: .first)
    if first.isEmpty { return false }
    return !rules.hasTotal || first.count > 1 || first.allSatisfy(\.userIDs.isEmpty)
  }

  private func brokenRules(of rules: ProofRules) -> [Verdict.Reason] {
    let first = pages(of: .first)
    var reasons: [Verdict.Reason] = []
    if !Self.isUnbroken(first) { reasons.append(.missingPage) }
    if !Self.hasMoreHolds(first) { reasons.append(.hasMoreChain) }
    if rules.hasTotal {
      reasons += brokenTotalRules(itemCount: first.reduce(0) { $0 + $1.userIDs.count })
    }
    if Self.hasDuplicates(first) { reasons.append(.duplicateUser) }
    // A second reading with other ids is a reason even where none was needed.
    if mustBeRepeated(by: rules) || !pages(of: .second).isEmpty, !wasRepeated {
      reasons.append(.notRepeated)
    }
    return reasons
  }

  private func brokenTotalRules(itemCount: Int) -> [Verdict.Reason] {
    let counted = Reading.allCases.flatMap { pages(of: $0) }
    let totals = counted.compactMap(\.total)
    var reasons: [Verdict.Reason] = []
    if totals.count < counted.count { reasons.append(.totalMissing) }
    if Set(totals).count > 1 { reasons.append(.totalChanged) }
    if let total = totals.first, total != itemCount { reasons.append(.totalMismatch) }
    return reasons
  }

  /// Whether there is a second reading with all its pages that has the ids of the first in another
  /// order: one in the same order came from a cache, and proves nothing.
  private var wasRepeated: Bool {
    let second = pages(of: .second)
    guard Self.isUnbroken(second), Self.hasMoreHolds(second), !Self.hasDuplicates(second) else {
      return false
    }
    let (ids, again) = (pages(of: .first).flatMap(\.userIDs), second.flatMap(\.userIDs))
    return Set(again) == Set(ids) && (ids.count < 2 || again != ids)
  }

  private static func isUnbroken(_ pages: [PageEvidence]) -> Bool {
    !pages.isEmpty && pages.map(\.page) == Array(1...pages.count)
  }

  private static func hasMoreHolds(_ pages: [PageEvidence]) -> Bool {
    pages.last?.hasMore == false && pages.dropLast().allSatisfy(\.hasMore)
  }

  private static func hasDuplicates(_ pages: [PageEvidence]) -> Bool {
    var seen: Set<Int> = []
    return !pages.allSatisfy { page in page.userIDs.allSatisfy { seen.insert($0).inserted } }
  }
}
