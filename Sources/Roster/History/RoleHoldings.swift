import FoundationEssentials

/// Which accounts hold which roles, as rows about their rights tell it one after the other.
struct RoleHoldings {
  /// What is known to have ended, or to which no later row tells more; without names.
  private(set) var tenures: [(account: Int, tenure: LoggedTenure)] = []

  private let roles: Set<Role>
  private var accounts: [Int: Account] = [:]
  /// Times of rows that hide whom they are about: they can be about anybody.
  private var hidden: [Date] = []
  /// Whether the row that is noted is from a dump.
  private var isOfDump = false

  private struct Account {
    /// The last row, if it tells the roles; those that it does not name were not held.
    var last: (time: Date, before: [RightsChange.Membership], after: [RightsChange.Membership])?
    var holdings: [Role: Holding] = [:]
  }

  private struct Holding {
    var beganAfter: Date?
    var beganBefore: Date
    /// The last row that tells it.
    var toldAt: Date
    /// How many hidden rows came before that row.
    var hiddenBefore: Int
    /// When it ends by itself.
    var expiry: Date?
    /// Whether a row from a dump tells it.
    var isOfDump: Bool
  }

  init(_ roles: Set<Role>) { self.roles = roles }

  mutating func noteHidden(at time: Date) { hidden.append(time) }

  /// Takes the next row about an account.
  mutating func note(
    _ change: RightsChange, of account: Int, at time: Date, isOfDump: Bool = false
  ) {
    self.isOfDump = isOfDump
    var known = accounts[account] ?? Account()
    defer { accounts[account] = known }
    if let last = known.last, let after = change.after, last == (time, change.before ?? [], after) {
      return
    }
    guard let before = change.before, let after = change.after else {
      for (role, holding) in known.holdings {
        cut(holding, of: role, account, by: time)
      }
      known = Account()
      // What it tells of the time after it counts.
      guard let after = change.after else { return }
      for membership in after where roles.contains(membership.role) {
        known.holdings[membership.role] = begun(after: nil, by: time, expiry: membership.expiry)
      }
      known.last = (time, [], after)
      return
    }
    let named = Set((before + after).map(\.role)).union(known.holdings.keys)
    for role in named.intersection(roles) {
      let had = before.first { $0.role == role && ($0.expiry.map { $0 >= time } ?? true) }
      let has = after.first { $0.role == role }
      let held = compare(known.holdings[role], with: had, role, account, known.last?.time, time)
      known.holdings[role] = follow(held, to: has, role, account, time)
    }
    known.last = (time, before, after)
  }

  /// Ends what no later row tells more about.
  ///
  /// - Parameter knownUntil: Until when all rows about an account were recognized.
  mutating func finish(_ knownUntil: (Int) -> Date) {
    isOfDump = false
    for (account, known) in accounts {
      for (role, holding) in known.holdings {
        cut(holding, of: role, account, by: knownUntil(account))
      }
    }
    accounts.removeAll()
  }

  /// Compares what is known with what a row tells of the time before it.
  ///
  /// - Returns: The tenure that lasts at the row.
  private mutating func compare(
    _ holding: Holding?, with had: RightsChange.Membership?, _ role: Role, _ account: Int,
    _ lastRow: Date?, _ time: Date
  ) -> Holding? {
    guard let holding else {
      return had.map { begun(after: lastRow, by: time, expiry: $0.expiry) }
    }
    let isExpired = holding.expiry.map { $0 < time || $0 == time && had == nil } ?? false
    let hiddenAt = firstHidden(since: holding)
    if let expiry = holding.expiry, isExpired, hiddenAt.map({ expiry < $0 }) ?? true {
      // A row that a log lacks can have given it again, but nothing tells when.
      end(holding, of: role, account, exactly: max(expiry, holding.toldAt))
    } else if had == nil {
      // The row that ended it is hidden or missing.
      end(holding, of: role, account, after: holding.toldAt, before: time)
      return nil
    } else if let had, isExpired || had.isDifferent(from: holding.expiry) {
      // Rows that are missing can have ended it and given it again: it would end at another time.
      end(holding, of: role, account, after: holding.toldAt, before: nil)
    } else if let hiddenAt {
      // So can hidden ones.
      end(holding, of: role, account, after: hiddenAt, before: nil)
    } else {
      return holding
    }
    return had.map { begun(after: nil, by: time, expiry: $0.expiry) }
  }

  /// Follows what a row changed.
  private mutating func follow(
    _ held: Holding?, to has: RightsChange.Membership?, _ role: Role, _ account: Int, _ time: Date
  ) -> Holding? {
    guard let has else {
      if let held { end(held, of: role, account, exactly: time) }
      return nil
    }
    guard var held else { return begun(after: time, by: time, expiry: has.expiry) }
    (held.toldAt, held.hiddenBefore) = (time, hidden.count)
    held.isOfDump = held.isOfDump || isOfDump
    if has.tellsExpiry { held.expiry = has.expiry }
    return held
  }

  private func begun(after: Date?, by time: Date, expiry: Date?) -> Holding {
    Holding(
      beganAfter: after, beganBefore: time, toldAt: time, hiddenBefore: hidden.count,
      expiry: expiry, isOfDump: isOfDump)
  }

  private func firstHidden(since holding: Holding) -> Date? {
    holding.hiddenBefore < hidden.count ? hidden[holding.hiddenBefore] : nil
  }

  /// Ends what is known of a tenure at the first row that can have ended it.
  private mutating func cut(_ holding: Holding, of role: Role, _ account: Int, by time: Date) {
    let last = min(time, firstHidden(since: holding) ?? time)
    if let expiry = holding.expiry, expiry <= last {
      end(holding, of: role, account, exactly: max(expiry, holding.toldAt))
    } else {
      end(holding, of: role, account, after: max(last, holding.toldAt), before: nil)
    }
  }

  private mutating func end(
    _ holding: Holding, of role: Role, _ account: Int, exactly time: Date
  ) {
    end(holding, of: role, account, after: time, before: time)
  }

  private mutating func end(
    _ holding: Holding, of role: Role, _ account: Int, after: Date, before: Date?
  ) {
    tenures.append(
      (
        account,
        LoggedTenure(
          role: role, name: "",
          bounds: TenureBounds(
            beganAfter: holding.beganAfter, beganBefore: holding.beganBefore, endedAfter: after,
            endedBefore: before, source: holding.isOfDump || isOfDump ? .dump : .log))
      ))
  }
}

extension RightsChange.Membership {
  /// Whether the row tells another end than the one that is known.
  fileprivate func isDifferent(from known: Date?) -> Bool { tellsExpiry && expiry != known }
}
