import FoundationEssentials
import GRDB
import Roster

/// Checks the chain of the ledger: no entry was changed, removed or moved.
struct LedgerVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(Entry.columns), chain FROM entry ORDER BY id")
    var latest: [String: Int] = [:]
    var (chain, number) = (Entry.noChain, 0)
    while let row = try rows.next() {
      let entry = try Entry(row)
      let stored: Data = try row.value("chain")
      number += 1
      if entry.id != number {
        list.report(.ledger, "Entries of the ledger before entry \(entry.id) are missing.")
        number = entry.id
      } else if entry.chain(after: chain) != stored {
        list.report(.ledger, "Entry \(entry.id) of the ledger was changed, or one before it.")
      }
      if entry.kind == .clock,
        try EvidenceSum.ofCorrections(by: entry.id, database) != entry.evidence
      {
        list.report(.ledger, "The dates that entry \(entry.id) corrected were changed.")
      }
      chain = stored
      if let site = entry.site,
        entry.previous != latest.updateValue(entry.id, forKey: "\(entry.kind) \(site)")
      {
        list.report(.ledger, "Entry \(entry.id) does not follow the one before it of its site.")
      }
    }
    let stray = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM correction WHERE clock NOT IN (SELECT id FROM entry WHERE kind = 'clock')
        """)
    if let stray, stray > 0 {
      list.report(.ledger, "\(stray.counted("date")) was corrected by no entry of the ledger.")
    }
    return list.findings
  }
}

/// Checks the versions of one site: they give the digest of each roster, and the changes of the journal follow from
/// them.
struct VersionVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    let replay = subject.replay
    for member in replay.contradictions {
      list.report(
        .versions, "The tenures and names of \(member) contradict each other or the walks.")
    }
    let digests = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql:
          "SELECT id, roster FROM entry WHERE site = ? AND kind IN ('walk', 'elected') ORDER BY id"),
      arguments: [site.key])
    for row in digests where try replay.digests[row.value(0)] != row.value(1) as Data? {
      let entry: Int = try row.value(0)
      list.report(
        .versions, "The people who were there at entry \(entry) are not those of its roster.")
    }
    try checkJournal(&list)
    return list.findings
  }

  private func checkJournal(_ list: inout FindingList) throws {
    var recorded = subject.journal[...]
    for expected in subject.replay.changes {
      guard let change = recorded.popFirst() else {
        return list.report(.changes, "The last changes are missing.")
      }
      guard try change.matches(expected) else { return report(change, &list) }
    }
    for change in recorded { report(change, &list) }
  }

  private func report(_ change: ChangeRow.Recorded, _ list: inout FindingList) {
    list.report(
      .changes, "User \(named(change.key)): change \(change.id) does not follow from the rosters.")
  }
}

extension ChangeRow.Recorded {
  fileprivate func matches(_ expected: Replay.Found) throws -> Bool {
    let change = expected.change
    return try key == change.key && kind == change.kind && accountID == change.accountID
      && displayName.utf8.elementsEqual(change.displayName.utf8)
      && detail == Change.detail(of: change.detail)
      && entry == expected.entry && after == expected.after
  }
}
