package import FoundationEssentials
package import Roster

/// The result of `verify`.
package struct Verification: Hashable, Sendable {
  /// Every contradiction that was found; empty where the archive is proven.
  package var findings: [Finding] = []
  /// Sites whose roster is published as unproven. This is not a failure.
  package var unproven: [SiteRef] = []
  /// How many of the checked rosters have each grade.
  package var grades: [Grade: Int] = [:]
  /// The grade of each of the ``unproven``.
  package var lowerGrades: [SiteRef: Grade] = [:]
  /// The newest roster, where its date is in the future: the clock of this machine is wrong, or was
  /// when the roster was read. This is not a failure.
  package var ahead: Ahead?
  /// How many published rosters were checked.
  package var sites = 0
  /// How many people these rosters contain, each site's by itself.
  package var moderators = 0
  /// How many of them are staff or the Community account.
  package var others = 0
  /// How many people the archive withholds.
  package var withheld = 0

  /// A roster that is dated later than now.
  package struct Ahead: Hashable, Sendable {
    package var site: SiteRef
    package var publishedAt: Date
  }

  /// A contradiction.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Nil where it concerns the whole file.
    package var site: SiteRef?
    package var rule: Rule
    /// One sentence.
    package var description: String
    /// Whether it is about something that is derived from the tables, so that a rebuild helps.
    package var isOfDerived: Bool

    /// - Parameter isOfDerived: Nil where the rule tells it.
    init(
      site: SiteRef? = nil, rule: Rule, description: String, isOfDerived: Bool? = nil
    ) {
      (self.site, self.rule, self.description) = (site, rule, description)
      self.isOfDerived = isOfDerived ?? [.searchIndex, .changes, .journal].contains(rule)
    }
  }

  /// Whether every finding concerns only what is derived from the tables, so that a rebuild helps
  /// unless more is found then: where SQLite itself finds damage, the tables were not verified.
  package var concernsOnlyDerived: Bool {
    !findings.isEmpty && findings.allSatisfy(\.isOfDerived)
  }

  /// Which check found it.
  package struct Rule: Hashable, Sendable {
    /// The rule's name in the output of `verify`.
    package let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// SQLite's own `integrity_check`.
    package static let integrity = Rule("integrity_check")
    package static let foreignKeys = Rule("foreign_key_check")
    /// A table, a view or an index differs from the program's, or is not the program's.
    package static let schema = Rule("schema")
    /// A row that no entry of the ledger covers yet does not match its checksum.
    package static let seal = Rule("seal")
    /// Rows are missing or were added, or have a value that the program does not write.
    package static let rows = Rule("rows")
    /// The journal has a gap.
    package static let journal = Rule("journal")
    /// Published walks are missing, or contradict each other or the site's row.
    package static let walks = Rule("walks")
    /// The evidence of a roster is missing or contradicts itself.
    package static let evidence = Rule("evidence")
    /// The rows differ from the users on the pages.
    package static let roster = Rule("roster")
    /// A count differs from the number of rows.
    package static let count = Rule("count")
    /// A page's SHA-256 differs from that of its rows.
    package static let sha256 = Rule("sha256")
    /// The changes of the journal do not follow from the versions and their walks.
    package static let changes = Rule("changes")
    /// Tenures and names contradict each other, or do not give the rosters of the ledger.
    package static let versions = Rule("versions")
    /// The moderators marked as elected differ from the lists of elected moderators.
    package static let elected = Rule("elected")
    /// Former reputations are missing, or are not dated by walks.
    package static let reputation = Rule("reputation")
    /// The values of sites are not those that the lists of sites told.
    package static let siteList = Rule("site_list")
    /// The rows of a log are not those that were read, or the tenures do not follow from them.
    package static let logs = Rule("logs")
    /// Other people are withheld than the ledger tells.
    package static let withheld = Rule("withheld")
    /// The chain of the ledger is broken, or an entry contradicts its walk.
    package static let ledger = Rule("ledger")
    package static let searchIndex = Rule("search_index")
    /// Files of a report are not those that its checksums list.
    package static let reportFiles = Rule("report_files")
    /// A report has another head or other rosters than the archive.
    package static let reportRosters = Rule("report_rosters")

    /// The stored evidence does not satisfy a rule of completeness.
    package static func completeness(_ reason: Verdict.Reason) -> Rule { Rule(reason.rawValue) }
  }
}
