import FoundationEssentials
import GRDB
import Roster

/// Checks the sites of each network, and their changes, against the lists of sites.
struct SiteListVerifier: Verifier {
  let subject: VerifiedFile

  func findings() throws -> [Verification.Finding] {
    var list = FindingList()
    let networks = try GRDB.Row.fetchAll(
      database, sql: "SELECT name, sites_fetched_at FROM network ORDER BY name")
    for row in networks {
      let network: NetworkID = try row.value(0)
      let lists = try SiteLists(of: network, database)
      try checkLatest(lists, fetchedAt: row.value(1), &list)
    }
    let sites = try Int.fetchAll(database, sql: "SELECT id FROM site ORDER BY id")
    var lists: [NetworkID: SiteLists] = [:]
    var findings = list.findings
    for key in sites {
      guard let site = try ListedSite(key, database) else { continue }
      let known = try lists[site.ref.network] ?? SiteLists(of: site.ref.network, database)
      lists[site.ref.network] = known
      findings += try site.findings(known, database)
    }
    return findings
  }

  /// The network has the date of its latest list, and its sites are as that list described them.
  private func checkLatest(
    _ lists: SiteLists, fetchedAt: Int?, _ list: inout FindingList
  ) throws {
    guard fetchedAt == lists.latest?.fetchedAt else {
      return list.report(
        .siteList, "The date of the sites of \(lists.network) is not that of the latest list.")
    }
    guard let latest = lists.latest else { return }
    let sum = try EvidenceSum.ofSites(
      in: lists.network, lastSeen: latest.fetchedAt, database)
    if let recorded = latest.sitesSum, recorded != sum {
      list.report(.siteList, "The sites of \(lists.network) differ from the latest list.")
    }
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM site WHERE network = ?", arguments: [lists.network])
    if let known = latest.known, known != count {
      list.report(
        .siteList, "\(known) sites of \(lists.network) were recorded, and \(count ?? 0) are stored."
      )
    }
  }
}

/// The lists of sites of one network.
private struct SiteLists {
  let network: NetworkID
  let latest: Latest?
  private let dates: Set<Int>
  private let earliest: Set<Int>

  struct Latest {
    var fetchedAt: Int
    var sitesSum: Data?
    var known: Int?
  }

  init(of network: NetworkID, _ database: Database) throws {
    self.network = network
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT fetched_at, sites_sum, known FROM site_list WHERE network = ?
        ORDER BY id DESC LIMIT 1
        """, arguments: [network])
    latest = try row.map {
      try Latest(fetchedAt: $0.value(0), sitesSum: $0.value(1), known: $0.value(2))
    }
    dates = try Set(
      Int.fetchCursor(
        database, sql: "SELECT fetched_at FROM site_list WHERE network = ?", arguments: [network]))
    earliest = try Set(
      Int.fetchCursor(
        database,
        sql: "SELECT coalesce(not_before, fetched_at) FROM site_list WHERE network = ?",
        arguments: [network]))
  }

  func hasList(fetchedAt date: Int) -> Bool { dates.contains(date) }

  /// Whether the earliest date of any list is this moment.
  func hasList(notBefore date: Int) -> Bool { earliest.contains(date) }
}

/// A site with its changes in the journal.
private struct ListedSite {
  let ref: SiteRef
  private let key: Int
  private let name: String
  private let firstSeen: Int
  private let lastSeen: Int
  private let closedAt: Int?

  init?(_ key: Int, _ database: Database) throws {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT network, parameter, name, first_seen, last_seen, closed_at FROM site WHERE id = ?
        """, arguments: [key])
    guard let row else { return nil }
    self.key = key
    ref = try SiteRef(row.value("network"), row.value("parameter"))
    name = try row.value("name")
    firstSeen = try row.value("first_seen")
    lastSeen = try row.value("last_seen")
    closedAt = try row.value("closed_at")
  }

  func findings(
    _ lists: SiteLists, _ database: Database
  ) throws -> [Verification.Finding] {
    var list = FindingList(ref)
    if !lists.hasList(fetchedAt: firstSeen) || !lists.hasList(fetchedAt: lastSeen)
      || closedAt.map({ !lists.hasList(fetchedAt: $0) || $0 < lastSeen }) ?? false
      || firstSeen > lastSeen
    {
      list.report(.sites, "The dates of the site do not match the lists of sites.")
    }
    try walkBack(lists, database, &list)
    return list.findings
  }

  /// Undoes the changes of the site, the latest first.
  private func walkBack(
    _ lists: SiteLists, _ database: Database, _ list: inout FindingList
  ) throws {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT id, kind, display_name, detail, observed_at, previous_walk_at FROM dated_change
        WHERE site = ? AND user_id IS NULL ORDER BY id DESC
        """, arguments: [key])
    var state = State(name: name, id: ref.id, closedAt: closedAt)
    while let row = try rows.next() {
      let (observedAt, previous) = try (
        row.value("observed_at") as Int, row.value("previous_walk_at") as Int
      )
      var isSound =
        lists.hasList(fetchedAt: observedAt) && lists.hasList(notBefore: previous)
        && previous <= observedAt
      isSound = try isSound && row.value("display_name") == state.name
      let fields = try Change.fields(inDetail: row.value("detail")) ?? []
      isSound =
        try state.undo(Change.Kind(rawValue: row.value("kind")), fields, observedAt) && isSound
      if !isSound {
        try list.report(
          .sites, "Change \(row.value("id") as Int) of the site does not match the later data.")
      }
    }
  }

  private struct State {
    var name: String
    var id: SiteID
    /// When the site was closed: nil while it is open, `.max` where the date is unknown.
    var closedAt: Int?

    /// Returns whether the change leads to this state.
    mutating func undo(
      _ kind: Change.Kind?, _ fields: [Change.FieldChange], _ observedAt: Int
    ) -> Bool {
      switch kind {
      case .siteClosed:
        defer { closedAt = nil }
        return fields.isEmpty && (closedAt == observedAt || closedAt == .max)
      case .siteReopened:
        defer { closedAt = .max }
        return fields.isEmpty && closedAt == nil
      case .siteRenamed:
        return !fields.isEmpty && fields.reduce(true) { undo($1) && $0 }
      default: return false
      }
    }

    private mutating func undo(_ field: Change.FieldChange) -> Bool {
      switch field.column {
      case "name":
        defer { name = field.before ?? name }
        return field.after == name && field.before != nil
      case "site":
        defer { id = field.before ?? id }
        return field.after == id && field.before != nil
      default: return false
      }
    }
  }
}
