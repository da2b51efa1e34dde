package import FoundationEssentials
package import Roster

/// A site in the archive, and what came of reading it.
package struct KnownSite: Hashable, Sendable {
  package var site: Site
  /// When the first accepted list without it was fetched; nil while it is open.
  package var closedAt: Date?
  /// When the published roster was read; nil where none is published.
  package var publishedAt: Date?
  /// Of the published roster: complete or unproven. Nil where none is published.
  package var verdict: Verdict?
  /// The address at which the published roster was read; nil where none is published.
  package var publishedURL: String?
  /// When a complete roster was last read; a corrected date may be before ``publishedAt``.
  package var completeAt: Date?
  /// How many moderators the published roster has.
  package var moderators: Int?
  /// The latest finished walk; nil without one.
  package var lastWalk: WalkStatus?
  /// Whether there is an unfinished walk.
  package var hasUnfinishedWalk = false
  /// The request that failed at the latest walk, nil where none did.
  package var fault: SiteFault?
  /// When the list of elected moderators was last read, nil where it never was.
  package var electedReadAt: Date?
  /// What the site said of its lists as a whole before its published roster was read, such as the sizes of its groups:
  /// as long as it says the same, hardly anything can have changed. Nil where it said nothing.
  package var mark: String?
  /// When the site last said what it had said before its roster was read, so that it was not read again; nil where it
  /// was not asked since.
  package var checkedAt: Date?

  /// An open site that was never mirrored.
  package init(site: Site) {
    self.site = site
  }

  /// Whether the user has moved it to another address since its roster was read.
  package var hasMoved: Bool {
    publishedURL.map { site.hasOwnServer && site.hasMoved(from: $0) } ?? false
  }

  /// Whether the archive has neither a roster of it nor pages of an unfinished walk.
  package var isBlank: Bool { publishedAt == nil && !hasUnfinishedWalk }

  /// When the roster was read, where it is as good as its kind of list can prove it; nil where the user accepted a broken
  /// rule.
  package var settledAt: Date? {
    if verdict == .complete { return completeAt }
    return verdict?.needsAcceptance == false ? publishedAt : nil
  }

  /// Until when its roster is known to be right as far as anybody looked: until it was read, or checked.
  package var confirmedAt: Date? { [publishedAt, checkedAt].compactMap(\.self).max() }
}

/// The latest finished walk of a site.
package struct WalkStatus: Hashable, Sendable {
  package var finishedAt: Date
  package var verdict: Verdict.Name
  package var reasons: [Verdict.Reason] = []
  package var wasPublished: Bool
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
