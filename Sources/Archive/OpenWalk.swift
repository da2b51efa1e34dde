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
