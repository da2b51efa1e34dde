package import FoundationEssentials
package import Roster

/// What `verify` found.
package struct Verification: Hashable, Sendable {
  /// Each thing that does not agree; empty where the archive is proven.
  package var findings: [Finding] = []
  /// Sites whose roster is published as unproven. That is no failure.
  package var unproven: [SiteRef] = []
  /// The newest roster, where it lies in the future: the clock of this machine is wrong, or was when the
  /// roster was read. That is no failure.
  package var ahead: Ahead?
  /// How many published rosters were checked.
  package var sites = 0
  /// How many moderators they have together.
  package var moderators = 0

  /// A roster that is dated later than now.
  package struct Ahead: Hashable, Sendable {
    package var site: SiteRef
    package var publishedAt: Date
  }

  /// Something that is not as it should be.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Nil where it concerns the whole file.
    package var site: SiteRef?
    package var rule: Rule
    /// One sentence.
    package var description: String
  }

  /// What was checked.
  package enum Rule: Hashable, Sendable {
    /// SQLite's own `integrity_check`.
    case integrity
    case foreignKeys
    /// A view is not the program's, or a trigger is there.
    case schema
    /// A row is not as it was written.
    case seal
    /// Rows are gone, or were made up.
    case rows
    /// The journal has a gap.
    case journal
    /// Published walks are gone, or what they say of each other or of the site contradicts them.
    case walks
    /// A rule of completeness does not hold for the stored evidence.
    case completeness(Verdict.Reason)
    /// The evidence of a roster is missing or contradicts itself.
    case evidence
    /// The rows are not those that the pages listed.
    case roster
    /// A count is not the number of rows.
    case count
    /// A page's SHA-256 is not that of its rows.
    case sha256
    /// Rows and changes do not lead back to a roster that was published.
    case history
    /// A change is not dated by the walks that it lies between.
    case changes
    /// Tenures are not those that changes and walks give.
    case tenures
    /// Former names are not those that changes and walks give.
    case names
    /// What changes say of profiles is not what the rows say.
    case profiles
    /// Who is marked as elected is not who the answers to that question listed.
    case elected
    /// Former reputations are gone, or not dated by walks.
    case reputation
    /// What the journal says of a site is not what its row and the lists of sites say.
    case sites
    /// The latest list of sites is not what the sites say.
    case siteList
    case searchIndex
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
    case .history: "history"
    case .changes: "changes"
    case .reputation: "reputation"
    case .sites: "sites"
    case .siteList: "site_list"
    case .completeness(let reason): reason.rawValue
    case .evidence: "evidence"
    case .roster: "roster"
    case .count: "count"
    case .sha256: "sha256"
    case .tenures: "tenures"
    case .names: "names"
    case .profiles: "profiles"
    case .elected: "elected"
    case .journal: "journal"
    case .searchIndex: "search_index"
    }
  }
}
