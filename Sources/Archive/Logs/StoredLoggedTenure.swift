import FoundationEssentials
import GRDB
import Roster

/// A row of `logged_tenure`: a tenure of somebody of whom a log, a badge or a claim tells, as they and readings tell it
/// together.
struct StoredLoggedTenure: Hashable, Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "logged_tenure"

  private(set) var site: Int
  private var role: String
  /// Of a claim the name that it states, else the last one that is known; empty for a user of a roster whom no log names.
  private(set) var name: String
  /// Nil for an account of a log that no roster shows for certain, and for a name that is claimed.
  private var userID: Int?
  /// The row of the user with that role; nil where no roster had them.
  private var member: Int?
  /// The entry that begins the tenure that readings show; nil where none does.
  private var since: Int?
  private var source: String
  private var sourceURL: String?
  private var beganAfter: Int?
  private var beganBefore: Int
  private var endedAfter: Int
  private var endedBefore: Int?

  private enum CodingKeys: String, CodingKey {
    case site, role, name, member, since, source
    case sourceURL = "source_url"
    case userID = "user_id"
    case beganAfter = "began_after"
    case beganBefore = "began_before"
    case endedAfter = "ended_after"
    case endedBefore = "ended_before"
  }

  private init(
    site: Int, _ role: Role, _ name: String, _ tenure: JoinedTenure, of userID: Int?,
    _ seat: SeatRuns?
  ) {
    (self.site, self.role, self.name) = (site, role.rawValue, name)
    (self.userID, member) = (userID, seat?.member)
    since = tenure.run.flatMap { seat?.runs[$0].since }
    let bounds = tenure.bounds
    (source, sourceURL) = (bounds.source.rawValue, bounds.sourceURL)
    beganAfter = bounds.beganAfter?.unixSeconds
    beganBefore = bounds.beganBefore.unixSeconds
    endedAfter = bounds.endedAfter.unixSeconds
    endedBefore = bounds.endedBefore?.unixSeconds
  }

  /// Replaces the rows of a site, and its ``StoredLoggedName``, by what follows from its logs and readings.
  ///
  /// - Returns: The members who are found by other names than before.
  @discardableResult
  static func derive(ofSite site: Int, _ database: Database) throws -> [Int] {
    try database.cachedStatement(sql: "DELETE FROM logged_tenure WHERE site = ?")
      .execute(arguments: [site])
    let told = try allTenures(ofSite: site, database)
    for row in try joined(told, ofSite: site, database) { try row.insert(database) }
    return try StoredLoggedName.derive(ofSite: site, from: told, database)
  }

  /// What follows from the rows about a site, as far as all its logs were read, and from its readings.
  static func derived(
    ofSite site: Int, _ database: Database
  ) throws -> (tenures: [StoredLoggedTenure], names: Set<StoredLoggedName>) {
    let told = try allTenures(ofSite: site, database)
    return try (
      joined(told, ofSite: site, database),
      StoredLoggedName.derived(ofSite: site, from: told, database)
    )
  }

  private static func joined(
    _ tenures: [LoggedTenure], ofSite site: Int, _ database: Database
  ) throws -> [StoredLoggedTenure] {
    let told = Dictionary(grouping: tenures) { tenure in
      // Accounts that are one user's are one holder.
      "\(tenure.userID == nil ? "account" : "user") \(tenure.userID ?? tenure.account) \(tenure.role.rawValue)"
    }
    if told.isEmpty { return [] }
    let seats = try SeatRuns.all(ofSite: site, database)
    let listed = Set(seats.keys.map(\.userID))
    let logged = Dictionary(grouping: tenures.filter { !$0.bounds.source.isHearsay }, by: \.holder)
    // A claim names a user for others only where nobody else does.
    let names = tenures.filter { tenure in
      !tenure.bounds.source.isHearsay || tenure.userID.map(listed.contains) != true
    }.lastNames
    var readings: [Role: [StoredWalk]] = [:]
    return try told.values.flatMap { told -> [StoredLoggedTenure] in
      let (first, role) = (told[0], told[0].role)
      let looks =
        try readings[role]
        ?? StoredWalk.fetchAll(of: site, listing: role, database)
      readings[role] = looks
      let seat = first.userID.flatMap { seats[Moderator.Key($0, as: role)] }
      // Nobody knows whether a reading shows somebody who is claimed by name alone, or an account after the last moment
      // at which the log knows its name.
      let isComparable = first.userID != nil || first.bounds.source != .claim
      let end = first.userID != nil ? nil : first.knownUntil
      let times = looks.map(\.time).filter {
        isComparable && $0.upperBound <= end ?? .distantFuture
      }
      // The sources know the last name. Without any it is what the network itself calls users without a name.
      let name =
        first.userID.map { names[$0] ?? (listed.contains($0) ? "" : "user\($0)") } ?? first.name
      return named(told, name) { own in
        JoinedTenure.joining(
          own.map(\.bounds), looks: times, runs: seat?.ranges(in: looks) ?? [],
          denying: logged[first.holder]?.map(\.bounds) ?? [])
      }.map { StoredLoggedTenure(site: site, role, $0.name, $0.tenure, of: first.userID, seat) }
    }.sorted { $0.order < $1.order }
  }

  private struct NamedTenure: Hashable {
    var name: String
    var tenure: JoinedTenure
  }

  /// The tenures of one holder, joined for each claimed name: a claim changes nothing of what others say, so that the
  /// rows of logs and readings are the same for each.
  ///
  /// - Parameter name: That of all rows but those of claims that state one.
  private static func named(
    _ tenures: [LoggedTenure], _ name: String, joining: ([LoggedTenure]) -> [JoinedTenure]
  ) -> Set<NamedTenure> {
    let rows = Set(tenures.map(\.claimedName)).flatMap { claimed in
      joining(tenures.filter { !$0.bounds.source.isHearsay || $0.claimedName == claimed }).map {
        NamedTenure(
          name: $0.bounds.source == .claim && !claimed.isEmpty ? claimed : name, tenure: $0)
      }
    }
    return Set(rows)
  }

  private var order: (Int, String, String, Int) { (beganBefore, role, name, endedAfter) }

  /// What claims tell, and then what the logs do.
  private static func allTenures(ofSite site: Int, _ database: Database) throws -> [LoggedTenure] {
    try StoredClaim.tenures(ofSite: site, database) + toldTenures(ofSite: site, database).tenures
  }

  /// What the logs tell, and until when all of them were read.
  static func toldTenures(
    ofSite site: Int, _ database: Database
  ) throws -> (tenures: [LoggedTenure], readUntil: Date) {
    let logs = try StoredLog.fetchAll(ofSite: site, database)
    // Without a log of its own nothing is known of the names of the site.
    guard logs.contains(where: { $0.site == site }),
      let readUntil = logs.map({ $0.state.readUntil ?? .distantPast }).min(),
      readUntil != .distantPast
    else { return ([], .distantPast) }
    let since = logs.compactMap { $0.state.isWhole ? nil : $0.state.oldestAt ?? .distantFuture }
      .max()
    let own = Set(logs.filter { $0.site == site }.map(\.id))
    let central = Set(logs.filter { $0.site == nil }.map(\.id))
    let history = RightsHistory(
      try StoredEntry.all(ofSite: site, database).compactMap { log, entry, isOfDump in
        guard own.contains(log) || central.contains(log) else { return nil }
        return RightsHistory.Row(entry, isCentral: central.contains(log), isOfDump: isOfDump)
      }, since: since, readUntil: readUntil)
    // A log lacks the rows about other roles.
    let roles = logs.dropFirst().reduce(logs[0].state.roles) { $0.intersection($1.state.roles) }
    let sightings = try NameSighting.all(ofSite: site, until: readUntil.unixSeconds, database)
    return (history.tenures(of: roles, sightings: sightings), readUntil)
  }
}

extension [LoggedTenure] {
  /// The last name that is told of each user.
  var lastNames: [Int: String] {
    let named = filter { !$0.name.isEmpty }
    let users = Dictionary(grouping: named.filter { $0.userID != nil }) { $0.userID ?? 0 }
    return users.compactMapValues { $0.max { $0.lastNameOrder < $1.lastNameOrder }?.name }
  }
}

extension LoggedTenure {
  /// The name that a claim states; empty without one.
  var claimedName: String { bounds.source == .claim ? name : "" }

  /// A log knows the last name; of claims, the one of the latest time does.
  fileprivate var lastNameOrder: (Int, Date, String) {
    (bounds.source.isHearsay ? 0 : 1, bounds.endedAfter, name)
  }
}

/// Which readings show a user in a role.
struct SeatRuns {
  var member: Int
  /// The entries that begin and end each run, the oldest first; nil while it lasts.
  var runs: [(since: Int, until: Int?)] = []

  /// The runs as places in the readings of the role's list.
  func ranges(in readings: [StoredWalk]) -> [ClosedRange<Int>] {
    runs.map { run in
      let first = readings.firstIndex { $0.id >= run.since } ?? 0
      let last = readings.lastIndex { $0.id < run.until ?? .max } ?? first
      return first...max(first, last)
    }
  }

  /// By user and role.
  static func all(ofSite site: Int, _ database: Database) throws -> [Moderator.Key: SeatRuns] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT m.user_id, m.role, m.id, t.since, t.until FROM member m JOIN tenure t ON t.member = m.id
        WHERE m.site = ? ORDER BY m.id, t.since
        """)
    return try GRDB.Row.fetchAll(statement, arguments: [site]).reduce(into: [:]) { seats, row in
      let key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      let member: Int = try row.value("id")
      seats[key, default: SeatRuns(member: member)].runs.append(
        try (since: row.value("since"), until: row.value("until")))
    }
  }
}
