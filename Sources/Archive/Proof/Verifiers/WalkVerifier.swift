import FoundationEssentials
import GRDB
import Roster

/// Checks every finished walk of one site against its pages, and every published walk against the
/// rows and the journal.
struct WalkVerifier: Verifier {
  let subject: VerifiedSite
  /// The roles of those who left, by the walk that did not find them.
  private let leftRoles: [Int: Set<Role>]

  init(subject: VerifiedSite) {
    self.subject = subject
    leftRoles = subject.replay.changes.reduce(into: [:]) { roles, change in
      guard change.kind == Change.Kind.left.rawValue, let key = change.key else { return }
      roles[change.entry, default: []].insert(key.role)
    }
  }

  func check(_ list: inout FindingList) throws {
    checkOrder(&list)
    if site.published != site.walks.last?.id {
      list.report(.walks, "The roster of the site is not that of its latest published walk.")
    }
    for walk in site.walks { checkItems(walk, &list) }
    for (kind, isPublished) in [(Entry.Kind.walk, true), (.attempt, false)] {
      var pages = try WalkEvidence.Reader(of: kind, ofSite: site.key, subject.users, database)
      for walk in site.ended where walk.isPublished == isPublished {
        try checkPages(walk, pages.evidence(of: walk.id), &list)
      }
    }
  }

  /// Published walks are in order.
  private func checkOrder(_ list: inout FindingList) {
    for (walk, next) in zip(site.walks, site.walks.dropFirst())
    where walk.finishedAt >= next.finishedAt {
      list.report(.walks, "Walks \(walk.id) and \(next.id) are not in order of date.")
    }
    for walk in site.walks where walk.notBefore > walk.finishedAt {
      list.report(.walks, "Walk \(walk.id) ends before the earliest moment of its roster.")
    }
  }

  /// The walk read as many rows as the versions give.
  private func checkItems(_ walk: StoredWalk, _ list: inout FindingList) {
    if walk.items != subject.replay.ids[walk.id]?.count {
      list.report(
        .count,
        "Walk \(walk.id) published \(walk.items ?? 0) rows, and its tenures give another number.")
    }
  }

  private func checkPages(
    _ walk: StoredWalk, _ evidence: WalkEvidence, _ list: inout FindingList
  ) {
    if evidence.evidence.pages.isEmpty, evidence.damagedPages.isEmpty, walk.pages ?? 0 > 0 {
      return checkPruned(walk, &list)
    }
    if evidence.sum != walk.evidence {
      list.report(.evidence, "The pages of walk \(walk.id) were changed after it ended.")
    }
    for page in evidence.damagedPages {
      list.report(
        .evidence,
        "Page \(page.page) of reading \(page.reading) of walk \(walk.id) does not contain as many "
          + "ids as it states.")
    }
    checkCounts(walk, evidence, &list)
    if walk.isPublished {
      checkProof(walk, evidence, &list)
    }
  }

  private func checkCounts(_ walk: StoredWalk, _ pages: WalkEvidence, _ list: inout FindingList) {
    if walk.items != pages.items || walk.pages != pages.evidence.pages.count
      || walk.total != pages.evidence.total
    {
      list.report(.count, "The counts of walk \(walk.id) differ from its pages.")
    }
  }

  /// The rules give the walk's verdict again, and its pages list the users of the roster that rows
  /// and journal give.
  private func checkProof(_ walk: StoredWalk, _ pages: WalkEvidence, _ list: inout FindingList) {
    let verdict = pages.evidence.verdict(by: subject.rules)
    if verdict.name.rawValue != walk.verdict {
      if verdict.reasons.isEmpty {
        list.report(
          .evidence, "Walk \(walk.id) is marked \(walk.verdict), but its evidence is complete.")
      }
      for reason in verdict.reasons {
        list.report(
          .completeness(reason),
          "The evidence of walk \(walk.id) fails the rule \(reason.rawValue).")
      }
    }
    if verdict.grade?.rawValue != walk.grade {
      list.report(
        .evidence,
        "Walk \(walk.id) is graded \(walk.grade ?? "as nothing"), and its evidence gives "
          + "\(verdict.grade?.rawValue ?? "no grade").")
    }
    let read = Set(pages.evidence.pages.map(\.role))
    for role in (leftRoles[walk.id] ?? []).subtracting(read).sorted() {
      list.report(
        .completeness(.missingPage),
        "Walk \(walk.id) found that moderators with the role "
          + "'\(role.rawValue)' had left, and did not read their list."
      )
    }
    if IDSum(pages.keys) != subject.replay.ids[walk.id] {
      list.report(
        .roster, "Walk \(walk.id) lists other users than the tenures give for its date.")
    }
  }

  /// Evidence may be missing where it was pruned, except for the current roster and for walks that
  /// finished after the latest moment before which evidence was pruned.
  private func checkPruned(_ walk: StoredWalk, _ list: inout FindingList) {
    if site.prunedBefore ?? 0 <= walk.finishedAt || walk.id == site.published {
      list.report(.evidence, "The pages of walk \(walk.id) are missing, and were not pruned.")
    }
  }
}
