package import FoundationEssentials

/// All data about one person of a network.
package struct PersonRecord: Hashable, Sendable {
  package var network: NetworkID
  /// Nil where the account identifies no person: then the record is one user of one site.
  package var accountID: Int?
  /// The name on the site where the person has most reputation, current sites first.
  package var displayName: String
  /// The site with most reputation first, sites that they no longer moderate last.
  package var sites: [PersonOnSite]

  /// A person on at least one site, under the name of the first one.
  package init?(network: NetworkID, accountID: Int?, sites: [PersonOnSite]) {
    let sites = sites.sorted { $0.sortKey < $1.sortKey }
    guard let first = sites.first else { return nil }
    self.network = network
    self.accountID = accountID
    displayName = first.moderator.displayName
    self.sites = sites
  }
}

/// One person on one site.
package struct PersonOnSite: Hashable, Sendable {
  package var site: SiteRef
  package var siteName: String
  package var moderator: Moderator
  /// 1 elected, 0 not elected, nil where no list of elected moderators was read.
  package var elected: Int?
  /// When the site was read first; nil where it never was.
  package var firstReading: ClosedRange<Date>?
  /// The oldest first.
  package var tenures: [Tenure]
  /// The oldest first; the last one is the current one.
  package var names: [NamePeriod]
  /// The oldest first; the last one is the current one.
  package var reputation: [ReputationPoint]
  /// The archive's number of this row: of two that a search finds equally good, the lower one comes first.
  package var number: Int

  /// One person on one site; every list is in the order of time.
  package init(
    site: SiteRef, siteName: String, moderator: Moderator, elected: Int? = nil,
    firstReading: ClosedRange<Date>? = nil, tenures: [Tenure], names: [NamePeriod] = [],
    reputation: [ReputationPoint] = [], number: Int = 0
  ) {
    self.site = site
    self.siteName = siteName
    self.moderator = moderator
    self.elected = elected
    self.firstReading = firstReading
    self.tenures = tenures
    self.names = names
    self.reputation = reputation
    self.number = number
  }

  /// Whether they moderate the site now.
  package var isCurrent: Bool { tenures.contains(where: \.isCurrent) }

  /// The user's id; nil where nobody tells it.
  package var userID: Int? { tenures.contains { $0.userID != nil } ? moderator.userID : nil }

  /// What they are; nil where no roster had them.
  package var kind: Moderator.Kind? {
    tenures.contains(where: \.isListed) ? moderator.kind : nil
  }

  fileprivate var sortKey: (Int, Int, SiteRef, Role) {
    // The negative of a number that is at least 0 cannot overflow; damaged files hold others.
    (isCurrent ? 0 : 1, 0 &- max(moderator.reputation ?? 0, 0), site, moderator.role)
  }
}

/// A name and when it was seen.
package struct NamePeriod: Hashable, Sendable {
  package var name: String
  package var firstSeen: Date
  package var lastSeen: Date

  package init(name: String, firstSeen: Date, lastSeen: Date) {
    self.name = name
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
  }

  /// The names that an account gave up in turn, each from when it got it.
  ///
  /// - Parameter start: A moment at which it had the first one, as far as it lies before its end; nil where none is known.
  package static func all(_ former: [FormerName], since start: Date?) -> [NamePeriod] {
    var start = start ?? .distantFuture
    return former.map { former in
      defer { start = former.until }
      return NamePeriod(
        name: former.name, firstSeen: min(start, former.until), lastSeen: former.until)
    }
  }
}
