import FoundationEssentials
import GRDB
import Roster

/// Holds every finished walk of one site against its pages, and every published one against the rows
/// and the journal.
struct WalkVerifier: Verifier {
  let subject: VerifiedSite
  /// The rosters of the site as rows and journal give them, by their walk.
  private let rosters: [Int: RosterSums.Published]

  init(subject: VerifiedSite) {
    self.subject = subject
    rosters = Dictionary(
      subject.rosters.rosters.map { ($0.walk, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    checkOrder(&list)
    checkCurrent(&list)
    for walk in site.walks { checkSum(walk, &list) }
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT id, published, verdict, finished_at, total, items, pages, pages_sum, reasons
        FROM walk WHERE site = ? AND finished_at IS NOT NULL ORDER BY id
        """, arguments: [site.key])
    while let row = try rows.next() { try checkPages(Walk(row), &list) }
    return list.findings
  }

  /// A finished walk as its row tells of it.
  private struct Walk {
    var id: Int
    var isPublished: Bool
    var verdict: String
    var finishedAt: Int
    var total: Int?
    var items: Int?
    var pages: Int?
    var pagesSum: Data?
    var reasons: String

    init(_ row: GRDB.Row) throws {
      id = try row.value("id")
      isPublished = try row.value("published")
      verdict = try row.value("verdict")
      finishedAt = try row.value("finished_at")
      total = try row.value("total")
      items = try row.value("items")
      pages = try row.value("pages")
      pagesSum = try row.value("pages_sum")
      reasons = try row.value("reasons")
    }
  }

  /// Published walks follow each other, and none is gone.
  private func checkOrder(_ list: inout FindingList) {
    if site.walks.count != site.publishedWalks {
      list.report(
        .walks,
        "Of \(site.publishedWalks) walks that were published \(site.walks.count) are there.")
    }
    for (walk, next) in zip(site.walks, site.walks.dropFirst())
    where walk.finishedAt >= next.finishedAt || walk.id >= next.id {
      list.report(.walks, "Walks \(walk.id) and \(next.id) are not in the order of their dates.")
    }
    for walk in site.walks where walk.notBefore > walk.finishedAt {
      list.report(.walks, "Walk \(walk.id) ends before the earliest moment of its roster.")
    }
  }

  /// What the site says of its roster is what its latest published walk says.
  private func checkCurrent(_ list: inout FindingList) {
    guard let last = site.walks.last else {
      if site.roster != nil { list.report(.walks, "No walk published the roster.") }
      return
    }
    guard let roster = site.roster else {
      return list.report(.walks, "Walk \(last.id) published a roster, and the site has none.")
    }
    if roster.walk != last.id {
      list.report(.walks, "The roster is not that of the latest published walk, \(last.id).")
    }
    if roster.publishedAt != last.finishedAt {
      list.report(.walks, "The roster is not dated as walk \(last.id) is.")
    }
    if roster.verdict != last.verdict {
      list.report(.evidence, "The roster is not as proven as walk \(last.id) is.")
    }
    if roster.moderators != last.items {
      list.report(.count, "The site does not say as many moderators as walk \(last.id).")
    }
    let complete = site.walks.last { $0.verdict == Verdict.Name.complete.rawValue }
    if roster.completeAt != complete?.notBefore {
      list.report(.walks, "The latest complete roster is not dated as its walk is.")
    }
  }

  /// The journal leads back to the roster that the walk published.
  private func checkSum(_ walk: PublishedWalk, _ list: inout FindingList) {
    guard let roster = rosters[walk.id] else { return }
    if walk.rosterSum != roster.sum.data {
      list.report(
        .history,
        "Rows and changes do not lead back to the roster that walk \(walk.id) published.")
    }
    if walk.items != roster.ids.count {
      list.report(
        .count,
        "Walk \(walk.id) published \(walk.items ?? 0) moderators, and rows and changes lead back to "
          + "\(roster.ids.count).")
    }
  }

  private func checkPages(_ walk: Walk, _ list: inout FindingList) throws {
    let evidence = try WalkEvidence.fetch(walk.id, database)
    if evidence.evidence.pages.isEmpty, evidence.damagedPages.isEmpty, walk.pages ?? 0 > 0 {
      return try checkPruned(walk, &list)
    }
    if try EvidenceSum.ofPages(of: walk.id, database) != walk.pagesSum {
      list.report(.evidence, "The pages of walk \(walk.id) are not as they were when it ended.")
    }
    for page in evidence.damagedPages {
      list.report(
        .evidence,
        "Page \(page.page) of reading \(page.reading) of walk \(walk.id) does not hold as many ids "
          + "as it says.")
    }
    checkCounts(walk, evidence, &list)
    if walk.isPublished { checkProof(walk, evidence, &list) }
  }

  private func checkCounts(_ walk: Walk, _ pages: WalkEvidence, _ list: inout FindingList) {
    let total = pages.evidence.pages(of: .first).first?.total
    if walk.items != pages.userIDs.count || walk.pages != pages.evidence.pages.count
      || walk.total != total
    {
      list.report(.count, "Walk \(walk.id) does not count its items and pages right.")
    }
  }

  /// The rules give the walk's verdict again, and its pages list whom rows and journal name.
  private func checkProof(_ walk: Walk, _ pages: WalkEvidence, _ list: inout FindingList) {
    let verdict = pages.evidence.verdict(by: subject.rules)
    if verdict.name.rawValue != walk.verdict {
      if verdict.reasons.isEmpty {
        list.report(
          .evidence, "Walk \(walk.id) is marked \(walk.verdict), but its evidence is whole.")
      }
      for reason in verdict.reasons {
        list.report(
          .completeness(reason), "The evidence of walk \(walk.id) breaks \(reason.rawValue).")
      }
    }
    guard let roster = rosters[walk.id] else { return }
    if IDSum(pages.userIDs) != roster.ids {
      list.report(
        .roster,
        "Walk \(walk.id) lists other users than rows and changes give for its time.")
    }
  }

  /// Evidence may be missing where it was pruned: not that of the current roster, and not of what
  /// finished after the moment before which it was removed.
  private func checkPruned(_ walk: Walk, _ list: inout FindingList) throws {
    let statement = try database.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM pruning WHERE before > ?)")
    let isPruned = try Bool.fetchOne(statement, arguments: [walk.finishedAt]) ?? false
    if !isPruned || walk.id == site.roster?.walk {
      list.report(.evidence, "The pages of walk \(walk.id) are gone, and nobody pruned them.")
    }
  }
}
