package import FoundationEssentials

/// What a run is asked to do.
package struct SyncOptions: Hashable, Sendable {
  /// Which sites to mirror.
  package var selection: Selection
  /// Whether to ask for `/sites` although the archive's list is younger than a day.
  package var refreshSites = false
  /// Whether to ask which moderators were elected: one walk more for each site.
  package var elected = false
  /// Whether to publish a roster from which many are gone, or an empty one, at once.
  package var acceptShrink = false
  /// Whether to publish rosters that only the word of `total` keeps from being complete.
  package var acceptUnproven = false
  /// Whether the archive may become one of another API than it was mirrored from.
  package var adoptsAPI = false
  /// Whether to date rosters anew that lie in the future of the clock.
  package var redates = false
  /// Seconds; sites whose complete roster is younger are left alone.
  package var maxAge: TimeInterval = 60
  /// Seconds between a request and the same one again; the API asks for a minute.
  package var recheckAfter: TimeInterval = 60
  /// Sites, and pages of one site, that are walked side by side.
  package var concurrency = 8
  /// Rows of one page of a roster; nil for as many as the network gives. Fewer only cost more requests.
  package var pageSize: Int?

  package init(_ selection: Selection) {
    self.selection = selection
  }

  /// What the user typed to name sites; empty where the run is for all, or for the scope.
  var names: [String] { if case .named(let names) = selection { names } else { [] } }

  /// Ways to say which sites are meant.
  package enum Selection: Hashable, Sendable {
    /// What people typed: parameters, hosts, addresses, names.
    case named([String])
    /// All sites that are open; meta sites too where asked for.
    case all(withMeta: Bool)
    /// The open sites of the archive's scope.
    case scope
  }

  /// Seconds for which the list of sites serves; the API asks to keep it for a day.
  static let siteListLifetime: TimeInterval = 86_400
  /// Seconds for which the pages of an unfinished walk serve.
  static let walkLifetime: TimeInterval = 6 * 3_600
  /// Bytes of names, places and profiles that one walk takes in, both readings together. A roster of
  /// 25,000 with profiles of 1 KiB has 50 MiB; Stack Overflow's has less than one.
  static let mostText = 64 << 20
  /// Walks of one site in one run at the most.
  static let mostWalks = 3
  /// Seconds that the requests of one walk may wait for retries, all together.
  static let retryAllowance: TimeInterval = 900
}
