package import FoundationEssentials
package import Roster

/// All data about one person of a network.
package struct PersonRecord: Hashable, Sendable {
  package var network: NetworkID
  /// Nil where the account identifies no person: then the record is one user of one site.
  package var accountID: Int?
  /// The name on the site where the person has most reputation, current sites first.
  package var displayName: String
  /// The site with most reputation first, sites that they no longer moderate last.
  package var sites: [PersonOnSite]
}

/// One person on one site.
package struct PersonOnSite: Hashable, Sendable {
  package var site: SiteRef
  package var siteName: String
  package var moderator: Moderator
  /// 1 elected, 0 not elected, nil where no list of elected moderators was read.
  package var elected: Int?
  /// The oldest first.
  package var tenures: [Tenure]
  /// The oldest first; the last one is the current one.
  package var names: [NamePeriod]
  /// The oldest first; the last one is the current one.
  package var reputation: [ReputationPoint]

  /// Whether they moderate the site now.
  package var isCurrent: Bool { tenures.last?.leftAt == nil }
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
}
