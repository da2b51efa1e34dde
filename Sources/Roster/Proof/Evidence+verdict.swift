import FoundationEssentials

/// The rules of completeness: pure functions of the evidence, so that they can be evaluated again
/// at any time.
extension Evidence {
  /// The verdict for these pages: each list has its own, and the weakest decides.
  ///
  /// Several lists are read one after the other, and somebody may change from one to another meanwhile. So that
  /// all lists with pages are true at the same moment, each is read again after the first reading of all.
  ///
  /// - Parameter rules: The rules of the network that the pages come from.
  package func verdict(by rules: ProofRules) -> Verdict {
    .weakest(of: judged.map { $0.verdict(by: rules) })
  }

  /// Whether the list of a role needs a second reading that can still change the verdict: the first one
  /// has all its pages and no duplicates, and has several pages, no users, a `total` that is missing or
  /// wrong, or another list beside it.
  ///
  /// - Parameter role: Nil for any of the lists.
  package func needsSecondReading(of role: Role? = nil, by rules: ProofRules) -> Bool {
    judged.contains { [nil, $0.role].contains(role) && $0.needsSecondReading(by: rules) }
  }

  /// Whether the first reading of a list breaks a rule that no second one can make good.
  package func isUnprovable(by rules: ProofRules) -> Bool {
    judged.contains { $0.isUnprovable(by: rules) }
  }

  private var judged: [ListEvidence] {
    let lists = lists.map { ListEvidence($0) }
    guard lists.count > 1 else { return lists }
    let end = lists.compactMap(\.firstEnd).max()
    return lists.map { list in
      var list = list
      list.rosterEnd = end
      return list
    }
  }
}

/// The evidence of one list.
private struct ListEvidence {
  /// Also those past the end, which belong to no reading.
  private let pages: [PageEvidence]
  private let first: [PageEvidence]
  private let second: [PageEvidence]
  /// When the first readings of all lists had ended, where there are several.
  var rosterEnd: Date?

  /// - Parameter list: Pages of one role.
  init(_ list: Evidence) {
    pages = list.pages
    (first, second) = (list.pages(of: .first), list.pages(of: .second))
  }

  /// The kind of list that the pages are of; numbered pages where there is none.
  var paging: Paging { first.first?.position.paging ?? .numbered }

  var role: Role? { pages.first?.role }

  var firstEnd: Date? { first.map(\.fetchedAt).max() }

  func verdict(by rules: ProofRules) -> Verdict {
    let (reasons, limits) = (brokenRules(of: rules), limits(by: rules))
    if reasons.isEmpty { return limits.isEmpty ? .complete : .unproven(limits) }
    return wasRepeated(by: rules) && reasons.allSatisfy(\.concernsTotalOnly)
      ? .unproven(reasons + limits) : .incomplete(reasons)
  }

  func isUnprovable(by rules: ProofRules) -> Bool {
    let reasons = brokenRules(of: rules).filter { $0 != .notRepeated }
    return !reasons.isEmpty && !needsSecondReading(by: rules)
  }

  func needsSecondReading(by rules: ProofRules) -> Bool {
    let reasons = brokenRules(of: rules).filter { $0 != .notRepeated }
    if reasons.isEmpty { return mustBeRepeated(by: rules) }
    return reasons.allSatisfy(\.concernsTotalOnly)
  }

  /// Several pages are not read atomically; a failing API has returned empty lists; and without an
  /// exact `total` nothing else shows that a list was not truncated. Several lists are not read at the same
  /// moment.
  private func mustBeRepeated(by rules: ProofRules) -> Bool {
    if first.isEmpty { return false }
    return itemCount == 0
      || rules.wantsSecondReading(
        pages: first.count, of: paging, besideOthers: rosterEnd != nil)
  }

  private func brokenRules(of rules: ProofRules) -> [Verdict.Reason] {
    var reasons: [Verdict.Reason] = []
    if !Self.isUnbroken(first) { reasons.append(.missingPage) }
    if !Self.isChain(first, by: rules) { reasons.append(.hasMoreChain) }
    reasons += brokenTotalRules(of: rules.total)
    if itemCount == 0, role.map(rules.neverEmpty.contains) == true {
      reasons.append(.emptyRole)
    }
    if Self.hasDuplicates(first) { reasons.append(.duplicateUser) }
    // A second reading with other ids is a reason even where none was needed.
    if mustBeRepeated(by: rules) || !second.isEmpty, !wasRepeated(by: rules) {
      reasons.append(.notRepeated)
    }
    return reasons
  }

  private func brokenTotalRules(of rule: ProofRules.Total) -> [Verdict.Reason] {
    let counted = first + second
    let totals = counted.compactMap(\.total)
    if rule == .none || paging == .whole { return [] }
    var reasons: [Verdict.Reason] = []
    if totals.count < counted.count { reasons.append(.totalMissing) }
    guard rule == .exact else { return reasons }
    if Set(totals).count > 1 { reasons.append(.totalChanged) }
    if let total = totals.first, total != itemCount { reasons.append(.totalMismatch) }
    return reasons
  }

  /// What the rules cannot prove although none is broken.
  private func limits(by rules: ProofRules) -> [Verdict.Reason] {
    if paging == .whole { return [.unpagedList] }
    guard case .bounded = rules.total else { return [] }
    let count = itemCount
    return [pages.allSatisfy { $0.total == count } ? .totalMayBeOld : .totalDiffers]
  }

  /// Whether there is a second reading with all its pages that has the ids of the first in another order, since one in
  /// the same order came from a cache and proves nothing. Where there are several lists, it begins after the first
  /// reading of all.
  private func wasRepeated(by rules: ProofRules) -> Bool {
    guard Self.isUnbroken(second), Self.isChain(second, by: rules), !Self.hasDuplicates(second)
    else { return false }
    let (ids, again) = (first.flatMap(\.userIDs), second.flatMap(\.userIDs))
    let start = second.map(\.fetchedAt).min() ?? .distantPast
    guard Set(again) == Set(ids), rosterEnd.map({ start >= $0 }) ?? true else { return false }
    // A list with tokens goes on from a key, so it has one order, whatever the collation is.
    return ids.count < 2 || (paging == .tokens ? again == ids.reversed() : again != ids)
  }

  private var itemCount: Int { first.reduce(0) { $0 + $1.userIDs.count } }

  private static func isUnbroken(_ pages: [PageEvidence]) -> Bool {
    !pages.isEmpty && pages.map(\.page) == Array(1...pages.count)
  }

  /// Whether each page but the last says that others follow, and all begin where they should.
  private static func isChain(_ pages: [PageEvidence], by rules: ProofRules) -> Bool {
    guard let paging = pages.first?.position.paging, rules.paging.contains(paging),
      pages.last?.hasMore == false, pages.dropLast().allSatisfy({ $0.hasMore })
    else { return false }
    switch paging {
    case .numbered: return pages.allSatisfy { $0.position == .number($0.page) }
    case .offset:
      var offset = 0
      return pages.allSatisfy { page in
        defer { offset += page.userIDs.count }
        return page.position == .offset(offset)
      }
    case .tokens:
      return pages.first?.position == .start && Set(pages.map(\.position)).count == pages.count
        && pages.allSatisfy { $0.position.paging == .tokens }
    case .whole: return pages.count == 1
    }
  }

  private static func hasDuplicates(_ pages: [PageEvidence]) -> Bool {
    var seen: Set<Int> = []
    return !pages.allSatisfy { page in page.userIDs.allSatisfy { seen.insert($0).inserted } }
  }
}
