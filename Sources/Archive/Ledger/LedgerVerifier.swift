import FoundationEssentials
import GRDB
import Roster

/// Checks the chain of the ledger: no entry was changed, removed or moved, and what lists of sites tell, corrections, and
/// the APIs of networks are what they were.
struct LedgerVerifier: Verifier {
  let subject: VerifiedFile

  func check(_ list: inout FindingList) throws {
    let rows = try GRDB.Row.fetchCursor(
      database, sql: "SELECT \(Entry.columns), chain FROM entry ORDER BY id")
    var (latest, apis): ([Entry.Kind: [Int: Int]], [String: String]) = ([:], [:])
    var (chain, number) = (Entry.noChain, 0)
    var additions: [Entry.Kind: [Int: Data]] = [
      .sites: try EvidenceSum.of(.sites, database), .log: try EvidenceSum.of(.log, database),
      .clock: try EvidenceSum.of(.clock, database),
      .backfill: try EvidenceSum.of(.claims, database),
    ]
    while let row = try rows.next() {
      let entry = try Entry(row: row)
      let stored: Data = try row.value(Entry.columnCount)
      number += 1
      if entry.id != number {
        list.report(.ledger, "Entries of the ledger before entry \(entry.id) are missing.")
        number = entry.id
      } else if entry.chain(after: chain) != stored {
        list.report(.ledger, "Entry \(entry.id) of the ledger was changed, or one before it.")
      }
      if isChanged(entry, &additions) {
        report(entry.kind, "What entry \(entry.id) \(entry.kind.verb) is not as it was.", &list)
      }
      chain = stored
      let body: Entry.Body? =
        entry.kind == .api ? entry.body.flatMap { StoredJSON.value(in: $0) } : nil
      if let network = body?.network { apis[network] = body?.api }
      if let site = entry.site,
        entry.previous != latest[entry.kind, default: [:]].updateValue(entry.id, forKey: site)
      {
        list.report(.ledger, "Entry \(entry.id) does not follow the one before it of its site.")
      }
    }
    for (kind, rest) in additions where !rest.isEmpty {
      report(kind, "What was \(kind.verb) is there without its entry of the ledger.", &list)
    }
    try check(apis, &list)
  }

  /// Whether an entry did not add what is there of it.
  ///
  /// - Parameter additions: The digests by kind and entry; that of the entry is removed.
  private func isChanged(_ entry: Entry, _ additions: inout [Entry.Kind: [Int: Data]]) -> Bool {
    // A file adds rows of logs or claims.
    let isOfLog = entry.kind == .backfill && additions[.log]?[entry.id] != nil
    let kind = isOfLog ? .log : entry.kind
    guard additions[kind] != nil else { return false }
    return additions[kind]?.removeValue(forKey: entry.id) != entry.evidence
  }

  /// - Parameter apis: The API of each network by its last entry.
  private func check(_ apis: [String: String], _ list: inout FindingList) throws {
    let rows = try GRDB.Row.fetchAll(
      database, sql: "SELECT name, api FROM network WHERE api IS NOT NULL")
    let bound = try Dictionary(
      rows.map { try ($0.value(0) as String, $0.value(1) as String) }, uniquingKeysWith: { $1 })
    for network in Set(apis.keys).union(bound.keys).sorted() where apis[network] != bound[network] {
      list.report(.ledger, "The API of the network \(network) is not that of its entry.")
    }
  }

  private func report(_ kind: Entry.Kind, _ sentence: String, _ list: inout FindingList) {
    let rules: [Entry.Kind: Verification.Rule] = [.sites: .siteList, .log: .logs, .backfill: .logs]
    list.report(rules[kind] ?? .ledger, sentence)
  }
}

extension Entry.Kind {
  /// What an entry did, in a sentence.
  fileprivate var verb: String {
    switch self {
    case .sites: "listed of sites"
    case .log: "read of a log"
    case .backfill: "read of a file"
    default: "corrected"
    }
  }
}

/// Checks the versions of one site: they give the digest of each roster, and the changes of the journal follow from
/// them.
struct VersionVerifier: Verifier {
  let subject: VerifiedSite

  func check(_ list: inout FindingList) throws {
    let replay = subject.replay
    for member in replay.contradictions {
      list.report(
        .versions, "The tenures and names of \(member) contradict each other or the walks.")
    }
    let rosters = site.walks.map { ($0.id, $0.roster) } + replay.lists.map { ($0.id, $0.roster) }
    for (entry, roster) in rosters where replay.digests[entry] != roster {
      list.report(
        .versions, "The people who were there at entry \(entry) are not those of its roster.")
    }
    try checkJournal(&list)
  }

  private func checkJournal(_ list: inout FindingList) throws {
    var recorded = try ChangeRow.fetchAll(ofSite: site.key, database)[...]
    for expected in subject.replay.changes {
      guard let change = recorded.popFirst() else {
        return list.report(.changes, "The last changes are missing.")
      }
      guard change.isSame(as: expected) else { return report(change, &list) }
    }
    for change in recorded { report(change, &list) }
  }

  private func report(_ change: ChangeRow, _ list: inout FindingList) {
    let user = change.key.map { "User \(named($0)): change" } ?? "Change"
    list.report(.changes, "\(user) \(change.id ?? 0) does not follow from what was read.")
  }
}
