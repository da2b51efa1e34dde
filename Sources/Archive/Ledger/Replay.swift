import FoundationEssentials
import GRDB
import Roster

/// The rosters of a site as its versions give them, walk by walk, and what changed between them.
struct Replay {
  /// The digest of the roster of each entry; absent where it is the same as before.
  private(set) var digests: [Int: Data] = [:]
  /// The users of the roster of each walk.
  private(set) var ids: [Int: IDSum] = [:]
  /// The changes in the order of the journal.
  private(set) var changes: [ChangeRow] = []
  /// The members whose versions do not follow each other, or do not begin and end with walks of the site.
  private(set) var contradictions: [String] = []

  /// The lists of elected moderators, the oldest first.
  let lists: [ElectedList]

  private let site: Int
  private let walks: [StoredWalk]
  /// The roles whose lists each of them read.
  private let roles: [Set<Role>]
  /// The tenures as admins of a site whose list of moderators cannot have admins, by user, as places in ``walks``.
  private var admins: [Int: [Range<Int>]] = [:]
  private let places: [Int: Int]
  private var events: [[Event]]

  /// What a walk shows of a member otherwise than the walk before.
  private struct Event {
    var member: Int
    /// Nil where they leave.
    var version: Version?
    /// The walk that last read the list without them; nil where they were there, or none did.
    var absent: Int?
    /// Of who leaves: the last walk that lists them.
    var last: Int?
  }

  private struct Version {
    var leaf: Data
    /// With the values of the name only.
    var moderator: Moderator
  }

  private struct Tenure {
    var since: Int
    var until: Int?
    var absent: Int?
  }

  private struct Name {
    var since: Int
    var until: Int?
    var begins: Bool
    var version: Version
  }

  /// - Parameter walks: The published walks of the site, the oldest first.
  init(ofSite site: Int, _ walks: [StoredWalk], _ database: Database) throws {
    self.site = site
    self.walks = walks
    roles = walks.map(\.roles)
    lists = try ElectedList.fetchAll(of: site, database)
    places = Dictionary(
      walks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    events = Array(repeating: [], count: walks.count)
    if try Schema.leavesOutAdmins(ofSite: site, database) {
      try readAdmins(ofSite: site, database)
    }
    let elected = lists.reduce(into: Set<Int>()) { $0.formUnion($1.members) }
    try forEachMember(ofSite: site, database) { member, tenures, names in
      // Somebody who was elected, and was on no roster.
      if tenures.isEmpty, names.isEmpty, elected.contains(member) { return }
      guard let events = events(of: member, tenures, names) else {
        return contradictions.append(
          names.last?.version.moderator.displayName ?? "member \(member)")
      }
      for (place, event) in events { self.events[place].append(event) }
    }
    try play()
    let ofSite = try SiteVersion.changes(of: site, database)
    // An entry has changes of members or of the site, not of both.
    if !ofSite.isEmpty { changes = (changes + ofSite).sorted { $0.entry < $1.entry } }
  }

  private mutating func readAdmins(ofSite site: Int, _ database: Database) throws {
    try forEachMember(ofSite: site, database) { _, tenures, names in
      guard let moderator = names.first?.version.moderator, moderator.role == .admin
      else { return }
      admins[moderator.userID] = tenures.compactMap { tenure in
        places[tenure.since].map {
          $0..<max($0, tenure.until.flatMap { places[$0] } ?? walks.count)
        }
      }
    }
  }

  private mutating func play() throws {
    var state = State()
    var next = 0
    for (place, walk) in walks.enumerated() {
      while next < lists.count, lists[next].id < walk.id {
        try play(next, &state)
        next += 1
      }
      var passage = Passage()
      let previous = place > 0 ? walks[place - 1].id : nil
      for event in events[place] { state.apply(event, after: previous, &passage) }
      ids[walk.id] = state.ids
      if place == 0 || !events[place].isEmpty { digests[walk.id] = state.digest }
      guard let previous else { continue }
      changes += try passage.changes(ofSite: site, after: previous, as: walk.id).map(\.row)
    }
    for place in next..<lists.count { try play(place, &state) }
    events = []
  }

  /// Plays a list of elected moderators.
  private mutating func play(_ place: Int, _ state: inout State) throws {
    let (list, last) = (lists[place], place > 0 ? lists[place - 1] : nil)
    if last?.ids != list.ids { digests[list.id] = list.digest }
    changes += try state.newlyElected(list.ids).map {
      try ChangeRow(.election(of: $0), site: site, after: last?.id ?? list.id, entry: list.id)
    }
  }

  /// The roster at a walk, and who left before it.
  private struct State {
    private var present: [Int: Version] = [:]
    /// The rows of who left, each with the last walk that shows it.
    private var former: [Moderator.Key: (row: Moderator, last: Int?)] = [:]
    private(set) var ids = IDSum()
    /// Whether a list of elected moderators of the present tenure has the member.
    private var marks: [Int: Bool] = [:]

    var digest: Data { Leaf.sum(present.sorted { $0.key < $1.key }.map(\.value.leaf)) }

    /// - Parameter previous: The walk before that of the event.
    mutating func apply(_ event: Event, after previous: Int?, _ passage: inout Passage) {
      let old = present[event.member]?.moderator
      present[event.member] = event.version
      switch (old, event.version?.moderator) {
      case (nil, let new?):
        ids.add(new.key)
        passage.join(new, after: event.absent, former: former[new.key])
      case (let old?, let new?): passage.edit(old, to: new)
      case (let old?, nil):
        ids.remove(old.key)
        marks[event.member] = nil
        former[old.key] = (old, previous)
        passage.leave(old, after: event.last)
      case (nil, nil): break
      }
    }

    /// The members who were not elected on an earlier list of their tenure and are on this one, in the order of keys.
    mutating func newlyElected(_ list: Set<Int>) -> [Moderator] {
      var elected: [Moderator] = []
      for (member, version) in present {
        let isListed = list.contains(version.moderator.userID)
        if isListed, marks[member] == false, !Withheld.has(version.moderator.userID) {
          elected.append(version.moderator)
        }
        marks[member] = isListed || marks[member] == true
      }
      return elected.sorted { $0.key < $1.key }
    }
  }

  /// What happens to a member at which walk; nil where tenures or names contradict each other.
  private func events(
    of member: Int, _ tenures: [Tenure], _ names: [Name]
  ) -> [(place: Int, event: Event)]? {
    var events: [(Int, Event)] = []
    var (last, used) = (0, 0)
    for (name, next) in zip(names, names.dropFirst()) {
      let isRenamed = name.version.moderator.displayName != next.version.moderator.displayName
      guard name.until == next.since, next.begins == isRenamed else { return nil }
    }
    guard names.first?.begins == true, names.last?.until == nil else { return nil }
    for tenure in tenures {
      let end = tenure.until ?? .max
      guard let first = places[tenure.since], tenure.since > last, tenure.since < end else {
        return nil
      }
      last = end
      let moderator = names[0].version.moderator
      let asAdmin = moderator.role == .moderator ? admins[moderator.userID] ?? [] : []
      let absent = walks[..<first].indices.last { place in
        roles[place].contains(moderator.role) && !asAdmin.contains { $0.contains(place) }
      }.map { walks[$0].id }
      guard tenure.absent == absent else { return nil }
      for name in names where name.since < end && (name.until ?? .max) > tenure.since {
        guard let place = places[max(name.since, tenure.since)] else { return nil }
        events.append(
          (place, Event(member: member, version: name.version, absent: absent, last: nil)))
        if name.since >= tenure.since { used += 1 }
      }
      guard let until = tenure.until else { continue }
      guard let place = places[until] else { return nil }
      let admin = asAdmin.first { $0.upperBound == place }
      let last = admin.map { max($0.lowerBound, first + 1) - 1 } ?? place - 1
      events.append(
        (place, Event(member: member, version: nil, absent: nil, last: walks[last].id)))
    }
    // A name is first seen while somebody is there.
    return used == names.count ? events : nil
  }

  private func forEachMember(
    ofSite site: Int, _ database: Database, _ body: (Int, [Tenure], [Name]) throws -> Void
  ) throws {
    let tenures = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT m.id, t.since, t.until, t.absent FROM member m LEFT JOIN tenure t ON t.member = m.id
          WHERE m.site = ? ORDER BY m.id, t.since
          """), arguments: [site])
    let names = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(Leaf.columns), m.id, n.since, n.until, n.begins, n.display_name
          FROM member m JOIN name n ON n.member = m.id WHERE m.site = ? ORDER BY m.id, n.since
          """), arguments: [site])
    var name = try names.next()
    var member: (id: Int, tenures: [Tenure])?
    func end() throws {
      guard let ended = member else { return }
      var versions: [Name] = []
      while let row = name, try row.value(Leaf.columnCount) as Int == ended.id {
        try versions.append(Self.name(row))
        name = try names.next()
      }
      try body(ended.id, ended.tenures, versions)
    }
    while let row = try tenures.next() {
      let id: Int = try row.value(0)
      if member?.id != id {
        try end()
        member = (id, [])
      }
      if let since: Int = try row.value(1) {
        try member?.tenures.append(
          Tenure(since: since, until: row.value(2), absent: row.value(3)))
      }
    }
    try end()
  }

  private static func name(_ row: GRDB.Row) throws -> Name {
    let (leaf, next) = (try Leaf(row), Leaf.columnCount)
    let moderator = try Moderator(
      userID: leaf.userID, role: Role(rawValue: leaf.role), accountID: leaf.accountID,
      displayName: row.value(next + 4), kind: Moderator.Kind(code: leaf.kind) ?? .community)
    return try Name(
      since: row.value(next + 1), until: row.value(next + 2), begins: row.value(next + 3),
      version: Version(leaf: leaf.digest, moderator: moderator))
  }
}
