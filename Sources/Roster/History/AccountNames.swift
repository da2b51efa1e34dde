import FoundationEssentials

/// Which account had which name when, as the logs of one site tell it, row after row.
///
/// A name alone identifies nobody: it can be given up and taken by another account. Where the logs do not
/// tell who took or gave up a name, the account that had it is not recognized any more.
struct AccountNames {
  private let start: Date
  private let readUntil: Date
  private var accounts: [Account] = []
  private var holders: [String: Int] = [:]
  private var freedAt: [String: Date] = [:]
  private var periods: [String: [Period]] = [:]
  /// When a rename was hidden last: who had which name before says nothing of later.
  private var hiddenAt: Date?

  private struct Account {
    var name: String
    var formerNames: [FormerName] = []
    /// The last row that names the account.
    var namedAt: Date
    /// Later rows can be about the account without being recognized.
    var knownUntil: Date
  }

  private struct Period {
    var account: Int
    var start: Date
    /// Nil while it lasts.
    var end: Date?
  }

  /// - Parameters:
  ///   - start: What happened before is not known.
  ///   - readUntil: What happened later is not known.
  init(from start: Date, until readUntil: Date) {
    self.start = start
    self.readUntil = readUntil
  }

  /// The account that a row names, by the name of that moment.
  mutating func account(named name: String, at time: Date) -> Int {
    if let known = holders[name] {
      accounts[known].namedAt = time
      return known
    }
    return add(name, from: max(freedAt[name] ?? start, hiddenAt ?? start), at: time)
  }

  /// Follows a rename. Rows are in the order of time.
  mutating func note(_ rename: UserRename, at time: Date) {
    guard let oldName = rename.oldName else {
      // Any name can have been given up.
      forgetHolders(at: time)
      if let newName = rename.newName { _ = add(newName, from: time, at: time) }
      return
    }
    guard oldName != rename.newName else { return }
    let renamed = account(named: oldName, at: time)
    release(oldName, at: time)
    freedAt[oldName] = time
    guard let newName = rename.newName else {
      accounts[renamed].knownUntil = time
      return
    }
    if let earlier = holders[newName] {
      // The rename that freed the name is missing: it came after the last row with it.
      let last = accounts[earlier].namedAt
      release(newName, at: last)
      accounts[earlier].knownUntil = last
    }
    take(newName, renamed, from: time)
    accounts[renamed].formerNames.append(FormerName(name: oldName, until: time))
    accounts[renamed].name = newName
  }

  /// The last name of an account that the logs tell, those before it, and until when all rows about it are recognized.
  func state(of account: Int) -> (name: String, formerNames: [FormerName], knownUntil: Date) {
    let account = accounts[account]
    return (account.name, account.formerNames, account.knownUntil)
  }

  /// The account that certainly had a name all the time, also if clocks differ by as much as `margin`;
  /// nil where there is none.
  func account(named name: String, during time: ClosedRange<Date>, margin: TimeInterval) -> Int? {
    guard time.upperBound <= readUntil, let all = periods[name] else { return nil }
    let first = time.lowerBound.addingTimeInterval(-margin)
    let last = time.upperBound.addingTimeInterval(margin)
    let low = all.partitioningIndex(where: { $0.start > first })
    guard low > 0, all[low - 1].end.map({ last <= $0 }) ?? true else { return nil }
    return all[low - 1].account
  }

  private mutating func add(_ name: String, from start: Date, at time: Date) -> Int {
    accounts.append(Account(name: name, namedAt: time, knownUntil: readUntil))
    take(name, accounts.count - 1, from: start)
    return accounts.count - 1
  }

  private mutating func take(_ name: String, _ account: Int, from start: Date) {
    holders[name] = account
    periods[name, default: []].append(Period(account: account, start: start))
  }

  private mutating func release(_ name: String, at time: Date) {
    holders[name] = nil
    guard let last = periods[name]?.indices.last else { return }
    periods[name]?[last].end = time
  }

  private mutating func forgetHolders(at time: Date) {
    for (name, account) in holders {
      accounts[account].knownUntil = time
      if let last = periods[name]?.indices.last { periods[name]?[last].end = time }
    }
    holders.removeAll()
    hiddenAt = time
  }
}

extension Array {
  /// The first place of an element for which something holds that holds for all after it; the end where it holds for none.
  package func partitioningIndex(where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
