package import FoundationEssentials
package import Roster

/// A walk whose pages were all read, to be published.
package struct FinishedWalk: Sendable {
  package var pages: Pages
  /// The rules of the site's network, which give the evidence its verdict.
  package var rules: ProofRules
  /// Whether to publish a roster whose evidence fails only because of `total`, or whose grade is lower than
  /// that of the published one.
  package var acceptUnproven: Bool
  /// When the first reading ended: the moment at which the roster is true.
  package var date: Date
  /// Requests sent for the walk, retries included.
  package var requests: Int
  /// See ``KnownSite/mark``.
  package var mark: String?

  /// Where the pages of a walk are. The items of its first reading are the roster.
  package enum Pages: Sendable {
    /// In the archive, which has an unfinished walk with this row id.
    case recorded(walk: Int)
    /// Only here: the archive does not know of the walk yet.
    case unrecorded(BegunWalk, [RecordedPage])
  }

  package init(
    _ pages: Pages, by rules: ProofRules, acceptUnproven: Bool = false, at date: Date,
    requests: Int, mark: String? = nil
  ) {
    self.pages = pages
    self.rules = rules
    self.acceptUnproven = acceptUnproven
    self.date = date
    self.requests = requests
    self.mark = mark
  }
}
