import FoundationEssentials
import Roster
import SampleNetwork
import TestKit

extension SampleFault {
  /// Any fault of the catalogue with any parameters and scope; faults with false answers are more
  /// frequent.
  init(drawnFrom random: inout SeededRandom, sites: [SiteID]) {
    let kinds = random.chance(35) ? Self.lies : Kind.allCases
    self.init(random.pick(kinds))
    let entry = SampleFault.catalogue.first { $0.kind == kind } ?? SampleFault.catalogue[0]
    if entry.duration != nil { duration = Self.duration(of: entry.kind, &random) }
    if entry.amount != nil { amount = Self.amount(of: entry.kind, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4 where entry.takesCount: extent = .first(random.pick([1, 1, 2, 4]))
    case 4..<8 where entry.takesChance: extent = .chance(percent: random.pick([5, 20, 50]))
    case 8: extent = .all
    default: break
    }
    scope = Self.scope(&random, sites: sites)
    if kind == .siteVanishes { scope = Scope(site: random.pick(sites + ["nowhere"])) }
  }

  /// The faults that put false content into good answers.
  private static let lies: [Kind] = [
    .emptyRoster, .lostItems, .duplicate, .totalWrong, .totalMissing, .totalChanges, .moreStuck,
    .moreEarly, .shortPage, .emptyPage, .joins, .leaves, .swaps,
  ]

  private static func duration(of kind: Kind, _ random: inout SeededRandom) -> Duration {
    switch kind {
    case .latency, .jitter: .milliseconds(random.pick([100, 1_000, 4_000]))
    case .trickle: .milliseconds(random.pick([50, 1_000]))
    case .http503: .seconds(random.pick([0, 2, 30, 4_000]))
    case .backoff: .seconds(random.pick([1, 5, 30, 200]))
    case .lockout: .seconds(random.pick([5, 30, 100, 200, 40_000]))
    default: .seconds(random.pick([1, 5]))
    }
  }

  private static func amount(of kind: Kind, _ random: inout SeededRandom) -> Int {
    switch kind {
    case .quota: random.pick([0, 1, 5, 12, 15, 25])
    case .sitesCut: random.pick([0, 1, 2, 3])
    case .sitesShort: random.pick([0, 1, 1, 2])
    // Bodies are not compressed in simulations: see `SimulatedAPI`.
    default: 0
    }
  }

  private static func scope(_ random: inout SeededRandom, sites: [SiteID]) -> Scope {
    var scope = Scope()
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: break
    case 4..<7 where !sites.isEmpty: scope.site = random.pick(sites)
    default:
      scope.method = random.pick([
        "users/moderators", "users/moderators", "users/moderators/elected", "sites",
        "filters/create",
      ])
    }
    if random.chance(25) { scope.page = random.pick([1, 2, 2, 3]) }
    return scope
  }
}
