package import FoundationEssentials

/// The options of a run.
package struct SyncOptions: Hashable, Sendable {
  /// Which sites to mirror.
  package var selection: Selection
  /// Whether to fetch `/sites` although the archive's list is younger than a day.
  package var refreshSites = false
  /// Whether to fetch which moderators were elected: one more walk for each site.
  package var elected = false
  /// The maximum number of pages of each log that are read backwards to find who held a role before the
  /// archive began; 0 to read no log.
  package var historyPages = 0
  /// Whether to publish a roster at once from which many moderators are gone, or an empty one.
  package var acceptShrink = false
  /// Whether to publish rosters whose only failed rules are about `total`.
  package var acceptUnproven = false
  /// Whether the archive may switch to another API than the one it was mirrored from.
  package var adoptsAPI = false
  /// Whether to correct the dates of rosters that are in the future.
  package var redates = false
  /// Seconds; sites whose complete roster is younger are not fetched. Of sites that tell by one answer whether anything
  /// can have changed, nil stands for a week; until then they are asked for that answer.
  package var maxAge: TimeInterval?
  /// The minimum number of seconds between two equal requests; the API asks for a minute.
  package var recheckAfter: TimeInterval = 60
  /// The number of sites that are fetched concurrently, and of pages of one site up to ``mostPagesOfSite``.
  package var concurrency = 8
  /// Rows of one page of a roster; nil for the network's maximum. Fewer only cost more requests.
  package var pageSize: Int?

  package init(_ selection: Selection) {
    self.selection = selection
  }

  /// The sites as the user typed them; empty where the run is for all sites, or for the scope.
  var names: [String] { selection.names }

  /// Ways to select sites.
  package enum Selection: Hashable, Sendable {
    /// Ids, hosts, addresses or names as the user typed them.
    case named([String])
    /// All open sites; with meta sites where requested.
    case all(withMeta: Bool)
    /// The open sites of the archive's scope.
    case scope

    /// The sites as the user typed them; empty for the other ways.
    package var names: [String] { if case .named(let names) = self { names } else { [] } }
  }

  /// ``maxAge`` where it is nil, for sites that say nothing of their lists as a whole.
  static let usualAge: TimeInterval = 60
  /// The same for sites that do.
  static let usualCheckedAge: TimeInterval = 7 * 86_400
  /// Seconds for which the list of sites is cached; the API asks clients to cache it for a day.
  static let siteListLifetime: TimeInterval = 86_400
  /// Seconds for which the pages of an unfinished walk can be reused.
  package static let walkLifetime: TimeInterval = 6 * 3_600
  /// The maximum number of pages of one site that are fetched concurrently. Each is in memory, as bytes and as rows, until its
  /// turn to be stored comes: more of them only wait there, since pages are stored one after the other.
  static let mostPagesOfSite = 8
  /// The maximum number of bytes of names, places and profiles in one walk, both readings together.
  /// A roster of 25,000 with profiles of 1 KiB has 50 MiB; Stack Overflow's has less than one.
  static let mostText = 64 << 20
  /// The maximum number of lists of one site, each of which takes at least one request. The largest wikis have a
  /// dozen groups that moderate.
  static let mostLists = 100
  /// The maximum number of walks of one site in one run.
  static let mostWalks = 3
  /// The total time in seconds that the requests of one walk may wait for retries.
  static let retryAllowance: TimeInterval = 900
}
