package import FoundationEssentials

/// One difference between the rosters of a site at two moments.
package struct RosterDifference: Hashable, Sendable {
  package var what: Kind
  package var userID: Int
  package var role: Role
  package var accountID: Int?
  /// The name at the later moment; of somebody who left, the last known one.
  package var displayName: String
  /// The value at the earlier moment; only of a change of a value.
  package var before: String?
  /// The value at the later moment; only of a change of a value.
  package var after: String?
  /// The latest reading before that did not see it yet. Where several changes amount to the
  /// difference, as where somebody was renamed twice, the two dates enclose all of them.
  package var previousWalkAt: Date
  /// The first reading that saw all of it.
  package var observedAt: Date

  /// What is different.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// On the later roster only, and on no roster until the earlier moment.
    case joined
    /// On the later roster only, and on a roster before the earlier one.
    case returned
    /// On the earlier roster only.
    case left
    /// On both, with another name.
    case renamed
    /// On both, and became staff, or is staff no more.
    case kind
    /// On both, and won an election in the meantime.
    case elected
  }
}

/// What the changes of one moderator between two moments amount to.
package struct NetChange: Hashable, Sendable {
  /// What the later roster shows differently; empty where the changes cancel each other.
  package private(set) var differences: [RosterDifference] = []
  /// What happened in between, and the two rosters do not show.
  package private(set) var passage: Passage?

  /// A coming and going that two rosters do not show.
  package enum Passage: Hashable, Sendable, CaseIterable {
    /// On neither roster, but in between.
    case cameAndWent
    /// On one roster or both, and left and came back in between.
    case leftAndReturned
  }

  /// - Parameter changes: All changes of one moderator after the earlier and until the later moment,
  ///   oldest first.
  package init(_ changes: [DatedChange]) {
    let moves = changes.filter { Self.moves.contains($0.change.kind) }
    guard let first = moves.first, let last = moves.last else {
      differences = Self.edits(changes, ["display_name", "kind", "elected"])
      return
    }
    // Nobody knows whether they had the role at the earlier moment.
    if first.isBaseline { return }
    let (wasThere, isThere) = (first.change.kind == .left, last.change.kind != .left)
    if moves.count > 1 { passage = .leftAndReturned }
    switch (wasThere, isThere) {
    case (false, false): passage = .cameAndWent
    // Who was elected is known of one tenure, not of the next.
    case (true, true): differences = Self.edits(changes, ["display_name", "kind"])
    case (false, true):
      let what: RosterDifference.Kind = first.change.kind == .returned ? .returned : .joined
      differences = [Self.difference(what, from: first, to: last, named: changes)]
    case (true, false):
      differences = [Self.difference(.left, from: first, to: last, named: changes)]
    }
  }

  private static let moves: Set<Change.Kind> = [.joined, .left, .returned]

  /// The columns whose first and last values differ.
  private static func edits(_ changes: [DatedChange], _ columns: [String]) -> [RosterDifference] {
    columns.compactMap { column in
      let edits = changes.flatMap { change in
        change.change.detail.filter { $0.column == column }.map { (change: change, field: $0) }
      }
      guard let first = edits.first, let last = edits.last,
        first.field.before != last.field.after
      else { return nil }
      let what = RosterDifference.Kind(rawValue: column) ?? .renamed
      var difference = difference(what, from: first.change, to: last.change, named: changes)
      (difference.before, difference.after) = (first.field.before, last.field.after)
      return difference
    }
  }

  /// - Parameters:
  ///   - first: The first change that the difference sums up.
  ///   - last: The last one.
  ///   - changes: The last of them has the latest name.
  private static func difference(
    _ what: RosterDifference.Kind, from first: DatedChange, to last: DatedChange,
    named changes: [DatedChange]
  ) -> RosterDifference {
    let latest = changes.last?.change ?? last.change
    return RosterDifference(
      what: what, userID: latest.userID, role: latest.role, accountID: latest.accountID,
      displayName: latest.displayName, previousWalkAt: first.previousWalkAt,
      observedAt: last.observedAt)
  }
}
