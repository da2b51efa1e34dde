import FoundationEssentials
import GRDB
import Roster

/// Checks which moderators of one site are marked as elected, and the changes of that mark, against
/// the lists of elected moderators that the API returned.
struct ElectedVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let history = try ElectedHistory(site, database)
    for answer in history.answers { try check(answer, &list) }
    var recorded = journal()
    try StoredTenure.forEachMember(of: site.key, database) { user, tenures in
      var expected: [ElectedHistory.Move] = []
      for tenure in tenures {
        let mark = history.mark(of: user, firstSeen: tenure.firstSeen, leftAt: tenure.leftAt)
        if mark?.elected != tenure.elected || mark?.electedAt != tenure.electedAt {
          list.report(
            .elected,
            "User \(named(user)): the mark as elected differs from the lists of elected moderators."
          )
        }
        if let change = mark?.change { expected.append(change) }
      }
      if recorded.removeValue(forKey: user) ?? [] != expected {
        list.report(
          .elected,
          "User \(named(user)): the changes of elected differ from the lists of elected moderators."
        )
      }
    }
    for user in recorded.keys.sorted() {
      list.report(.elected, "User \(named(user)) has changes of elected and no row.")
    }
    return list.findings
  }

  private func check(_ answer: ElectedAnswer, _ list: inout FindingList) throws {
    let name = "list \(answer.id) of elected moderators"
    if !answer.isProven {
      list.report(.elected, "The pages of \(name) do not contain the ids that were recorded.")
    }
    if let roster = answer.roster {
      let walk = site.walks.first { $0.id == roster }
      if walk.map({ $0.finishedAt > answer.readAt }) ?? true {
        list.report(.elected, "The roster of \(name) is dated after the list.")
      }
    }
    try checkPages(of: answer, name, &list)
  }

  private func checkPages(
    of answer: ElectedAnswer, _ name: String, _ list: inout FindingList
  ) throws {
    if !answer.hasPages { return }
    let pages = try WalkEvidence.fetch(answer.id, database)
    let isWhole =
      pages.evidence.verdict(by: subject.rules) == .complete && pages.damagedPages.isEmpty
    if !isWhole { list.report(.elected, "The evidence of \(name) is incomplete.") }
    if try EvidenceSum.ofPages(of: answer.id, database) != answer.evidence {
      list.report(.elected, "The pages of \(name) were changed after they were read.")
    }
  }

  private func journal() -> [Int: [ElectedHistory.Move]] {
    var moves: [Int: [ElectedHistory.Move]] = [:]
    for change in subject.journal where change.isOfElection {
      moves[change.key, default: []].append(
        ElectedHistory.Move(
          observedAt: change.observedAt, previousWalkAt: change.previousWalkAt))
    }
    return moves
  }
}
