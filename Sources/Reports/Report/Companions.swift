import Roster
import Tables

/// The people who moderate several sites, to find out who moderates together.
struct Companions {
  private struct Person {
    var account: Int
    var name: String
    var sites: [SiteRef]
  }

  private var people: [Person] = []
  private var bySite: [SiteRef: [Int]] = [:]
  /// Whether there are so many that nobody's companions are told.
  private var isFull = false

  /// The most people that are kept: a report of millions needs no more memory.
  private static let limit = 10_000

  /// Somebody who moderates some of the same sites.
  struct Companion: Hashable {
    var account: Int
    var name: String
    /// How many sites both moderate.
    var common: Int
  }

  mutating func add(_ person: Record<PersonColumn>) {
    guard let account = person.account, !isFull else { return }
    let sites = person.sites
    guard sites.count > 1 else { return }
    guard people.count < Self.limit else {
      (people, bySite, isFull) = ([], [:], true)
      return
    }
    for site in sites { bySite[site, default: []].append(people.count) }
    people.append(Person(account: account, name: person[.displayName] ?? "", sites: sites))
  }

  /// At most ten others with two or more of the sites in common, those with the most first.
  func of(_ account: Int, on sites: Set<SiteRef>) -> [Companion] {
    var common: [Int: Int] = [:]
    for site in sites { for person in bySite[site] ?? [] { common[person, default: 0] += 1 } }
    return common.filter { $0.value > 1 && people[$0.key].account != account }
      .sorted { ($1.value, people[$0.key].account) < ($0.value, people[$1.key].account) }
      .prefix(10).map { place, count in
        Companion(account: people[place].account, name: people[place].name, common: count)
      }
  }
}
