import FoundationEssentials
import GRDB
import Roster

/// Checks one published roster against its evidence, and its history against the journal.
struct SiteVerifier {
  private(set) var findings: [Verification.Finding] = []
  /// How many rows the roster has.
  private(set) var moderators = 0
  private let site: PublishedSite

  init(_ site: PublishedSite, _ database: Database) throws {
    self.site = site
    let walk = try WalkEvidence.fetch(site.walk, database)
    checkEvidence(walk)
    try checkWalk(walk, database)
    var current: [Int: Moderator] = [:]
    var electedMarks: [Int: Int] = [:]
    var undo = ProfileUndo()
    try StoredMember.forEach(of: site.key, database) { member in
      let moderator = member.moderator
      undo.add(moderator)
      guard member.leftAt == nil else { return try checkFormer(member, database) }
      current[moderator.userID] = moderator
      electedMarks[moderator.userID] = member.elected
    }
    moderators = current.count
    checkRoster(current, walk)
    checkDigests(current, walk)
    let history = try SiteHistory(site.key, database)
    for userID in history.brokenTenures {
      report(.tenures, "User \(userID): the tenures do not agree with the changes.")
    }
    for userID in history.brokenNames {
      report(.names, "User \(userID): the former names do not agree with the changes.")
    }
    for (userID, column) in try undo.contradictions(inJournalOf: site.key, database) {
      report(.profiles, "User \(userID): the changes of \(column) do not lead to its value.")
    }
    try checkElected(
      electedMarks, try ElectedAnswer.fetchAll(of: site.key, database), database)
  }

  private mutating func checkFormer(_ member: StoredMember, _ database: Database) throws {
    let sha256 = try Data.fetchOne(
      database.cachedStatement(sql: "SELECT left_sha256 FROM member WHERE id = ?"),
      arguments: [member.id])
    guard sha256?.hexadecimal != Moderator.digest(of: [member.moderator]) else { return }
    report(
      .sha256,
      "The row of former moderator \(member.moderator.userID) is not the one they left with.")
  }

  /// Who is marked was listed, and nobody whom the latest answer lists is marked as not elected.
  private mutating func checkElected(
    _ marks: [Int: Int], _ answers: [ElectedAnswer], _ database: Database
  ) throws {
    for answer in answers {
      let kept = try WalkEvidence.fetch(answer.id, from: .electedPage, database)
      let isWhole = kept.evidence.pages.isEmpty || kept.evidence.verdict == .complete
      if !isWhole || !kept.damagedPages.isEmpty || !answer.isProven {
        report(.elected, "The evidence of who was elected (\(answer.id)) is not whole.")
      }
    }
    let listed = answers.reduce(into: Set()) { $0.formUnion($1.ids) }
    let unlisted = marks.filter { $1 == 1 && !listed.contains($0) }.keys.sorted()
    if !unlisted.isEmpty {
      report(.elected, "Marked as elected and never listed as such: \(Self.list(unlisted)).")
    }
    let latest = answers.last?.ids ?? []
    let unmarked = marks.filter { $1 == 0 && (answers.isEmpty || latest.contains($0)) }.keys
      .sorted()
    if !unmarked.isEmpty {
      report(.elected, "Marked as not elected against the evidence: \(Self.list(unmarked)).")
    }
  }

  private mutating func report(_ rule: Verification.Rule, _ description: String) {
    findings.append(Verification.Finding(site: site.id, rule: rule, description: description))
  }

  private mutating func checkEvidence(_ walk: WalkEvidence) {
    for page in walk.damagedPages {
      report(
        .evidence,
        "Page \(page.page) of reading \(page.reading) does not hold as many ids as it says.")
    }
    if walk.evidence.pages.isEmpty {
      return report(.evidence, "No page of walk \(site.walk) is there.")
    }
    let verdict = walk.evidence.verdict
    guard verdict.name != site.verdict else { return }
    if verdict.reasons.isEmpty {
      report(.evidence, "The roster is marked \(site.verdict.rawValue), but its evidence is whole.")
    }
    for reason in verdict.reasons {
      report(.completeness(reason), "The evidence of walk \(site.walk) breaks \(reason.rawValue).")
    }
  }

  private mutating func checkWalk(_ walk: WalkEvidence, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: "SELECT verdict, published, finished_at, items, pages, site FROM walk WHERE id = ?",
      arguments: [site.walk])
    guard let row else { return report(.evidence, "Walk \(site.walk) is not there.") }
    let (verdict, published, finishedAt) = try (
      row.value(0) as String?, row.value(1) as Bool?, row.value(2) as Int?
    )
    let isOfSite = try row.value(5) == site.key
    if verdict != site.verdict.rawValue || published != true || !isOfSite {
      report(.evidence, "Walk \(site.walk) is not the proof of this roster.")
    }
    if finishedAt != site.publishedAt {
      report(.evidence, "The roster is not dated as walk \(site.walk) is.")
    }
    if try row.value(3) != walk.userIDs.count || row.value(4) != walk.evidence.pages.count {
      report(.count, "Walk \(site.walk) does not count its items and pages right.")
    }
  }

  private mutating func checkRoster(_ current: [Int: Moderator], _ walk: WalkEvidence) {
    if current.count != site.count {
      report(.count, "The site says \(site.count) moderators, and \(current.count) are there.")
    }
    let listed = Set(walk.userIDs)
    let missing = listed.subtracting(current.keys).sorted()
    let surplus = Set(current.keys).subtracting(listed).sorted()
    if !missing.isEmpty {
      report(.roster, "Listed by walk \(site.walk) and not in the roster: \(Self.list(missing)).")
    }
    if !surplus.isEmpty {
      report(.roster, "In the roster and not listed by walk \(site.walk): \(Self.list(surplus)).")
    }
  }

  private mutating func checkDigests(_ current: [Int: Moderator], _ walk: WalkEvidence) {
    for page in walk.evidence.pages where page.reading == .first {
      let items = page.userIDs.compactMap { current[$0] }
      guard Moderator.digest(of: items) != page.sha256 else { continue }
      report(
        .sha256,
        "The rows of page \(page.page) (users \(Self.list(page.userIDs))) are not those "
          + "that were read.")
    }
  }

  private static func list(_ ids: [Int]) -> String {
    let shown = ids.prefix(5).map { String($0) }.joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}
