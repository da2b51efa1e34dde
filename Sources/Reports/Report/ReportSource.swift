package import FoundationEssentials
package import Roster

/// What a report is made from: the archive as it was at one moment. Every call has to see the same
/// moment; two reports of one archive are then the same bytes.
package protocol ReportSource {
  /// The moment that the report speaks of, such as the end of the latest run.
  var asOf: Date { get }
  /// The program and its version, such as `modexport 0.1.0`.
  var generator: String { get }
  /// Where the archive's rosters come from, such as `https://api.example.org/2.3`.
  var origin: String? { get }
  /// What tells the archive from every other and never changes: its UUID.
  var identity: String { get }
  /// The network that the archive held first: the pages of its sites bear their ids alone. nil where there
  /// is no site.
  var firstNetwork: NetworkID? { get }

  /// Calls `body` with the rows of a view, one after the other, each with a cell for each of the
  /// view's columns. Rows may not be collected first: a view can have millions.
  ///
  /// - Parameters:
  ///   - view: Any of them.
  ///   - site: Only the rows of that site; nil for all. `people`, `pages` and `runs` are never asked
  ///     for one site.
  ///   - order: What comes first, see ``ReportOrder``.
  func forEachRow(
    of view: View, site: SiteRef?, order: ReportOrder, _ body: (Row) throws -> Void
  ) throws

  /// Calls `body` with the moderators of one site, one after the other, in the order of readers: the
  /// rows that ``forEachRow(of:site:order:_:)`` gives, and what the view does not carry.
  ///
  /// A source that knows no more than the view need not write this one.
  func forEachModerator(
    of site: SiteRef, _ body: (ReportModerator) throws -> Void
  ) throws

  /// What proves the published roster of a site; nil where there is none.
  func proof(of site: SiteRef) throws -> ReportProof?
}

extension ReportSource {
  /// The rows of the view and nothing else.
  package func forEachModerator(
    of site: SiteRef, _ body: (ReportModerator) throws -> Void
  ) throws {
    try forEachRow(of: .moderators, site: site, order: .reader) {
      try body(ReportModerator(row: $0))
    }
  }
}

/// A moderator as the page of a site shows them.
package struct ReportModerator: Sendable {
  /// A row of `moderators`.
  package var row: Row
  /// The about-me of the profile as HTML, untouched; nil where there is none or only its plain text
  /// is known.
  package var aboutMe: String?
  /// The reputation at each proven walk that found it changed, the oldest first, the present one
  /// last; empty where it is not known.
  package var reputation: [ReportReputation]

  /// - Parameters:
  ///   - row: A row of `moderators`.
  ///   - aboutMe: HTML; the page shows `about_text` where it is nil.
  ///   - reputation: The oldest first.
  package init(row: Row, aboutMe: String? = nil, reputation: [ReportReputation] = []) {
    self.row = row
    self.aboutMe = aboutMe
    self.reputation = reputation
  }
}

/// A reputation and since when it was seen.
package struct ReportReputation: Hashable, Sendable {
  /// The first proven walk that saw it.
  package var since: Date
  /// The reputation.
  package var value: Int

  /// That reputation since that moment.
  package init(since: Date, value: Int) {
    self.since = since
    self.value = value
  }
}

/// In which order rows come. Ties are broken by the key, so that the order is total.
package enum ReportOrder: Hashable, Sendable {
  /// By the columns that identify a row, ascending, so that two exports can be compared line by line:
  /// `network, site` of sites, then `user_id` of moderators, then `left_at` of former ones;
  /// `network, account_id, display_name` of people; `id` of changes and walks.
  case key
  /// As readers want it: moderators and people by `sites` and `reputation` descending, former
  /// moderators by `left_at` descending, changes and walks by `id` descending, sites as by key.
  case reader
}

/// The evidence of one published roster.
package struct ReportProof: Sendable {
  /// A row of `walks`.
  package var walk: Row
  /// Its rows of `pages`, by reading and page.
  package var pages: [Row]

  /// - Parameters:
  ///   - walk: A row of `walks`.
  ///   - pages: Its rows of `pages`, by reading and page.
  package init(walk: Row, pages: [Row]) {
    self.walk = walk
    self.pages = pages
  }
}

/// A kind of document in a report.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  case html, csv, ndjson, atom
}
