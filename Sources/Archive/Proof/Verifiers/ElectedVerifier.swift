import FoundationEssentials
import GRDB
import Roster

/// Checks the lists of elected moderators of one site against their pages. Whom they have is checked with the versions.
struct ElectedVerifier: Verifier {
  let subject: VerifiedSite

  func check(_ list: inout FindingList) throws {
    let lists = subject.replay.lists
    for (place, answer) in lists.enumerated() {
      // Of consecutive lists with the same ids only the last one has its pages.
      let isProvenByNext = place + 1 < lists.count && lists[place + 1].roster == nil
      if !isProvenByNext { try check(answer, &list) }
    }
    let stray = try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM member m JOIN elected x ON x.member = m.id
          WHERE m.site = ?1 AND (SELECT count(*) FROM entry e
            WHERE e.id IN (x.since, x.until) AND e.kind = 'elected' AND e.site = ?1) < iif(x.until IS NULL, 1, 2)
          """), arguments: [site.key])
    if let stray, stray > 0 {
      list.report(.elected, "Who was elected was read from something else than a list of them.")
    }
  }

  private func name(_ list: ElectedList) -> String {
    "List \(list.id) of elected moderators"
  }

  private func check(_ answer: ElectedList, _ list: inout FindingList) throws {
    let pages = try WalkEvidence.fetch(answer.id, subject.users, database)
    if pages.evidence.verdict(by: subject.rules) != .complete || !pages.damagedPages.isEmpty {
      list.report(.elected, "\(name(answer)) has incomplete evidence.")
    }
    if pages.sum != answer.evidence {
      list.report(.elected, "\(name(answer)) has other pages than when it was read.")
    }
    if Set(pages.keys.map(\.userID)) != answer.ids {
      list.report(.elected, "\(name(answer)) has other users than its pages.")
    }
  }
}
