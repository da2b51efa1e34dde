import GRDB
import Roster

/// Checks whether the former reputations of one site are those that its walks kept.
struct ReputationVerifier: Verifier {
  let subject: VerifiedSite

  func check(_ list: inout FindingList) throws {
    var kept = try EvidenceSum.of(.reputations(ofSite: site.key), database)
    for walk in site.walks
    where kept.removeValue(forKey: walk.id)?.hexadecimal != walk.body?.reputations {
      list.report(
        .reputation, "The reputations that walk \(walk.id) replaced are not as they were.")
    }
    if !kept.isEmpty {
      list.report(.reputation, "Former reputations are dated by something else than a walk.")
    }
  }
}
