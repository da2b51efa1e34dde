package import FoundationEssentials

/// A change, and the two readings that it lies between.
package struct DatedChange: Hashable, Sendable {
  package var change: Change
  /// The latest reading that did not see it yet.
  package var previousWalkAt: Date
  /// The first reading that saw it.
  package var observedAt: Date

  /// Whether it only says that the list of a role began to be read: somebody may have been on it for years.
  var isBaseline: Bool { change.kind == .joined && previousWalkAt == observedAt }

  /// A change with its dates.
  package init(_ change: Change, previousWalkAt: Date, observedAt: Date) {
    self.change = change
    self.previousWalkAt = previousWalkAt
    self.observedAt = observedAt
  }
}
