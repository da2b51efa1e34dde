import Roster
import Tables

/// The people who moderate several sites, to find out who moderates together. Staff and robots are left out.
struct Companions {
  private struct Person {
    var account: Int
    var name: String
  }

  private var people: [Person] = []
  private var bySite: [SiteRef: [Int]] = [:]
  /// Accounts that have moderator powers on a site without being moderators.
  private var others: [SiteRef: Set<Int>] = [:]
  /// The most people, and places of others, that are kept: a report of millions needs no more memory, and lists
  /// nobody's companions.
  private static let limits = (people: 10_000, others: 200_000)
  private var otherCount = 0

  /// Somebody who moderates some of the same sites.
  struct Companion: Hashable {
    var account: Int
    var name: String
    /// How many sites both moderate.
    var common: Int
  }

  /// Notes that a user of a site is no moderator; all of them come before the people.
  mutating func exclude(_ account: Int, on site: SiteRef) {
    otherCount += 1
    if otherCount <= Self.limits.others { others[site, default: []].insert(account) }
  }

  mutating func add(_ person: Record<PersonColumn>) {
    guard let account = person.account, otherCount <= Self.limits.others,
      people.count <= Self.limits.people
    else { return }
    let sites = person.sites.filter { others[$0]?.contains(account) != true }
    guard sites.count > 1 else { return }
    for site in sites { bySite[site, default: []].append(people.count) }
    people.append(Person(account: account, name: person[.displayName] ?? ""))
  }

  /// At most ten others with two or more of the sites in common, those with the most first.
  func of(_ account: Int, on sites: Set<SiteRef>) -> [Companion] {
    guard people.count <= Self.limits.people else { return [] }
    var common: [Int: Int] = [:]
    for site in sites { for person in bySite[site] ?? [] { common[person, default: 0] += 1 } }
    return common.filter { $0.value > 1 && people[$0.key].account != account }
      .sorted { ($1.value, people[$0.key].account) < ($0.value, people[$1.key].account) }
      .prefix(10).map { place, count in
        Companion(account: people[place].account, name: people[place].name, common: count)
      }
  }
}
