import FoundationEssentials
import Roster

/// Which sites have moderators in common: those that share most, beside those that they are like.
struct SharedPeople {
  /// Two sites, and who moderates both.
  struct Pair {
    /// The places of the sites in ``SharedPeople/sites``, the smaller one first.
    var first: Int
    var second: Int
    var count = 0
    /// Some of them: places in the list of people.
    var people: [Int] = []
  }

  private(set) var sites: [SiteRef] = []
  /// Those with most people in common first.
  private(set) var pairs: [Pair] = []
  /// How many sites share anybody.
  private(set) var siteCount = 0
  /// Whether pairs of the sites that are shown are left out.
  private(set) var leavesPairsOut = false

  private static let mostSites = 150
  private static let mostPairs = 500
  static let mostNames = 6

  init(_ companions: Companions) {
    var strengths: [SiteRef: Int] = [:]
    for person in companions.people {
      for site in person.sites { strengths[site, default: 0] += person.sites.count - 1 }
    }
    siteCount = strengths.count
    let chosen = strengths.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostSites).map(\.key).sorted()
    let places = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
    var found: [Int: Pair] = [:]
    for (index, person) in companions.people.enumerated() {
      let own = Set(person.sites).compactMap { places[$0] }.sorted()
      for (place, first) in own.enumerated() {
        for second in own[(place + 1)...] {
          var pair = found[first * Self.mostSites + second] ?? Pair(first: first, second: second)
          pair.count += 1
          if pair.people.count < Self.mostNames { pair.people.append(index) }
          found[first * Self.mostSites + second] = pair
        }
      }
    }
    let sorted = found.values.sorted {
      ($1.count, $0.first, $0.second) < ($0.count, $1.first, $1.second)
    }
    leavesPairsOut = sorted.count > Self.mostPairs
    pairs = Array(sorted.prefix(Self.mostPairs))
    sites = chosen
    arrange(strengths)
  }

  /// Puts like sites beside each other, and leaves out those without a pair.
  private mutating func arrange(_ strengths: [SiteRef: Int]) {
    var likeness = Array(
      repeating: Array(repeating: 0.0, count: sites.count), count: sites.count)
    for pair in pairs {
      // Sites with many people are not more alike for that.
      let sizes = Double((strengths[sites[pair.first]] ?? 1) * (strengths[sites[pair.second]] ?? 1))
      likeness[pair.first][pair.second] = Double(pair.count) / sizes.squareRoot()
      likeness[pair.second][pair.first] = likeness[pair.first][pair.second]
    }
    let used = Set(pairs.flatMap { [$0.first, $0.second] })
    let order = LikenessOrder.order(likeness).filter(used.contains)
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    pairs = pairs.map { pair in
      let ends = [places[pair.first] ?? 0, places[pair.second] ?? 0].sorted()
      return Pair(first: ends[0], second: ends[1], count: pair.count, people: pair.people)
    }
    sites = order.map { sites[$0] }
  }
}
