package import FoundationEssentials
package import Roster

/// A walk that has not ended.
package struct OpenWalk: Hashable, Sendable {
  package var id: Int
  package var startedAt: Date
  /// What an interrupted run has recorded of it, without items; empty where the walk is new.
  package var pages: [RecordedPage]
  /// Requests that were counted for it so far.
  package var requests: Int
}

/// What publishing a roster changed.
package struct Publication: Hashable, Sendable {
  /// Rows of the roster.
  package var moderators: Int
  package var changes: [Change]
  /// Whether it is the first roster of its site, which makes no changes.
  package var isBaseline: Bool

  package init(moderators: Int, changes: [Change], isBaseline: Bool) {
    self.moderators = moderators
    self.changes = changes
    self.isBaseline = isBaseline
  }
}
