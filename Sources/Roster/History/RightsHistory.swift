package import FoundationEssentials

/// The rows of all logs that tell about one site, and what follows from them.
///
/// Rows, renames and the names on rosters go in, tenures come out: one pure function, of which nothing else
/// decides who held a role by a log. A log is no proof. So what a hidden or missing row can have changed
/// ends what is known, and is never bridged.
package struct RightsHistory: Sendable {
  /// One row of a log.
  package struct Row: Hashable, Sendable {
    package var entry: LogEntry
    /// Whether it is from the log of another site, whose ids count apart.
    package var isCentral: Bool
    /// Whether it was read from a dump of the log.
    package var isOfDump: Bool

    package init(_ entry: LogEntry, isCentral: Bool = false, isOfDump: Bool = false) {
      self.entry = entry
      self.isCentral = isCentral
      self.isOfDump = isOfDump
    }

    /// All logs of a site count their ids together.
    fileprivate var order: (Date, Int, Int) { (entry.time, isCentral ? 1 : 0, entry.id) }
  }

  /// Seconds by which a server's clock can differ from ours.
  package static let clockMargin: TimeInterval = 600

  private let rows: [Row]
  private let start: Date
  private let readUntil: Date

  /// - Parameters:
  ///   - rows: In any order; one that was read twice counts once.
  ///   - since: Rows up to then were not read from every log: they are left out. Nil where every log was
  ///     read back to its beginning.
  ///   - readUntil: Rows from then on were not read from every log: they are left out.
  package init(_ rows: [Row], since: Date?, readUntil: Date) {
    start = since ?? .distantPast
    self.readUntil = readUntil
    var last: Row?
    self.rows =
      rows.filter { row in
        (since.map { $0 < row.entry.time } ?? true) && row.entry.time < readUntil
      }
      .sorted { $0.order < $1.order }
      .filter { row in
        defer { last = row }
        return last.map { $0.order != row.order } ?? true
      }
  }

  /// The tenures of some roles, in the order of their beginnings.
  ///
  /// - Parameter sightings: Who had which name when. A tenure is a user's where a roster showed the user
  ///   under a name while the account had it by the logs, and no other user so. Sightings after the logs
  ///   were read say nothing.
  package func tenures(
    of roles: Set<Role>, sightings: [NameSighting] = []
  ) -> [LoggedTenure] {
    let ambiguous = ambiguousNames
    var names = AccountNames(from: start, until: readUntil)
    var holdings = RoleHoldings(roles)
    for row in rows {
      let time = row.entry.time
      switch row.entry.content {
      case .rename(let rename): names.note(rename, at: time)
      case .rights(let change):
        if let name = change.name, !ambiguous.contains(Named(time, name)) {
          let account = names.account(named: name, at: time)
          holdings.note(change, of: account, at: time, isOfDump: row.isOfDump)
        } else {
          holdings.noteHidden(at: time)
        }
      }
    }
    holdings.finish { names.state(of: $0).knownUntil }
    let users = Users(sightings, names)
    return holdings.tenures.map { account, tenure in
      var tenure = tenure
      (tenure.name, tenure.formerNames, tenure.knownUntil) = names.state(of: account)
      tenure.account = account
      tenure.userID = users.user(of: account, by: tenure.bounds.beganBefore)
      return tenure
    }.sorted { $0.order < $1.order }
  }

  private struct Named: Hashable {
    var time: Date
    /// Nil where a row hides it: it can be any.
    var name: String?

    init(_ time: Date, _ name: String?) { (self.time, self.name) = (time, name) }
  }

  /// Names of which two logs tell at the same second: nothing says which row came first.
  private var ambiguousNames: Set<Named> {
    var (own, central): (Set<Named>, Set<Named>) = ([], [])
    let centralTimes = Set(rows.lazy.filter(\.isCentral).map(\.entry.time))
    for row in rows where centralTimes.contains(row.entry.time) {
      let names: [String?] =
        switch row.entry.content {
        case .rights(let change): [change.name]
        case .rename(let rename): [rename.oldName, rename.newName]
        }
      let named = names.map { Named(row.entry.time, $0) }
      if row.isCentral { central.formUnion(named) } else { own.formUnion(named) }
    }
    return own.union(central).filter { named in
      [own, central].allSatisfy { $0.contains(named) || $0.contains(Named(named.time, nil)) }
    }
  }
}

/// Who has which account, as far as rosters show it.
private struct Users {
  private var sightings: [Int: NameSighting] = [:]
  private var disputed: Set<Int> = []

  init(_ all: [NameSighting], _ names: AccountNames) {
    for sighting in all {
      guard
        let account = names.account(
          named: sighting.name, during: sighting.time, margin: RightsHistory.clockMargin)
      else { continue }
      if let other = sightings[account], other.userID != sighting.userID {
        disputed.insert(account)
      } else {
        sightings[account] = sighting
      }
    }
  }

  /// - Parameter date: An account that was made later did not do what is told of then.
  func user(of account: Int, by date: Date) -> Int? {
    guard !disputed.contains(account), let sighting = sightings[account] else { return nil }
    if let registered = sighting.registeredAt, registered > date { return nil }
    return sighting.userID
  }
}

extension LoggedTenure {
  fileprivate var order: (Date, Role, String, Date) {
    (bounds.beganBefore, role, name, bounds.endedAfter)
  }
}
