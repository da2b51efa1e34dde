import Roster
import Tables

/// The people who moderate several sites, to find out who moderates together. Staff and robots are left out.
struct Companions {
  struct Person {
    var account: Int
    var name: String
    var sites: [SiteRef]

    var network: NetworkID { sites.first?.network ?? "" }
  }

  private(set) var people: [Person] = []
  private var bySite: [SiteRef: [Int]] = [:]
  /// Accounts that have moderator powers on a site without being moderators.
  private var others: [SiteRef: Set<Int>] = [:]
  private var otherCount = 0
  /// Why nobody's companions are told; nil where they are.
  private(set) var reason: String?

  /// The most people that are kept: a report of millions needs no more memory.
  private static let limit = 10_000
  private static let mostOthers = 200_000

  /// Somebody who moderates some of the same sites.
  struct Companion: Hashable {
    var account: Int
    var name: String
    /// How many sites both moderate.
    var common: Int
  }

  /// Notes that a user of a site is no moderator; all of them come before the people.
  mutating func leaveOut(_ account: Int, on site: SiteRef) {
    otherCount += 1
    guard otherCount <= Self.mostOthers else {
      return giveUp("more than \(Self.mostOthers.grouped) places are held by staff")
    }
    others[site, default: []].insert(account)
  }

  mutating func add(_ person: Record<PersonColumn>) {
    guard let account = person.account, reason == nil else { return }
    let sites = person.sites.filter { others[$0]?.contains(account) != true }
    guard sites.count > 1 else { return }
    guard people.count < Self.limit else {
      return giveUp("more than \(Self.limit.grouped) people moderate several sites")
    }
    for site in sites { bySite[site, default: []].append(people.count) }
    people.append(Person(account: account, name: person[.displayName] ?? "", sites: sites))
  }

  private mutating func giveUp(_ why: String) {
    (people, bySite, others, reason) = ([], [:], [:], why)
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
