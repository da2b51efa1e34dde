package import FoundationEssentials
package import Roster

/// A site as the archive knows it.
package struct KnownSite: Hashable, Sendable {
  package var site: Site
  /// The first plausible list of sites without it; nil while it is open.
  package var closedAt: Date?
  /// The published roster, nil where there is none.
  package var published: PublishedRoster?
  /// When the latest finished walk ended, whatever its verdict.
  package var lastAttempt: Date?
  /// When it was last read who was elected, nil where it never was.
  package var electedReadAt: Date?

  /// A site that nobody has asked about, unless told otherwise.
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

  /// The roster that is current.
  package struct PublishedRoster: Hashable, Sendable {
    /// Its moderators.
    package var count: Int
    /// `complete` or `unproven`.
    package var verdict: Verdict.Name
    /// When it was read.
    package var publishedAt: Date
    /// When a complete roster was last read, nil where none ever was.
    package var completeAt: Date?

    /// A roster as it was published.
    package init(count: Int, verdict: Verdict.Name, publishedAt: Date, completeAt: Date?) {
      self.count = count
      self.verdict = verdict
      self.publishedAt = publishedAt
      self.completeAt = completeAt
    }
  }
}

/// A list of sites that was taken over.
package struct SiteListState: Hashable, Sendable {
  package var fetchedAt: Date
  /// How many sites it held.
  package var items: Int
  /// How many there were, as it said; nil where it did not say, or where the archive is older than that.
  package var total: Int?
  /// Whether it was believed to hold all sites.
  package var isBelieved: Bool

  /// How many sites that are open it did not hold: more than none only where it was not believed.
  package var lacking: Int
}

/// What a list of sites changed.
package struct SiteListUpdate: Hashable, Sendable {
  package var added: [SiteRef] = []
  /// Sites that the list no longer holds.
  package var closed: [SiteRef] = []
  /// Closed sites that the list holds again.
  package var reopened: [SiteRef] = []
  /// Sites whose id changed; roster and history went with them.
  package var renamed: [Renaming] = []
  /// Sites that were matched by their id, or taken for new, although an address of theirs may be that of
  /// another known site.
  package var ambiguous: [SiteRef] = []
  /// Set where the list was too short to be believed, so that no site was closed.
  package var implausible: Implausible?

  /// A site under another id.
  package struct Renaming: Hashable, Sendable {
    package var before: SiteRef
    package var after: SiteRef
  }

  /// Why a list was not believed.
  package struct Implausible: Hashable, Sendable {
    /// How many open sites the archive knew.
    package var known: Int
    /// How many of these the list holds.
    package var listed: Int
  }
}
