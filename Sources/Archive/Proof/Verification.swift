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
  /// False where damage ended the verification: then the rest was not verified.
  var isReadable = true

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

  /// Adds what another part found.
  mutating func add(_ part: Verification) {
    findings += part.findings
    unproven += part.unproven
    grades.merge(part.grades) { $0 + $1 }
    lowerGrades.merge(part.lowerGrades) { earlier, _ in earlier }
    ahead = ahead ?? part.ahead
    sites += part.sites
    moderators += part.moderators
    others += part.others
    isReadable = isReadable && part.isReadable
  }

  /// Which check found it.
  package enum Rule: Hashable, Sendable {
    /// SQLite's own `integrity_check`.
    case integrity
    case foreignKeys
    /// A table, a view or an index differs from the program's, or is not the program's.
    case schema
    /// A row that no entry of the ledger covers yet does not match its checksum.
    case seal
    /// Rows are missing or were added, or have a value that the program does not write.
    case rows
    /// The journal has a gap.
    case journal
    /// Published walks are missing, or contradict each other or the site's row.
    case walks
    /// The stored evidence does not satisfy a rule of completeness.
    case completeness(Verdict.Reason)
    /// The evidence of a roster is missing or contradicts itself.
    case evidence
    /// The rows differ from the users on the pages.
    case roster
    /// A count differs from the number of rows.
    case count
    /// A page's SHA-256 differs from that of its rows.
    case sha256
    /// The changes of the journal do not follow from the versions and their walks.
    case changes
    /// Tenures and names contradict each other, or do not give the rosters of the ledger.
    case versions
    /// The moderators marked as elected differ from the lists of elected moderators.
    case elected
    /// Former reputations are missing, or are not dated by walks.
    case reputation
    /// The values of sites are not those that the lists of sites told.
    case siteList
    /// The rows of a log are not those that were read, or the tenures do not follow from them.
    case logs
    /// The chain of the ledger is broken, or an entry contradicts its walk.
    case ledger
    case searchIndex
    /// Files of a report are not those that its checksums list.
    case reportFiles
    /// A report has another head or other rosters than the archive.
    case reportRosters
  }
}

extension Verification.Rule {
  /// The rule's name in the output of `verify`.
  package var name: String {
    switch self {
    case .integrity: "integrity_check"
    case .foreignKeys: "foreign_key_check"
    case .schema: "schema"
    case .seal: "seal"
    case .rows: "rows"
    case .walks: "walks"
    case .changes: "changes"
    case .versions: "versions"
    case .reputation: "reputation"
    case .siteList: "site_list"
    case .completeness(let reason): reason.rawValue
    case .evidence: "evidence"
    case .roster: "roster"
    case .count: "count"
    case .sha256: "sha256"
    case .elected: "elected"
    case .journal: "journal"
    case .logs: "logs"
    case .searchIndex: "search_index"
    case .ledger: "ledger"
    case .reportFiles: "report_files"
    case .reportRosters: "report_rosters"
    }
  }
}
