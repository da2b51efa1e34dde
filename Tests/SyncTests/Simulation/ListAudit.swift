import Archive
import FoundationEssentials
import Roster
import Sync
import TestKit

/// Compares an archive's content of a ``ListNetwork`` with the truth, and checks that runs of one
/// network do not change the other.
struct ListAudit {
  private let sites: ListSites
  private let ledger: Ledger
  /// The published roster of each site.
  private var known: [SiteRef: KnownRoster] = [:]
  /// Where the journal was read up to.
  private var cursor = "0"
  private var acceptsUnproven = false
  private var acceptsShrink = false
  private var others: [KnownSite] = []

  private struct KnownRoster {
    var publishedAt: Date
    /// The keys of its rows.
    var rows: Set<Moderator.Key>
    /// Rows that an earlier roster had.
    var former: Set<Moderator.Key>
    /// The roles whose lists it, or one before it, was made of: only for them is it known who was absent.
    var roles: Set<Role>
    var grade: Grade?
  }

  /// Who came or went.
  private struct Move: Hashable {
    var row: Moderator.Key
    var kind: String
  }

  init(sites: ListSites, ledger: Ledger) {
    self.sites = sites
    self.ledger = ledger
  }

  /// Before a run of the network.
  mutating func begin(_ archive: ArchiveDatabase, _ options: SyncOptions) throws {
    try check(archive)
    acceptsUnproven = options.acceptUnproven
    acceptsShrink = options.acceptShrink
    others = try archive.knownSites(of: testNetwork)
  }

  /// After it.
  mutating func finish(_ summary: SyncSummary, _ archive: ArchiveDatabase, isFinal: Bool) throws {
    try check(archive)
    ledger.expect(
      try archive.knownSites(of: testNetwork) == others,
      "a run of one network moved another's sites")
    let counts = summary.sites
    ledger.expect(
      counts.requested == counts.complete + counts.incomplete + counts.failed + counts.skipped
        + counts.unproven, "the counts of sites do not add up: \(counts)")
    guard isFinal else { return }
    let published = counts.complete + counts.unproven
    let refused = Set(
      summary.problems.compactMap { $0.cause == .rules([.emptyRoster]) ? $0.site : nil })
    ledger.expect(
      published == sites.hosts.count - refused.count, "the last run ends with \(summary)")
    for host in sites.hosts {
      let ref = SiteRef(sites.network.id, host)
      let last = known[ref]
      // A user has to accept that everybody has left.
      if refused.contains(ref) {
        ledger.expect(
          sites.roster(of: host).isEmpty && last?.rows.isEmpty == false && !acceptsShrink,
          "\(host) is refused as empty")
        continue
      }
      ledger.expect(last?.rows == sites.roster(of: host), "\(host) ends with \(last?.rows ?? [])")
      let highest = highestGrade(of: sites.lists(of: host, shownBefore: .distantFuture))
      ledger.expect(last?.grade == highest, "\(host) ends as \(last?.grade as Any)")
    }
  }

  /// New rosters were true when their first readings ended, and the journal says how they differ from
  /// those before; all others are unchanged.
  mutating func check(_ archive: ArchiveDatabase) throws {
    var moves = try newMoves(archive)
    for site in try archive.knownSites(of: sites.network.id) {
      let ref = site.site.ref
      let listed = try archive.roster(of: ref).listing.rows
      let rows = Set(listed.compactMap { Self.key($0[2], $0[ModeratorColumn.role.rawValue]) })
      guard let date = site.publishedAt, date != known[ref]?.publishedAt else {
        ledger.expect(rows == known[ref]?.rows ?? [], "\(ref) has \(rows) and published nothing")
        continue
      }
      check(site, rows, at: date, after: known[ref]?.grade)
      check(moves.removeValue(forKey: ref) ?? [], of: ref, to: rows)
      known[ref] = KnownRoster(
        publishedAt: date, rows: rows,
        former: known[ref].map { $0.former.union($0.rows) } ?? [],
        roles: (known[ref]?.roles ?? [])
          .union(lists(readBy: date, of: ref).map(\.role)),
        grade: site.verdict?.grade)
      ledger.expect(
        try archive.currentGrade(of: ref) == site.verdict?.grade, "\(ref) has another grade")
      for row in listed {
        ledger.expect(
          sites.knows(row[4].description, on: ref.id), "\(ref) has somebody called \(row[4])")
      }
    }
    ledger.expect(moves.isEmpty, "the journal has \(moves) without a roster")
  }

  private static func key(_ userID: Cell, _ role: Cell) -> Moderator.Key? {
    Int(userID.description).map { Moderator.Key($0, as: Role(rawValue: role.description)) }
  }

  /// Who came or went by the journal since the last look.
  private mutating func newMoves(_ archive: ArchiveDatabase) throws -> [SiteRef: Set<Move>] {
    let journal = try archive.changes(ChangeFilter(network: sites.network.id, after: cursor))
    cursor = journal.newer
    var moves: [SiteRef: Set<Move>] = [:]
    for row in journal.listing.rows {
      guard let key = Self.key(row[3], row[ChangeColumn.role.rawValue]),
        ["joined", "left", "returned"].contains(row[6].description)
      else { continue }
      ledger.count { $0.listChanges[row[6].description, default: 0] += 1 }
      moves[SiteRef(row[1].description, row[2].description), default: []].insert(
        Move(row: key, kind: row[6].description))
    }
    return moves
  }

  /// The lists that the site had when the first readings of a roster ended: dates are whole seconds.
  private func lists(readBy date: Date, of ref: SiteRef) -> [ListNetwork.List] {
    sites.lists(of: ref.id, shownBefore: date + 1)
  }

  /// No change is told that did not happen, and none is left out. The first roster has no changes, and neither
  /// has the first list of a role. Only somebody whom a list left out returns.
  private func check(_ told: Set<Move>, of ref: SiteRef, to rows: Set<Moderator.Key>) {
    let expected = known[ref].map { old in
      Set(
        rows.subtracting(old.rows).compactMap { row in
          if old.former.contains(row) { return Move(row: row, kind: "returned") }
          guard old.roles.contains(row.role) else { return nil }
          return Move(row: row, kind: "joined")
        }
      ).union(old.rows.subtracting(rows).map { Move(row: $0, kind: "left") })
    }
    let unknown = unlisted(rows, of: ref)
    let moves = (told: told, expected: expected ?? [])
    ledger.expect(
      moves.told.filter { !unknown.contains($0.row) }
        == moves.expected.filter { !unknown.contains($0.row) },
      "the journal of \(ref) says \(told), and not \(moves.expected)")
  }

  /// The moderators of whom the roster before says nothing: they were admins, whom a list without pages leaves out.
  private func unlisted(_ rows: Set<Moderator.Key>, of ref: SiteRef) -> Set<Moderator.Key> {
    let leavesOut = sites.lists(of: ref.id, shownBefore: .distantFuture).contains {
      $0.kind == .whole && $0.role == .moderator
    }
    guard leavesOut, let old = known[ref]?.rows else { return [] }
    return rows.filter { row in
      row.role == .moderator && old.contains(Moderator.Key(row.userID, as: .admin))
    }
  }

  /// The grade of a roster of these lists where nothing is missing.
  private func highestGrade(of lists: [ListNetwork.List]) -> Grade {
    if lists.contains(where: { $0.kind == .whole }) { return .published }
    return sites.network.kind == .lagging ? .corroborated : .complete
  }

  /// A grade claims no more than what was true.
  private func check(
    _ site: KnownSite, _ rows: Set<Moderator.Key>, at date: Date, after old: Grade?
  ) {
    let (ref, verdict) = (site.site.ref, site.verdict ?? .incomplete([]))
    ledger.count {
      $0.published["\(ref.network) \(verdict.grade?.rawValue ?? "")", default: 0] += 1
    }
    // Dates are whole seconds, and an answer takes some time.
    let (start, end) = (date - 3, date + 1)
    let lists = lists(readBy: date, of: ref)
    guard let grade = verdict.grade, grade <= highestGrade(of: lists) else {
      return ledger.fail("\(ref) is \(verdict)")
    }
    let isAccepted = verdict.needsAcceptance || !grade.mayReplace(old)
    ledger.expect(!isAccepted || acceptsUnproven, "\(ref) is \(verdict) after \(old as Any)")
    func part(on list: ListNetwork.List) -> Set<Moderator.Key> {
      rows.filter { $0.role == list.role }
    }
    if grade == .corroborated {
      for list in lists {
        let count = part(on: list).count
        ledger.expect(
          sites.hasTold(count, on: list, of: ref.id),
          "\(ref) has \(count) of \(list), which no total says")
      }
    }
    // A list without pages is read once, and cannot show whom it leaves out; beside others it may be
    // read before them, in a walk that goes on for hours.
    let whole = lists.filter { $0.kind == .whole }
    let since = lists.count > 1 ? end - 6 * 3_600 : start
    let isTrue =
      sites.had(rows, on: lists.filter { $0.kind != .whole }, of: ref.id, from: start, to: end)
      && whole.allSatisfy { sites.knew(part(on: $0), on: $0, of: ref.id, from: since, to: end) }
    ledger.expect(
      isTrue
        && Set(rows.map(\.role)).isSubset(of: lists.map(\.role)),
      "\(ref) published \(rows.sorted()) as \(grade), which \(lists) did not have at "
        + "\(date)")
  }
}
