import FoundationEssentials
import GRDB
import Roster

/// Checks the rows of one site's moderators against the pages of its current roster, and the rows
/// of former moderators against their hash from when they left.
struct RosterVerifier: Verifier {
  let subject: VerifiedSite

  func check(_ list: inout FindingList) throws {
    let evidence = try WalkEvidence.fetch(site.walks.last?.id ?? 0, subject.users, database)
    if !site.walks.isEmpty, evidence.evidence.pages.isEmpty {
      list.report(.evidence, "Walk \(evidence.owner) has no pages.")
    }
    for member in subject.members { check(member, &list) }
    let current = subject.current
    let (roster, stored) = (site.walks.last, current.count - subject.furtherRoles)
    let stated = roster?.body?.users ?? roster?.items ?? 0
    if stated != stored {
      list.report(.count, "The last walk read \(stated) moderators, and \(stored) are stored.")
    }
    checkIDs(Set(current.keys), evidence, &list)
    checkDigests(current, evidence, &list)
  }

  private func check(_ member: VerifiedSite.Member, _ list: inout FindingList) {
    let moderator = member.row.moderator
    if member.countsSomeBadges {
      list.report(.sha256, "User \(named(moderator.key)) has counts for some kinds of badges only.")
    }
    let isSame =
      member.row.leftAt == nil
      ? member.leftDigest == nil
      : member.leftDigest == Moderator.digest(of: [moderator])
    guard !isSame else { return }
    list.report(
      .sha256,
      "The row of user \(named(moderator.key)) does not match the hash from when they left.")
  }

  private func checkIDs(
    _ current: Set<Moderator.Key>, _ evidence: WalkEvidence, _ list: inout FindingList
  ) {
    let listed = Set(evidence.keys)
    let missing = listed.subtracting(current).sorted()
    let surplus = current.subtracting(listed).sorted()
    if !missing.isEmpty {
      list.report(
        .roster,
        "Listed by walk \(evidence.owner) and not in the roster: \(users(missing)).")
    }
    if !surplus.isEmpty {
      list.report(
        .roster,
        "In the roster and not listed by walk \(evidence.owner): \(users(surplus)).")
    }
  }

  private func users(_ keys: [Moderator.Key]) -> String {
    FindingList.list(keys.map(named))
  }

  private func checkDigests(
    _ current: [Moderator.Key: Int], _ evidence: WalkEvidence, _ list: inout FindingList
  ) {
    for page in evidence.evidence.pages where page.reading == .first {
      let keys = page.userIDs.map { Moderator.Key($0, as: page.role) }
      let rows = keys.compactMap { current[$0] }.map { subject.members[$0] }
      guard Leaf.sum(rows.map(\.leaf)) != page.sha256 else { continue }
      list.report(
        .sha256,
        "The rows of page \(page.page) (users \(users(keys))) differ "
          + "from what was read.")
    }
  }
}
