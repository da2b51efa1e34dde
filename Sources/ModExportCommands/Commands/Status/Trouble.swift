package import FoundationEssentials
package import Roster

/// One kind of trouble that `status` found: what is wrong, at how many sites, and whether it passes
/// without anybody's help.
package struct Trouble: Hashable, Sendable {
  package var kind: Kind
  /// `stoppedEarly` where the next run goes on from there, `incomplete` where somebody should look.
  package var status: ExitStatus
  /// What is wrong, and what to do where that is known; no end of a sentence.
  package var detail: String
  /// How many sites it concerns; 0 where it concerns the whole archive.
  package var sites: Int
  /// One of these sites.
  package var example: SiteRef?
  /// Since when, nil where that is not known.
  package var since: Date?
  /// Until when, where the API said so.
  package var until: Date?

  package init(
    _ kind: Kind, _ status: ExitStatus, _ detail: String, sites: Int = 0,
    example: SiteRef? = nil, since: Date? = nil, until: Date? = nil
  ) {
    self.kind = kind
    self.status = status
    self.detail = detail
    self.sites = sites
    self.example = example
    self.since = since
    self.until = until
  }

  /// What can be wrong, in the order in which it is reported.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A process writes to the archive.
    case lock
    /// The latest run was killed, failed, or ended early.
    case run
    /// The archive has no scope.
    case scope
    /// The list of sites is not believed.
    case siteList = "site_list"
    /// Sites of the scope without a roster.
    case neverMirrored = "never_mirrored"
    /// Sites whose latest walk proved nothing; their old roster stays.
    case incomplete
    /// Sites whose latest walk ended with a failed request; their old roster stays.
    case failed
    /// Sites whose total was wrong or missing, published or not.
    case unproven
    /// Sites whose latest walk did not end.
    case unfinished
    /// Sites whose roster is old.
    case stale
    /// This machine's clock is wrong, or was.
    case clock
    /// The newest data is in the write-ahead log.
    case wal
    /// The archive could not be written once more.
    case disk
  }

  /// The line of `status --check`.
  package var line: String { "\(kind.rawValue.replacing("_", with: " ")): \(detail)" }
}
