package import FoundationEssentials
package import Roster

/// A walk that has not ended.
package struct OpenWalk: Hashable, Sendable {
  package var id: Int
  package var startedAt: Date
  /// What an interrupted run has recorded of it; empty where the walk is new. The pages of the second
  /// reading come without items.
  package var pages: [RecordedPage]
  /// Requests that were counted for it so far.
  package var requests: Int
}

/// What publishing a roster changed.
package struct Publication: Hashable, Sendable {
  package var changes: [Change]
  /// Whether it is the first roster of its site, which makes no changes.
  package var isBaseline: Bool

  package init(changes: [Change], isBaseline: Bool) {
    self.changes = changes
    self.isBaseline = isBaseline
  }
}
