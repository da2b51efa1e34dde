package import Roster
package import Transport

/// Which page of which list of a site's users is asked for.
package struct RosterQuery: Sendable {
  package var site: SiteRef
  package var list: List
  package var position: PagePosition
  /// 1 to ``NetworkLimits/pageSize``.
  package var pageSize: Int
  /// The second reading is in the opposite order of the first.
  package var reading: Reading
  /// What ``Network/preparation`` gave; nil where the network has none.
  package var prepared: String?
  /// Whether to make the plain text of profiles, which takes its time: items that only prove others need
  /// none.
  package var withAboutText: Bool
  /// What all pages of a walk together may spend on retries.
  package var allowance: RetryAllowance?

  /// The lists that a walk can ask for.
  package enum List: Hashable, Sendable {
    /// Everybody who moderates the site: the roster.
    case moderators
    /// Those of them who were elected.
    case elected
  }

  package init(
    _ list: List = .moderators, of site: SiteRef, at position: PagePosition, pageSize: Int,
    reading: Reading, prepared: String?, withAboutText: Bool = true,
    allowance: RetryAllowance? = nil
  ) {
    self.site = site
    self.list = list
    self.position = position
    self.pageSize = pageSize
    self.reading = reading
    self.prepared = prepared
    self.withAboutText = withAboutText
    self.allowance = allowance
  }
}
