import GRDB
import Roster

/// Checks whether every change of a moderator has the dates of the two walks, or the two lists of
/// elected moderators, around it, and whether the journal is in order.
struct ChangeVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let answers = try answerStarts()
    var latest = Int.min
    var absent: [Int: Absence] = [:]
    for change in subject.journal {
      if change.isOfElection {
        checkElection(change, answers, &list)
      } else {
        if change.kind == .left { absent[change.key] = Absence(since: change.observedAt) }
        if change.kind == .returned { absent[change.key]?.end = change.observedAt }
        try checkWalks(change, after: absent[change.key], &list)
        if change.observedAt < latest {
          report(change, "comes after a change with a later date", &list)
        }
        latest = change.observedAt
      }
    }
    return list.findings
  }

  /// Between two tenures of a member, by the dates of walks.
  private struct Absence {
    var since: Int
    var end: Int?
  }

  /// - Parameter absence: The latest one of the member.
  private func checkWalks(
    _ change: ChangeRow.Recorded, after absence: Absence?, _ list: inout FindingList
  ) throws {
    guard let position = site.position(ofWalkAt: change.observedAt) else {
      return report(change, "does not have the date of a published walk", &list)
    }
    guard position > 0 else {
      return report(change, "has the date of the first walk, which can have no changes", &list)
    }
    // What differs from the row with which a member left may have changed since then.
    if let absence, absence.end ?? change.observedAt == change.observedAt, !change.isOfAccount,
      [.renamed, .profile].contains(change.kind)
    {
      if site.walk(before: absence.since)?.startedAt != change.previousWalkAt {
        report(change, "does not have the start of the last walk with the former value", &list)
      }
      return
    }
    let isEarlier =
      change.isBaseline && change.kind == .joined
      || site.walks[..<position].contains { $0.startedAt == change.previousWalkAt }
    let hasOtherStart =
      change.isOfAccount
      ? !change.isBaseline : change.previousWalkAt != site.walks[position - 1].startedAt
    if hasOtherStart,
      try !isEarlier || wasListable(change.key, in: site.walks[position - 1])
    {
      report(change, "does not have the start of the previous walk", &list)
    }
  }

  /// Whether a walk is known to have read the list of a key's role, and that can have the user.
  private func wasListable(_ key: Int, in walk: PublishedWalk) throws -> Bool {
    let key = RoleKey(rawValue: key)
    let pages = try WalkEvidence.fetch(walk.id, database).evidence.pages
    guard let list = pages.first(where: { $0.role.number == key.roleNumber }) else { return false }
    let admin = RoleKey(key.number, of: .admin).rawValue
    return list.role != .moderator || list.position != .whole
      || !pages.contains { $0.userIDs.contains(admin) }
  }

  private func checkElection(
    _ change: ChangeRow.Recorded, _ answers: [Int: [Int]], _ list: inout FindingList
  ) {
    guard let starts = answers[change.observedAt] else {
      return report(change, "does not have the date of a list of elected moderators", &list)
    }
    if !starts.contains(change.previousWalkAt) {
      report(change, "does not have the start of the previous list of elected moderators", &list)
    }
  }

  /// When the previous list of elected moderators was requested, by the date at which the next one
  /// was read.
  private func answerStarts() throws -> [Int: [Int]] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql:
          "SELECT read_at, coalesce(started_at, read_at) FROM elected_walk WHERE site = ? ORDER BY id"
      ),
      arguments: [site.key])
    var starts: [Int: [Int]] = [:]
    var previous: Int?
    while let row = try rows.next() {
      if let previous { try starts[row.value(0), default: []].append(previous) }
      previous = try row.value(1)
    }
    return starts
  }

  private func report(
    _ change: ChangeRow.Recorded, _ description: String, _ list: inout FindingList
  ) {
    list.report(.changes, "User \(named(change.key)): change \(change.id) \(description).")
  }
}
