import GRDB
import Roster

/// Whether every change of a moderator is dated by the two walks, or the two answers who was elected,
/// between which it lies, and stands where it belongs in the journal.
struct ChangeVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let answers = try answerStarts()
    var latest = Int.min
    for change in subject.journal {
      if change.isOfElection {
        checkElection(change, answers, &list)
      } else {
        checkWalks(change, &list)
        if change.observedAt < latest {
          report(change, "comes after changes that were observed later", &list)
        }
        latest = change.observedAt
      }
    }
    return list.findings
  }

  private func checkWalks(_ change: ChangeRow.Recorded, _ list: inout FindingList) {
    guard let position = site.position(ofWalkAt: change.observedAt) else {
      return report(change, "was observed by no walk that was published", &list)
    }
    guard position > 0 else {
      return report(change, "was observed by the first walk, which has none before it", &list)
    }
    if change.previousWalkAt != site.walks[position - 1].startedAt {
      report(change, "does not name the start of the walk before", &list)
    }
  }

  private func checkElection(
    _ change: ChangeRow.Recorded, _ answers: [Int: [Int]], _ list: inout FindingList
  ) {
    guard let starts = answers[change.observedAt] else {
      return report(change, "was observed by no answer who was elected", &list)
    }
    if !starts.contains(change.previousWalkAt) {
      report(change, "does not name the start of the answer before", &list)
    }
  }

  /// When the answers before began, by when the answers that follow were read.
  private func answerStarts() throws -> [Int: [Int]] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql:
        "SELECT read_at, coalesce(started_at, read_at) FROM elected_walk WHERE site = ? ORDER BY id",
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
    list.report(.changes, "User \(change.userID): change \(change.id) \(description).")
  }
}
