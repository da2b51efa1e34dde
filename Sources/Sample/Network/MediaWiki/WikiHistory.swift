/// Who held which groups of a sample wiki from its first days to the present one, and the rows of the logs
/// that tell it.
struct WikiHistory {
  /// In the order of time; central rows are in the log of the farm's first wiki.
  private(set) var rows: [Row] = []
  /// All tenures that the rows tell from beginning to end.
  private(set) var tenures: [WikiTenure] = []
  private let database: String
  /// Where the tenures of each name are.
  private var places: [String: [Int]] = [:]
  /// On the latest day.
  private var users: [WikiUser]
  /// The latest day.
  private(set) var day: Int

  /// What happened to one user at one time.
  struct Row {
    var time: Int
    var isCentral = false
    var event: Event

    enum Event {
      case rights(name: String, before: [Membership], after: [Membership])
      case rename(old: String, new: String)
    }
  }

  /// A group that a user is in.
  struct Membership: Equatable {
    var group: String
    /// Unix seconds; nil for never.
    var expiry: Int?
  }

  /// The history up to the first day of which changes are known.
  ///
  /// - Parameter users: The users of the wiki on that day.
  init(_ database: String, of users: [WikiUser], on day: Int) {
    (self.database, self.users, self.day) = (database, users, day)
    addFormerUsers()
    for user in users where !user.groups.isEmpty { addBeginning(of: user) }
    rows.sort { $0.time < $1.time }
  }

  /// Goes on by one day.
  ///
  /// - Parameter later: The users of the wiki on it.
  mutating func goOn(with later: [WikiUser]) {
    day += 1
    let first = rows.count
    addDay(SampleClock.midnight(ofDay: day), from: users, to: later)
    rows[first...].sort { $0.time < $1.time }
    users = later
  }

  /// People who were sysops long before any archive; the removal of one is in the log of the first wiki.
  private mutating func addFormerUsers() {
    for number in 0..<3 {
      let name = "Old Hand \(number + 1)"
      let (start, end) = (SampleClock.firstAccount + number, SampleClock.firstAccount + 90_000_000)
      change(name, at: start, from: [], to: ["sysop"])
      change(name, at: end + number, isCentral: number == 2, from: ["sysop"], to: [])
    }
  }

  /// How the users of the first day came to their groups, each in one of several ways.
  private mutating func addBeginning(of user: WikiUser) {
    let start = user.registration ?? SampleClock.lastAccount
    func time(_ part: Int) -> Int {
      start + (SampleClock.dayZero - start) / 8 * part + user.id % 1_000
    }
    let groups = user.groups
    switch user.id % 6 {
    case 0: change(user.name, at: time(2), from: [], to: groups)
    case 1:
      change(user.name, at: time(1), from: [], to: groups)
      change(user.name, at: time(3), from: groups, to: [])
      change(user.name, at: time(5), from: [], to: groups)
    case 2: change(user.name, at: time(4), isCentral: true, from: [], to: groups)
    case 3:
      change(user.name, at: time(2), from: [], to: groups, expiry: time(4))
      rows.append(
        Row(
          time: time(3),
          event: .rights(
            name: user.name, before: groups.map { Membership(group: $0, expiry: time(4)) },
            after: groups.map { Membership(group: $0) })))
    case 4:
      let early = "Early \(user.id)"
      change(early, at: time(2), from: [], to: groups, nowCalled: user.name)
      rows.append(Row(time: time(6), event: .rename(old: early, new: user.name)))
    default:
      change(user.name, at: time(1), from: [], to: groups, expiry: time(2))
      end(user.name, groups, at: time(2))
      change(user.name, at: time(6), from: [], to: groups)
    }
  }

  private mutating func addDay(_ midnight: Int, from before: [WikiUser], to after: [WikiUser]) {
    let earlier = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
    let later = Set(after.map(\.id))
    for user in before where !later.contains(user.id) && !user.groups.isEmpty {
      change(user.name, at: midnight, from: user.groups, to: [])
    }
    for user in after {
      let old = earlier[user.id]
      if let old, old.name != user.name {
        rows.append(Row(time: midnight + 1, event: .rename(old: old.name, new: user.name)))
        let renamed = places.removeValue(forKey: old.name) ?? []
        for index in renamed { tenures[index].name = user.name }
        places[user.name, default: []] += renamed
      }
      if (old?.groups ?? []) != user.groups {
        change(user.name, at: midnight + 2, from: old?.groups ?? [], to: user.groups)
      }
    }
  }

  private mutating func change(
    _ name: String, at time: Int, isCentral: Bool = false, from before: [String],
    to after: [String], expiry: Int? = nil, nowCalled newName: String? = nil
  ) {
    rows.append(
      Row(
        time: time, isCentral: isCentral,
        event: .rights(
          name: isCentral ? "\(name)@\(database)" : name,
          before: before.map { Membership(group: $0) },
          after: after.map { Membership(group: $0, expiry: expiry) })))
    end(name, before.filter { !after.contains($0) }, at: time)
    for group in after where !before.contains(group) {
      places[newName ?? name, default: []].append(tenures.count)
      tenures.append(WikiTenure(name: newName ?? name, group: group, beganAt: time))
    }
  }

  private mutating func end(_ name: String, _ groups: [String], at time: Int) {
    for index in places[name, default: []]
    where tenures[index].endedAt == nil && groups.contains(tenures[index].group) {
      tenures[index].endedAt = time
    }
  }
}

/// For how long a user of a sample wiki was in a group; times are unix seconds.
package struct WikiTenure: Hashable, Sendable {
  /// The present name.
  package var name: String
  package var group: String
  package var beganAt: Int
  package var endedAt: Int?
}
