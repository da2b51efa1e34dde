import FoundationEssentials
import GRDB
import Roster

/// Holds who is marked as elected on one site, and what the journal says of it, against the answers to that
/// question.
struct ElectedVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let history = try ElectedHistory(site, database)
    for answer in history.answers { try check(answer, &list) }
    for (answer, next) in zip(history.answers, history.answers.dropFirst())
    where answer.roster ?? 0 > next.roster ?? 0 {
      list.report(.elected, "Answer \(next.id) who was elected is about an older roster.")
    }
    var told = journal()
    try StoredTenure.forEachMember(of: site.key, database) { user, tenures in
      var expected: [ElectedHistory.Move] = []
      for tenure in tenures {
        let mark = history.mark(of: user, firstSeen: tenure.firstSeen, leftAt: tenure.leftAt)
        if mark?.elected != tenure.elected || mark?.electedAt != tenure.electedAt {
          list.report(.elected, "User \(user) is not marked as elected as the answers say.")
        }
        if let change = mark?.change { expected.append(change) }
      }
      if told.removeValue(forKey: user) ?? [] != expected {
        list.report(.elected, "User \(user): the changes of elected are not those of the answers.")
      }
    }
    for user in told.keys.sorted() {
      list.report(.elected, "User \(user): the changes of elected belong to nobody.")
    }
    return list.findings
  }

  private func check(_ answer: ElectedAnswer, _ list: inout FindingList) throws {
    let name = "answer \(answer.id) who was elected"
    if !answer.isProven {
      list.report(.elected, "The pages of \(name) do not hold the ids that it gave.")
    }
    if let roster = answer.roster {
      let walk = site.walks.first { $0.id == roster }
      if walk.map({ $0.finishedAt > answer.readAt }) ?? true {
        list.report(.elected, "The roster of \(name) is of a later time.")
      }
    }
    try checkPages(of: answer, name, &list)
  }

  private func checkPages(
    of answer: ElectedAnswer, _ name: String, _ list: inout FindingList
  ) throws {
    let pages = try WalkEvidence.fetch(answer.id, from: .electedPage, database)
    let hasPages = !pages.evidence.pages.isEmpty || !pages.damagedPages.isEmpty
    let sum = try Data.fetchOne(
      database, sql: "SELECT pages_sum FROM elected_walk WHERE id = ?", arguments: [answer.id])
    if !hasPages {
      if sum != nil { list.report(.elected, "The pages of \(name) are gone.") }
      return
    }
    let isWhole =
      pages.evidence.verdict(by: subject.rules) == .complete && pages.damagedPages.isEmpty
    if !isWhole { list.report(.elected, "The evidence of \(name) is not whole.") }
    if try EvidenceSum.ofPages(of: answer.id, in: .electedPage, database) != sum {
      list.report(.elected, "The pages of \(name) are not as they were read.")
    }
  }

  private func journal() -> [Int: [ElectedHistory.Move]] {
    var moves: [Int: [ElectedHistory.Move]] = [:]
    for change in subject.journal where change.isOfElection {
      moves[change.userID, default: []].append(
        ElectedHistory.Move(
          observedAt: change.observedAt, previousWalkAt: change.previousWalkAt))
    }
    return moves
  }
}
