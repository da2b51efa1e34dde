package import FoundationEssentials
package import Roster

/// What a report is made from: the archive as it was at one moment. Every call has to see the same
/// moment; two reports of one archive are then the same bytes. What people are named by, ``RedactedSource`` leaves out.
package protocol ReportSource: Sendable {
  /// The moment of the report, such as the end of the latest run.
  var asOf: Date { get }
  /// The program and its version, such as `modexport 1.0.0`.
  var generator: String { get }
  /// Where the archive's rosters come from, such as `https://api.example.org/2.3`.
  var origin: String? { get }
  /// The archive's UUID, which is unique and never changes.
  var identity: String { get }
  /// The end of the ledger's chain as 64 hexadecimal digits, which everything that the report says follows from; nil
  /// where nothing was read yet.
  var head: String? { get }
  /// The network that the archive held first: the pages of its sites bear their ids alone. nil where there
  /// is no site.
  var firstNetwork: NetworkID? { get }

  /// What is left out, as a sentence; nil where nothing is.
  var omission: String? { get }

  /// What was said when a site was last tried, of the sites where that failed: untrusted text of an API or a
  /// network.
  var faults: [SiteRef: String] { get }

  /// Calls `body` with the rows of a view, one after the other, each with a cell for each of the
  /// view's columns. Rows may not be collected first: a view can have millions.
  ///
  /// - Parameters:
  ///   - view: Any of them.
  ///   - site: Only the rows of that site; nil for all. `people`, `pages` and `runs` are never asked
  ///     for one site.
  ///   - order: What comes first.
  ///   - limit: At most so many rows; nil for all.
  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws

  /// Calls `body` with the moderators of one site, or with those who moderated it before, one after the
  /// other, in the order of readers.
  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (PersonOnSite) throws -> Void
  ) throws

  /// Who held a role of a site when; nil where nothing is known.
  func history(of site: SiteRef) throws -> SiteHistory?

  /// How many people ``forEachPerson(inGroups:_:)`` gives.
  func everybodyCount() throws -> Int

  /// Calls `body` with everybody who moderates a site or did, one after the other: by the group of their
  /// number, which is the remainder of their account, or of their id on the site where they have none,
  /// divided by `groups`; then by network and account. Community users are no people.
  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws

  /// What proves the published roster of a site; nil where there is none.
  func proof(of site: SiteRef) throws -> RosterProof?

  /// Calls `body` with each roster that was ever published, in the order of the ledger.
  func forEachRoster(_ body: (RosterLine) throws -> Void) throws

  /// Copies the archive to a file, and proves the copy.
  ///
  /// - Parameter path: A file that is empty, or not there yet.
  func copyArchive(to path: String) throws

  /// How many of the people on a list of a site the archive withholds.
  func withheldCount(of site: SiteRef, former: Bool) throws -> Int
}

extension ReportSource {
  /// Nothing.
  package var omission: String? { nil }

  /// All rows of a view.
  func forEachRow(of view: View, order: ViewOrder, _ body: (Row) throws -> Void) throws {
    try forEachRow(of: view, site: nil, order: order, limit: nil, body)
  }
}

/// Who held a role of a site, and when somebody looked, by readings or logs.
package struct SiteHistory: Hashable, Sendable {
  package var site: SiteRef
  /// The first to begin first, under the present names and with those that were theirs before.
  package var tenures: [Tenure]
  /// When somebody looked first and last; nil where nobody ever did.
  package var looks: ClosedRange<Date>?
  /// The days of its readings, as far as the clock by which they are dated was right.
  package var readingDays: Set<DayNumber>
  /// Whether a log hides whom some rows are about, or which roles: they can have held a role at any time.
  package var hidesRows: Bool

  package init(
    of site: SiteRef, _ tenures: [Tenure], looks: ClosedRange<Date>?, readingDays: Set<DayNumber>,
    hidesRows: Bool = false
  ) {
    (self.site, self.tenures, self.looks) = (site, tenures, looks)
    (self.readingDays, self.hidesRows) = (readingDays, hidesRows)
  }
}
