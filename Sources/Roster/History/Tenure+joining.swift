extension Tenure {
  /// Of the tenures of one user in several roles those times in which they had any: whoever gets another role
  /// neither leaves nor joins.
  ///
  /// - Parameter tenures: In any order.
  package static func joining(_ tenures: [Tenure]) -> [Tenure] {
    tenures.sorted { $0.firstSeen < $1.firstSeen }.reduce(into: []) { joined, tenure in
      if let last = joined.indices.last, joined[last].lasts(until: tenure) {
        joined[last].extend(by: tenure)
      } else {
        joined.append(tenure)
      }
    }
  }

  /// Whether a later tenure begins before this one has ended, or with the same reading.
  func lasts(until later: Tenure) -> Bool {
    leftAt.map { later.firstSeen <= $0 } ?? true
  }

  /// Joins a tenure that begins while this one lasts.
  ///
  /// - Returns: Whether the other one ends later.
  @discardableResult
  mutating func extend(by later: Tenure) -> Bool {
    if firstSeen == later.firstSeen, later.absentBefore == nil { absentBefore = nil }
    if let beginning = later.loggedBeginning {
      loggedBeginning = min(loggedBeginning ?? beginning, beginning)
    }
    guard let end = leftAt, later.leftAt.map({ $0 > end }) ?? true else { return false }
    (lastSeen, leftAfter) = (later.lastSeen, later.leftAfter)
    (leftAt, loggedEnd) = (later.leftAt, later.loggedEnd)
    return true
  }
}
