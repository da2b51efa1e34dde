import FoundationEssentials
import Roster

/// Who moderates the most sites and who has moderated longest, of those who do now: a few of each, whatever
/// the number of people.
struct Leaders {
  /// Somebody who moderates now.
  struct Person: Hashable {
    var network: NetworkID
    var account: Int?
    /// The site that they have moderated longest.
    var site: SiteRef
    var user: Int
    var name: String
    /// How many sites they moderate.
    var sites: Int
    /// The tenure on ``site``, as far as they were a moderator in it.
    var tenure: TenureBounds

    /// The day on which it began, as early as that is known, as a number of days.
    var began: Int { DayNumber(tenure.beganBefore).unixDay }
  }

  /// The most of each that are kept.
  static let count = 5

  /// Those with the most sites, most first.
  private(set) var most: [Person] = []
  /// Those who began first.
  private(set) var longest: [Person] = []
  /// How many began on each day.
  private var begins: [Int: Int] = [:]

  /// How many began on the same day as the last of ``longest`` or before.
  var asLong: Int {
    guard let last = longest.last else { return 0 }
    return begins.reduce(0) { $0 + ($1.key <= last.began ? $1.value : 0) }
  }

  /// Counts a person; those who only belong to the staff are left out.
  mutating func add(_ person: PersonRecord, _ presences: [Presence]) {
    let sites = presences.filter { $0.isCurrent && $0.kind == .moderator }
    let entries = sites.compactMap { presence in
      presence.stints.last.map { stint in
        Person(
          network: person.network, account: person.accountID, site: presence.site,
          user: presence.place.moderator.userID, name: person.displayName, sites: sites.count,
          tenure: stint.tenure)
      }
    }
    guard let entry = entries.min(by: { $0.began < $1.began }) else { return }
    begins[entry.began, default: 0] += 1
    Self.insert(entry, into: &most) { $0.sites > $1.sites }
    // Of those who began on one day, the oldest account comes first.
    Self.insert(entry, into: &longest) {
      ($0.began, $0.account ?? .max) < ($1.began, $1.account ?? .max)
    }
  }

  /// Who comes first stays before those who are equal.
  private static func insert(
    _ entry: Person, into list: inout [Person], _ isBefore: (Person, Person) -> Bool
  ) {
    let place = list.firstIndex { isBefore(entry, $0) } ?? list.count
    guard place < count else { return }
    list.insert(entry, at: place)
    if list.count > count { list.removeLast() }
  }
}
