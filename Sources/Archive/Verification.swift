package import Roster

/// What `verify` found.
package struct Verification: Hashable, Sendable {
  /// Each thing that does not agree; empty where the archive is proven.
  package var findings: [Finding] = []
  /// Sites whose roster is published as unproven. That is no failure.
  package var unproven: [SiteID] = []
  /// How many published rosters were checked.
  package var sites = 0
  /// How many moderators they have together.
  package var moderators = 0

  /// Something that is not as it should be.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// Nil where it concerns the whole file.
    package var site: SiteID?
    package var rule: Rule
    /// One sentence.
    package var description: String
  }

  /// What was checked.
  package enum Rule: Hashable, Sendable {
    /// SQLite's own `integrity_check`.
    case integrity
    case foreignKeys
    /// A rule of completeness does not hold for the stored evidence.
    case completeness(Verdict.Reason)
    /// The evidence of a published roster is missing or contradicts itself.
    case evidence
    /// The rows are not those that the pages listed.
    case roster
    /// A count is not the number of rows.
    case count
    /// A page's SHA-256 is not that of its rows.
    case sha256
    /// Tenures and changes do not agree.
    case tenures
    /// Former names and changes do not agree.
    case names
    /// What changes say of profiles is not what the rows say.
    case profiles
    /// Who is marked as elected is not who a walk over the elected listed.
    case elected
    /// The journal has a gap.
    case journal
    case searchIndex
  }
}

extension Verification.Rule {
  /// The rule's name in the output of `verify`.
  package var name: String {
    switch self {
    case .integrity: "integrity_check"
    case .foreignKeys: "foreign_key_check"
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
