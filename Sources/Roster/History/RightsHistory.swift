package import FoundationEssentials

/// A tenure as the logs of a network tell it: who got a role and lost it again.
package struct LoggedTenure: Hashable, Sendable {
  package var role: Role
  /// The user's name after all renames that the logs tell.
  package var name: String
  package var beganAt: Date
  /// Nil while it lasts.
  package var endedAt: Date?
  /// The end, or for a tenure that lasts the moment up to which the logs were read.
  package var knownUntil: Date

  package init(role: Role, name: String, beganAt: Date, endedAt: Date?, knownUntil: Date) {
    self.role = role
    self.name = name
    self.beganAt = beganAt
    self.endedAt = endedAt
    self.knownUntil = knownUntil
  }
}

/// The rows of all logs that tell about one site.
package struct RightsHistory: Sendable {
  /// One row, with the place of its log among the logs of the site: ids count within a log.
  package struct Row: Sendable {
    package var log: Int
    package var entry: LogEntry

    package init(log: Int, _ entry: LogEntry) {
      self.log = log
      self.entry = entry
    }

    fileprivate var order: (Date, Int, Int) { (entry.time, log, entry.id) }
  }

  private let rows: [Row]
  private let readUntil: Date

  /// - Parameters:
  ///   - rows: In any order.
  ///   - since: Rows before were not read from every log: they are left out. Nil where every log was
  ///     read back to its beginning.
  ///   - readUntil: Rows after were not read from every log: they are left out.
  package init(_ rows: [Row], since: Date?, readUntil: Date) {
    self.readUntil = readUntil
    self.rows =
      rows.filter { since ?? .distantPast <= $0.entry.time && $0.entry.time <= readUntil }
      .sorted { $0.order < $1.order }
  }

  /// What the logs tell of the tenures of these roles, in the order in which they were found to end,
  /// those that last at the end.
  ///
  /// A tenure whose beginning or end no row tells is left out. A role can be lost without a row, for
  /// instance in the log of another site, so each row is compared with what the row before left: where
  /// they differ, the tenure has ended at an unknown time, unless the role was to expire before.
  package func tenures(of roles: Set<Role>) -> [LoggedTenure] {
    let renames = RenameHistory(rows)
    var holders: [Holder: Holding] = [:]
    var tenures: [LoggedTenure] = []
    for row in rows {
      guard case .rights(let change) = row.entry.content, let oldName = change.name,
        let name = renames.latestName(of: oldName, after: row)
      else { continue }
      for role in roles {
        let holder = Holder(role: role, name: name)
        guard let before = change.before, let after = change.after else {
          holders[holder] = nil
          continue
        }
        let (had, has) = (before.first { $0.role == role }, after.first { $0.role == role })
        var holding = holders[holder]
        if had == nil, let held = holding {
          tenures += held.ended(holder, by: row.entry.time)
          holding = nil
        }
        if let has {
          let began = had == nil ? row.entry.time : holding?.beganAt
          holding = Holding(beganAt: began, expiry: has.expiry)
        } else if had != nil {
          if let began = holding?.beganAt {
            tenures.append(holder.tenure(from: began, to: row.entry.time))
          }
          holding = nil
        }
        holders[holder] = holding
      }
    }
    for (holder, holding) in holders.sorted(by: { $0.key < $1.key }) {
      guard let began = holding.beganAt else { continue }
      if holding.expiry.map({ $0 <= readUntil }) ?? false {
        tenures += holding.ended(holder, by: readUntil)
      } else {
        tenures.append(
          LoggedTenure(
            role: holder.role, name: holder.name, beganAt: began, endedAt: nil,
            knownUntil: readUntil))
      }
    }
    return tenures
  }

  private struct Holder: Hashable, Comparable {
    var role: Role
    var name: String

    static func < (one: Holder, other: Holder) -> Bool {
      (one.role, one.name) < (other.role, other.name)
    }

    func tenure(from start: Date, to end: Date) -> LoggedTenure {
      LoggedTenure(role: role, name: name, beganAt: start, endedAt: end, knownUntil: end)
    }
  }

  private struct Holding {
    /// Nil where no row tells.
    var beganAt: Date?
    var expiry: Date?

    /// The tenure that no row ended; none where it had no time at which to expire.
    func ended(_ holder: Holder, by date: Date) -> [LoggedTenure] {
      guard let beganAt, let expiry, expiry <= date, expiry >= beganAt else { return [] }
      return [holder.tenure(from: beganAt, to: expiry)]
    }
  }
}

/// The renames of a site's users, to find who an old name is today.
private struct RenameHistory {
  private var byName: [String: [(row: RightsHistory.Row, newName: String?)]] = [:]

  /// - Parameter rows: In the order of time; others than renames are ignored.
  init(_ rows: [RightsHistory.Row]) {
    for row in rows {
      guard case .rename(let rename) = row.entry.content, let oldName = rename.oldName else {
        continue
      }
      byName[oldName, default: []].append((row, rename.newName))
    }
  }

  /// The name after all renames that are later than a row; nil where one of them does not tell the new
  /// name.
  func latestName(of name: String, after row: RightsHistory.Row) -> String? {
    var (name, order) = (name, row.order)
    while let next = byName[name]?.first(where: { $0.row.order > order }) {
      guard let newName = next.newName else { return nil }
      (name, order) = (newName, next.row.order)
    }
    return name
  }
}
