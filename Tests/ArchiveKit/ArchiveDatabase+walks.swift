package import Archive
package import FoundationEssentials
package import Roster

extension ArchiveDatabase {
  /// As ``openWalk(_:maxAge:)``, with the parts of what the walk begins with.
  package func openWalk(
    site: SiteRef, run: Int, at date: Date, maxAge: TimeInterval, source: WalkSource? = nil
  ) throws -> OpenWalk {
    try openWalk(BegunWalk(site: site, run: run, at: date, source: source), maxAge: maxAge)
  }

  /// As ``record(_:walk:)-([RecordedPage],_)``, of one page.
  package func record(_ page: RecordedPage, walk: Int) throws {
    try record([page], walk: walk)
  }

  /// As ``publish(_:)-(FinishedWalk)``, of a walk whose pages are recorded.
  package func publish(
    _ walk: Int, by rules: ProofRules, acceptUnproven: Bool = false, at date: Date, requests: Int
  ) throws -> Publication {
    try publish(
      FinishedWalk(
        .recorded(walk: walk), by: rules, acceptUnproven: acceptUnproven, at: date,
        requests: requests))
  }
}
