package import Roster
package import Transport

/// The page of a list of a site's users that a request asks for.
package struct RosterQuery: Sendable {
  package var site: SiteRef
  package var list: List
  package var position: PagePosition
  /// 1 to ``NetworkLimits/pageSize``.
  package var pageSize: Int
  /// Which reading: the second one is in the opposite order of the first.
  package var reading: Reading
  /// The value of ``Network/preparation``; nil where the network has none.
  package var prepared: String?
  /// Whether to make the plain text of profiles, which is slow: items of a second reading do not
  /// need it.
  package var withAboutText: Bool
  /// The time for retries that all pages of a walk share.
  package var allowance: RetryAllowance?

  /// The lists that a walk can fetch.
  package enum List: Hashable, Sendable {
    /// All moderators of the site: the roster.
    case moderators
    /// The moderators who were elected.
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
