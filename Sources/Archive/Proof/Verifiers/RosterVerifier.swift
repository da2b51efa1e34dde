import FoundationEssentials
import GRDB
import Roster

/// Holds the rows of one site's moderators against the pages of its current roster; the rows of former
/// moderators are those that they left with.
struct RosterVerifier {
  /// How many moderators the site has.
  private(set) var moderators = 0
  /// The rosters that rows and journal give, for other verifiers.
  private(set) var sums: RosterSums

  private let site: MirroredSite
  private let database: Database

  init(_ site: MirroredSite, _ database: Database) throws {
    self.site = site
    self.database = database
    sums = try RosterSums(site.key, database)
  }

  /// Reads all rows of the site; ``moderators`` and ``sums`` are known afterwards.
  mutating func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let evidence = try WalkEvidence.fetch(site.roster?.walk ?? 0, database)
    if site.roster != nil, evidence.evidence.pages.isEmpty {
      list.report(.evidence, "No page of walk \(evidence.walk) is there.")
    }
    let current = try readRows(&list)
    moderators = current.count
    if site.roster?.moderators ?? 0 != current.count {
      list.report(
        .count,
        "The site says \(site.roster?.moderators ?? 0) moderators, and \(current.count) are there.")
    }
    checkIDs(Set(current.keys), evidence, &list)
    checkDigests(current, evidence, &list)
    try sums.walkBack(database)
    for contradiction in sums.contradictions { Self.report(contradiction, &list) }
    return list.findings
  }

  /// The rows of those who moderate, by user id.
  private mutating func readRows(_ list: inout FindingList) throws -> [Int: Moderator] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(StoredMember.columns), left_sha256 FROM member WHERE site = ? ORDER BY user_id
        """)
    let rows = try GRDB.Row.fetchCursor(statement, arguments: [site.key])
    let digestColumn = StoredMember.columns.split(separator: ",").count
    var current: [Int: Moderator] = [:]
    while let row = try rows.next() {
      let member = try StoredMember(row)
      sums.add(member)
      if member.leftAt == nil { current[member.moderator.userID] = member.moderator }
      try check(member, leftDigest: row.value(digestColumn), &list)
      let badges = try (11...13).map { try row.value($0) as Int? }
      if badges.contains(nil), badges.contains(where: { $0 != nil }) {
        list.report(
          .sha256, "User \(member.moderator.userID) has some kinds of badges counted only.")
      }
    }
    return current
  }

  private func check(
    _ member: StoredMember, leftDigest: Data?, _ list: inout FindingList
  ) throws {
    let moderator = member.moderator
    if moderator.aboutText?.isEmpty == true {
      list.report(.profiles, "The about_text of user \(moderator.userID) is empty, not absent.")
    }
    let isSame =
      member.leftAt == nil
      ? leftDigest == nil : leftDigest?.hexadecimal == Moderator.digest(of: [moderator])
    guard !isSame else { return }
    list.report(
      .sha256, "The row of former moderator \(moderator.userID) is not the one they left with.")
  }

  private func checkIDs(
    _ current: Set<Int>, _ evidence: WalkEvidence, _ list: inout FindingList
  ) {
    let listed = Set(evidence.userIDs)
    let missing = listed.subtracting(current).sorted()
    let surplus = current.subtracting(listed).sorted()
    if !missing.isEmpty {
      list.report(
        .roster,
        "Listed by walk \(evidence.walk) and not in the roster: \(FindingList.list(missing)).")
    }
    if !surplus.isEmpty {
      list.report(
        .roster,
        "In the roster and not listed by walk \(evidence.walk): \(FindingList.list(surplus)).")
    }
  }

  private func checkDigests(
    _ current: [Int: Moderator], _ evidence: WalkEvidence, _ list: inout FindingList
  ) {
    for page in evidence.evidence.pages where page.reading == .first {
      let items = page.userIDs.compactMap { current[$0] }
      guard Moderator.digest(of: items) != page.sha256 else { continue }
      list.report(
        .sha256,
        "The rows of page \(page.page) (users \(FindingList.list(page.userIDs))) are not those "
          + "that were read.")
    }
  }

  private static func report(_ contradiction: RosterSums.Contradiction, _ list: inout FindingList) {
    let isProfile = contradiction.column != "kind" && contradiction.column != "observed_at"
    list.report(
      isProfile ? .profiles : .changes,
      "User \(contradiction.userID): change \(contradiction.change) does not lead to what follows "
        + "(\(contradiction.column)).")
  }
}
