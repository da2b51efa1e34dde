package import FoundationEssentials
package import Roster

/// A site in the archive.
package struct KnownSite: Hashable, Sendable {
  package var site: Site
  /// When the first accepted list without it was fetched; nil while it is open.
  package var closedAt: Date?
  /// The published roster, nil where there is none.
  package var published: PublishedRoster?
  /// When the latest finished walk ended, with any verdict.
  package var lastAttempt: Date?
  /// When the list of elected moderators was last read, nil where it never was.
  package var electedReadAt: Date?
  /// What the site said of its lists as a whole before its published roster was read, such as the sizes of its groups:
  /// as long as it says the same, hardly anything can have changed. Nil where it said nothing.
  package var mark: String?
  /// Whether a walk of it was begun and has not ended.
  package var hasUnfinishedWalk = false

  /// A site. By default it is open and was never mirrored.
  package init(
    site: Site, closedAt: Date? = nil, published: PublishedRoster? = nil, lastAttempt: Date? = nil,
    electedReadAt: Date? = nil
  ) {
    self.site = site
    self.closedAt = closedAt
    self.published = published
    self.lastAttempt = lastAttempt
    self.electedReadAt = electedReadAt
  }

  /// Whether the archive has neither a roster of it nor pages of an unfinished walk.
  package var isBlank: Bool { published == nil && !hasUnfinishedWalk }

  /// The current roster.
  package struct PublishedRoster: Hashable, Sendable {
    /// How many moderators it contains.
    package var count: Int
    /// `complete` or `unproven`.
    package var verdict: Verdict
    /// When it was read.
    package var publishedAt: Date
    /// When a complete roster was last read, nil if never.
    package var completeAt: Date?

    /// A published roster.
    package init(count: Int, verdict: Verdict, publishedAt: Date, completeAt: Date?) {
      self.count = count
      self.verdict = verdict
      self.publishedAt = publishedAt
      self.completeAt = completeAt
    }

    /// When it was read, where it is as good as its kind of list can prove it; nil where the user
    /// accepted a broken rule.
    package var settledAt: Date? {
      if verdict == .complete { return completeAt }
      return verdict.needsAcceptance ? nil : publishedAt
    }
  }
}

/// A list of sites that was recorded.
package struct SiteListState: Hashable, Sendable {
  package var fetchedAt: Date
  /// How many sites it contains.
  package var items: Int
  /// The number of sites that the API reported; nil where it reported none, or where the archive's
  /// version did not record it.
  package var total: Int?
  /// Whether it was accepted as complete.
  package var isBelieved: Bool

  /// How many open sites it lacks: above zero only where it was not accepted.
  package var lacking: Int
}

/// What a list of sites changed.
package struct SiteListUpdate: Hashable, Sendable {
  package var added: [SiteRef] = []
  /// Sites that the list no longer contains.
  package var closed: [SiteRef] = []
  /// Closed sites that the list contains again.
  package var reopened: [SiteRef] = []
  /// Sites whose id changed; roster and history are kept under the new id.
  package var renamed: [Renaming] = []
  /// Sites that were matched by their id, or added as new, although one of their addresses may
  /// belong to another known site.
  package var ambiguous: [SiteRef] = []
  /// Set where the list was too short to be accepted, so that no site was closed.
  package var implausible: Implausible?

  /// A site that has another id now.
  package struct Renaming: Hashable, Sendable {
    package var before: SiteRef
    package var after: SiteRef
  }

  /// Why a list was not accepted.
  package struct Implausible: Hashable, Sendable {
    /// How many open sites the archive knew.
    package var known: Int
    /// How many of them the list contains.
    package var listed: Int
  }
}
