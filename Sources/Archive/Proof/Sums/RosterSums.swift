import GRDB
import Roster

/// The sums of all published rosters of a site, rebuilt from the present rows by undoing the
/// changes of the journal, latest first.
///
/// Only users in the journal are kept in memory; the others never changed.
struct RosterSums {
  /// One published roster, rebuilt from rows and journal.
  struct Published: Hashable {
    /// The published walk that read it.
    var walk: Int
    var sum: RosterSum
    /// The users on it.
    var ids: IDSum
  }

  /// A change that does not fit the rows and the later changes.
  struct Contradiction: Hashable {
    var change: Int
    /// That of the moderator's row.
    var key: Int
    /// The column that does not fit, of the changes or of the moderators.
    var column: String
  }

  /// The published rosters of the site, the oldest first.
  private(set) var rosters: [Published] = []
  private(set) var contradictions: [Contradiction] = []

  private var sum = RosterSum.zero
  private var ids = IDSum()
  private var people: [Int: Person] = [:]

  private struct Person {
    var entry: RosterEntry
    var isThere: Bool
    /// Name and account at the end of the walk that is being undone.
    var after: (date: Int, name: String, account: Int?)?
  }

  /// - Parameters:
  ///   - walks: The published walks of the site, the oldest first.
  ///   - members: Its present rows, including those of former moderators.
  ///   - journal: The changes of its moderators, the oldest first.
  init(
    walks: [PublishedWalk], members: some Sequence<StoredMember>, journal: [ChangeRow.Recorded]
  ) {
    let named = Set(journal.map(\.key))
    for member in members { add(member, isNamed: named.contains(member.moderator.key)) }
    walkBack(walks, journal)
  }

  /// The sums of a site, read from its tables.
  static func rebuild(_ site: Int, _ database: Database) throws -> RosterSums {
    var members: [StoredMember] = []
    try StoredMember.forEach(of: site, database) { members.append($0) }
    return try RosterSums(
      walks: PublishedWalk.fetchAll(of: site, database), members: members,
      journal: ChangeRow.Recorded.fetchAll(ofMembers: site, database))
  }

  private mutating func add(_ member: StoredMember, isNamed: Bool) {
    let isThere = member.leftAt == nil
    guard isThere || isNamed else { return }
    let entry = RosterEntry(member.moderator)
    if isThere {
      sum += entry.sum
      ids.add(entry.key)
    }
    if isNamed { people[entry.key] = Person(entry: entry, isThere: isThere) }
  }

  /// Undoes the journal, the latest change first, and records the roster of each published walk.
  private mutating func walkBack(_ walks: [PublishedWalk], _ journal: [ChangeRow.Recorded]) {
    var changes = journal[...]
    for (index, walk) in walks.enumerated().reversed() {
      rosters.append(Published(walk: walk.id, sum: sum, ids: ids))
      let before = index > 0 ? walks[index - 1].finishedAt : .min
      while let change = changes.last, change.observedAt > before {
        undo(change)
        changes.removeLast()
      }
    }
    contradictions += changes.reversed().map { $0.contradiction("observed_at") }
    rosters.reverse()
  }

  private mutating func undo(_ change: ChangeRow.Recorded) {
    guard var person = people[change.key] else {
      return contradictions.append(change.contradiction("user_id"))
    }
    // A change of `elected` comes from a request of its own, so it has the name of that moment.
    if person.after?.date != change.observedAt || change.isOfElection {
      person.after = (change.observedAt, person.entry.displayName, person.entry.accountID)
    }
    if change.displayName != person.after?.name {
      contradictions.append(change.contradiction("display_name"))
    }
    if change.accountID != person.after?.account {
      contradictions.append(change.contradiction("account_id"))
    }
    switch change.kind {
    case .joined, .returned: move(&person, isThere: false, change)
    case .left: move(&person, isThere: true, change)
    default: edit(&person, change)
    }
    people[change.key] = person
  }

  /// Undoes a change that joined, left or returned.
  private mutating func move(
    _ person: inout Person, isThere: Bool, _ change: ChangeRow.Recorded
  ) {
    guard person.isThere != isThere, change.fields.isEmpty else {
      return contradictions.append(change.contradiction("kind"))
    }
    person.isThere = isThere
    if isThere {
      sum += person.entry.sum
      ids.add(change.key)
    } else {
      sum -= person.entry.sum
      ids.remove(change.key)
    }
  }

  private mutating func edit(_ person: inout Person, _ change: ChangeRow.Recorded) {
    let fields = change.fields
    if fields.isEmpty { contradictions.append(change.contradiction("detail")) }
    if person.isThere { sum -= person.entry.sum }
    // `elected` is not part of a roster.
    for field in fields where field.column != "elected" {
      if !person.entry.undo(field) { contradictions.append(change.contradiction(field.column)) }
    }
    if person.isThere { sum += person.entry.sum }
  }
}

extension ChangeRow.Recorded {
  fileprivate func contradiction(_ column: String) -> RosterSums.Contradiction {
    RosterSums.Contradiction(change: id, key: key, column: column)
  }
}
