import GRDB
import Roster

/// Derives the tenures and former names of one site from its journal and its published walks, and
/// compares them with the tables.
struct TenureVerifier: Verifier {
  let subject: VerifiedSite

  func findings() throws -> [Verification.Finding] {
    var list = FindingList(site.ref)
    var histories = journal()
    var names = try formerNames()
    let renamed = Set(subject.journal.filter { $0.kind == .renamed }.map(\.key))
    var readings: [Int: [Int: Int]] = [:]
    try StoredTenure.forEachMember(of: site.key, database) { user, stored in
      let history = histories.removeValue(forKey: user) ?? History()
      let derived = history.tenures(of: site)
      let times = stored.map { tenure in
        var tenure = tenure
        (tenure.elected, tenure.electedAt) = (nil, nil)
        return tenure
      }
      if derived != times {
        list.report(
          .tenures, "User \(named(user)): the tenures do not follow from changes and walks.")
      }
      let stored = names.removeValue(forKey: user) ?? []
      let expected = try history.names(in: derived ?? times, of: site) { walk in
        let known =
          try readings[walk.id] ?? WalkEvidence.fetch(walk.id, database).readAt(of: renamed)
        readings[walk.id] = known
        return known[user]
      }
      if !FormerName.agree(expected, stored) {
        list.report(
          .names, "User \(named(user)): the former names do not follow from changes and walks.")
      }
    }
    for user in Set(histories.keys).union(names.keys).sorted() {
      list.report(.tenures, "User \(named(user)) has changes or former names, and no row.")
    }
    return list.findings
  }

  private func journal() -> [Int: History] {
    var histories: [Int: History] = [:]
    for change in subject.journal where change.kind != .profile {
      histories[change.key, default: History()].add(change)
    }
    return histories
  }

  private func formerNames() throws -> [Int: [FormerName]] {
    var names: [Int: [FormerName]] = [:]
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.user_id, n.display_name, n.replaced_at, n.first_seen, n.last_seen
          FROM former_name n JOIN member m ON m.id = n.member WHERE m.site = ?
          ORDER BY m.user_id, n.replaced_at
          """), arguments: [site.key])
    while let row = try rows.next() {
      try names[row.value("user_id"), default: []].append(
        FormerName(
          name: row.value("display_name"), replacedAt: row.value("replaced_at"),
          firstSeen: row.value("first_seen"),
          lastSeen: row.value("last_seen")))
    }
    return names
  }
}

/// A name that a moderator no longer has, as stored.
private struct FormerName {
  var name: String
  var replacedAt: Int
  var firstSeen: Int
  var lastSeen: Int

  /// A name as it follows from changes and walks.
  struct Expected {
    var name: String
    var replacedAt: Int
    var firstSeen: Int
    /// When it can have been last seen: the page with the row is not known where it was pruned, and
    /// an older version stored the date of the walk.
    var lastSeen: [ClosedRange<Int>]
  }

  private func agrees(with expected: Expected) -> Bool {
    name == expected.name && replacedAt == expected.replacedAt
      && firstSeen == expected.firstSeen && expected.lastSeen.contains { $0.contains(lastSeen) }
  }

  static func agree(_ expected: [Expected], _ stored: [FormerName]) -> Bool {
    expected.count == stored.count
      && zip(expected, stored).allSatisfy { $1.agrees(with: $0) }
  }
}

/// The changes of one user that join, leave, return or rename.
private struct History {
  private var moves: [ChangeRow.Recorded] = []
  private var renamings: [(before: String, date: Int)] = []

  mutating func add(_ change: ChangeRow.Recorded) {
    if change.kind == .renamed {
      renamings.append((change.fields.first?.before ?? "", change.observedAt))
    } else {
      moves.append(change)
    }
  }

  /// The derived tenures, oldest first; nil where the changes contradict each other. A user whose
  /// first change is not `joined` was on the first roster.
  func tenures(of site: MirroredSite) -> [StoredTenure]? {
    var tenures: [StoredTenure] = []
    if moves.first?.kind != .joined {
      guard let first = site.walks.first else { return nil }
      tenures.append(StoredTenure(firstSeen: first.finishedAt))
    }
    for move in moves {
      guard let previous = site.walk(before: move.observedAt) else { return nil }
      let isThere = tenures.last.map { $0.leftAt == nil } ?? false
      switch move.kind {
      case .left where isThere:
        tenures[tenures.count - 1].lastSeen = previous.notBefore
        tenures[tenures.count - 1].leftAt = move.observedAt
      case .joined where tenures.isEmpty, .returned where !isThere:
        tenures.append(
          StoredTenure(
            firstSeen: move.observedAt,
            absentBefore: move.isBaseline ? nil : move.previousWalkAt))
      default: return nil
      }
    }
    return tenures
  }

  /// The derived former names, oldest first. A user who returned under another name had the old one
  /// until they left.
  ///
  /// - Parameter readAt: When a walk read the user; nil where its pages were pruned.
  func names(
    in tenures: [StoredTenure], of site: MirroredSite,
    readAt: (PublishedWalk) throws -> Int?
  ) rethrows -> [FormerName.Expected] {
    var firstSeen = tenures.first?.firstSeen ?? 0
    return try renamings.map { renaming in
      defer { firstSeen = renaming.date }
      let index = tenures.firstIndex { $0.firstSeen == renaming.date }
      let left = index.flatMap { $0 > 0 ? tenures[$0 - 1].leftAt : nil }
      let walk = site.walk(before: left ?? renaming.date)
      return FormerName.Expected(
        name: renaming.before, replacedAt: renaming.date, firstSeen: firstSeen,
        lastSeen: try walk.map { Self.lastSeen(by: $0, readAt: try readAt($0)) } ?? [])
    }
  }

  private static func lastSeen(by walk: PublishedWalk, readAt: Int?) -> [ClosedRange<Int>] {
    let date = walk.notBefore...walk.notBefore
    if let readAt { return [date, readAt...readAt] }
    return [date, min(walk.startedAt, walk.finishedAt)...walk.finishedAt]
  }
}

extension StoredTenure {
  fileprivate init(firstSeen: Int, absentBefore: Int? = nil) {
    self.init(
      firstSeen: firstSeen, absentBefore: absentBefore, lastSeen: nil, leftAt: nil, elected: nil,
      electedAt: nil)
  }
}
