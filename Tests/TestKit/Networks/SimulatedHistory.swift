import Foundation
package import Roster

/// Accounts of a made-up wiki: what happened to them, and what its logs tell of it, with rows that are hidden,
/// missing, old, read twice or from the log of another site.
package struct SimulatedHistory: Sendable {
  /// For how long an account truly held a role; `end` is nil while it does.
  package struct Truth: Hashable, Sendable {
    package var account: Int
    package var role: Role
    package var began: Int
    package var end: Int?
  }

  package struct Event: Sendable {
    package enum Content: Sendable {
      case rights(before: [Role: Int?], after: [Role: Int?])
      case rename(old: String, new: String)
      case made(name: String)
    }
    package enum Form: Sendable {
      case told, hidden, withoutParams, oldNameOnly, newNameOnly, missing
    }

    package var time: Int
    package var account: Int
    package var name: String
    package var content: Content
    package var form = Form.told
    package var isCentral = false
    package var tellsExpiry = true
  }

  /// All lists at one moment, as a reading can show them.
  package struct Look: Sendable {
    package var time: Int
    /// The accounts that held each role.
    package var holders: [Role: Set<Int>]
    /// Of all accounts.
    package var names: [String]
  }

  package static let roles = ["sysop", "bureaucrat"].map(Role.init(rawValue:))

  package private(set) var events: [Event] = []
  package private(set) var truths: [Truth] = []
  package private(set) var sightings: [NameSighting] = []
  package private(set) var looks: [Look] = []
  package private(set) var namesOfAccounts: [Set<String>] = []
  package private(set) var now = 1_000_000

  private var names: [String] = []
  /// When each account was made.
  package private(set) var madeAt: [Int] = []
  /// With the expiry, and the index of the tenure.
  private var held: [[Role: (expiry: Int?, truth: Int)]] = []
  private var used: Set<String> = []
  private var random: SeededRandom
  private let isFaulty: Bool
  /// Rows of one second in two logs, or missing rows: which of them break the chain visibly depends on the order.
  private let hasMissingRows: Bool
  /// From here on memberships can expire.
  private let expiriesFrom: Int

  package init(seed: UInt64, isFaulty: Bool) {
    random = SeededRandom(seed: seed)
    self.isFaulty = isFaulty
    let percent = isFaulty ? 60 : 0
    hasMissingRows = random.chance(percent)
    expiriesFrom = random.chance(30) ? 15 : 0
    for _ in 0..<3 { make() }
    for _ in 0..<40 { step() }
    now += 100_000
    expire()
    if hasMissingRows { leaveOut() }
  }

  // MARK: - What happened

  private mutating func step() {
    let isSameSecond = random.chance(15)
    now += isSameSecond ? 0 : Int.random(in: 1..<20_000, using: &random)
    expire()
    let account = Int.random(in: names.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<55: changeRights(account)
    case 55..<75: rename(account)
    case 75..<80: make()
    default: see(account)
    }
  }

  private mutating func freeName() -> String {
    let free = used.subtracting(names).sorted()
    if random.chance(60), !free.isEmpty { return random.pick(free) }
    return "N\(used.count)"
  }

  private mutating func make() {
    let name = freeName()
    used.insert(name)
    names.append(name)
    namesOfAccounts.append([name])
    held.append([:])
    madeAt.append(now)
    events.append(
      Event(time: now, account: names.count - 1, name: name, content: .made(name: name)))
  }

  private mutating func rename(_ account: Int) {
    let (old, new) = (names[account], freeName())
    used.insert(new)
    names[account] = new
    namesOfAccounts[account].insert(new)
    var event = Event(
      time: now, account: account, name: old, content: .rename(old: old, new: new))
    if isFaulty, random.chance(20) {
      event.form = random.pick([.hidden, .oldNameOnly, .newNameOnly])
    }
    if hasMissingRows, random.chance(25) { event.form = .missing }
    events.append(event)
  }

  private mutating func changeRights(_ account: Int) {
    let before = held[account].mapValues(\.expiry)
    var after: [Role: Int?] = [:]
    for role in Self.roles where random.chance(50) {
      let canExpire = events.count >= expiriesFrom && random.chance(35)
      after[role] = .some(canExpire ? now + Int.random(in: 1..<60_000, using: &random) : nil)
    }
    for (role, holding) in held[account] {
      if let expiry = after[role] {
        held[account][role]?.expiry = expiry
      } else {
        truths[holding.truth].end = now
        held[account][role] = nil
      }
    }
    for (role, expiry) in after where held[account][role] == nil {
      truths.append(Truth(account: account, role: role, began: now))
      held[account][role] = (expiry, truths.count - 1)
    }
    var event = Event(
      time: now, account: account, name: names[account],
      content: .rights(before: before, after: after))
    event.tellsExpiry = events.count >= expiriesFrom
    event.isCentral = !hasMissingRows && random.chance(15)
    if isFaulty, random.chance(10) { event.form = random.pick([.hidden, .withoutParams]) }
    if hasMissingRows, random.chance(30) { event.form = .missing }
    events.append(event)
  }

  /// Ends what has expired; at its last second a membership is still listed.
  private mutating func expire() {
    for account in held.indices {
      for (role, holding) in held[account] {
        guard let expiry = holding.expiry, expiry < now else { continue }
        truths[holding.truth].end = expiry
        held[account][role] = nil
      }
    }
  }

  /// By a clock that differs from the wiki's.
  private mutating func see(_ account: Int) {
    let holders = Self.roles.map { role in
      (role, Set(held.indices.filter { held[$0][role] != nil }))
    }
    looks.append(
      Look(
        time: now, holders: Dictionary(uniqueKeysWithValues: holders), names: names))
    let time = now + Int.random(in: -600...600, using: &random)
    let (before, after) = (random.pick([0, 10, 300]), random.pick([0, 10, 300]))
    sightings.append(
      NameSighting(
        userID: account, name: names[account],
        time: Date(unixSeconds: time - before)...Date(unixSeconds: time + after),
        registeredAt: random.chance(30) ? Date(unixSeconds: madeAt[account]) : nil))
  }

  // MARK: - What the logs tell

  /// The rows, in no order, some of them twice.
  package mutating func rows() -> [RightsHistory.Row] {
    var rows: [RightsHistory.Row] = []
    for (index, event) in events.enumerated() where event.form != .missing {
      guard let content = content(of: event) else { continue }
      // The ids of two logs count apart.
      let id = event.isCentral ? index : index * 2
      func row(_ id: Int) -> RightsHistory.Row {
        let entry = LogEntry(id: id, time: Date(unixSeconds: event.time), content)
        return RightsHistory.Row(entry, isCentral: event.isCentral)
      }
      rows.append(row(id))
      if random.chance(5) { rows.append(row(id)) }
      if isFaulty, !event.isCentral, case .rights = content, event.form == .told, random.chance(5) {
        rows.append(row(id + 1))
      }
    }
    return rows.shuffled(using: &random)
  }

  private func content(of event: Event) -> LogEntry.Content? {
    func memberships(_ roles: [Role: Int?]) -> [RightsChange.Membership] {
      roles.sorted { $0.key < $1.key }.map { role, expiry in
        .init(role, expiry: expiry.map(Date.init(unixSeconds:)), tellsExpiry: event.tellsExpiry)
      }
    }
    let (hidesOld, hidesNew) = (
      event.form == .hidden || event.form == .newNameOnly,
      event.form == .hidden || event.form == .oldNameOnly
    )
    switch event.content {
    case .made: return nil
    case .rename(let old, let new):
      return .rename(UserRename(oldName: hidesOld ? nil : old, newName: hidesNew ? nil : new))
    case .rights(let before, let after):
      let isTold = event.form == .told
      return .rights(
        RightsChange(
          name: event.form == .hidden ? nil : event.name,
          before: isTold ? memberships(before) : nil, after: isTold ? memberships(after) : nil))
    }
  }
}

extension SimulatedHistory {
  /// Whether rows of two logs have the same second: nothing says which of the two came first.
  package var hasTwoLogsAtOneSecond: Bool {
    let central = Set(events.filter(\.isCentral).map(\.time))
    return events.contains { !$0.isCentral && central.contains($0.time) }
  }
}

// MARK: - Missing rows

/// Nobody can notice a log that lacks rows and whose other rows still agree. So only such rows are missing
/// as leave a contradiction.
extension SimulatedHistory {
  private mutating func leaveOut() {
    for index in events.indices where events[index].form == .missing {
      if case .rename = events[index].content, !isNoticed(renameAt: index) {
        events[index].form = .told
      }
    }
    for account in names.indices { keepWhatNobodyNotices(of: account) }
  }

  /// Whether somebody else is seen to take the name that nobody gave up.
  private func isNoticed(renameAt index: Int) -> Bool {
    guard case .rename(let old, let new) = events[index].content,
      !events[..<index].contains(where: { $0.mentions(new) })
    else { return false }
    for event in events[(index + 1)...] {
      if event.hidesOldName { return false }
      if case .rename(_, old) = event.content { return event.form == .told }
      if event.mentions(old) { return false }
    }
    return false
  }

  private mutating func keepWhatNobodyNotices(of account: Int) {
    var last: [Role: Int?]?
    var missing: [Int] = []
    var index = 0
    while index < events.count {
      let event = events[index]
      index += 1
      guard event.account == account || event.hidesOldName else { continue }
      switch (event.content, event.form) {
      case (.rights, .missing): missing.append(index - 1)
      case (.rights(let before, let after), .told):
        if !missing.isEmpty, !isNoticed(missing, after: last, by: before, at: event.time) {
          for place in missing { events[place].form = .told }
          index = missing[0]
        } else {
          last = after
        }
        missing = []
      case (.rights, .hidden), (.rename, .told), (.made, _): break
      default:
        // The account is not recognized any more, or the row does not tell what it was before.
        for place in missing { events[place].form = .told }
        if !missing.isEmpty { index = missing[0] } else { last = nil }
        missing = []
      }
    }
    for place in missing { events[place].form = .told }
  }

  private func isNoticed(
    _ missing: [Int], after last: [Role: Int?]?, by before: [Role: Int?], at time: Int
  ) -> Bool {
    Self.roles.allSatisfy { role in
      guard let last, let expiry = last[role] else { return true }
      if let expiry, expiry < time { return missing.allSatisfy { events[$0].time > expiry } }
      guard let stated = before[role] else { return true }
      return stated != expiry
    }
  }
}

extension SimulatedHistory.Event {
  fileprivate var hidesOldName: Bool {
    if case .rename = content { form == .hidden || form == .newNameOnly } else { false }
  }

  fileprivate func mentions(_ other: String) -> Bool {
    switch content {
    case .rights: name == other
    case .made(let name): name == other
    case .rename(let old, let new): old == other || new == other
    }
  }
}
