import FoundationEssentials
import Roster
import TestKit
import Transport

/// One list of a site of a ``ListSites``.
struct ListPlace: Hashable {
  var host: String
  var role: Role

  init(_ host: String, _ role: Role) {
    self.host = host
    self.role = role
  }
}

/// The state of the sites of a ``ListSites``.
struct ListWorld {
  var random: SeededRandom
  /// Names by id.
  var rosters: [ListPlace: [Int: String]] = [:]
  /// All rows of each site, and since when they are true.
  var moments: [String: [Moment]] = [:]
  /// When a list was truncated.
  var cuts: [ListPlace: [Date]] = [:]
  var names: [String: Set<String>] = [:]
  /// Users that lists hide, and totals count.
  var hidden: [ListPlace: Int] = [:]
  /// The latest total of a list that may be old, and when it was counted.
  var totals: [ListPlace: (count: Int, at: Date)] = [:]
  /// All totals that a list has reported.
  var told: [ListPlace: Set<Int>] = [:]
  /// The present lists of each site.
  var lists: [String: [ListNetwork.List]] = [:]
  /// Lists that do not exist at present.
  var missing: [String: [ListNetwork.List]] = [:]
  /// The lists that each site named, and when.
  var shown: [String: [(at: Date, lists: [ListNetwork.List])]] = [:]
  /// Until when a list alone cannot be read.
  var brokenUntil: [ListPlace: Date] = [:]
  var isQuiet = false
  /// Rows that were there once, by site.
  private var former: [String: Set<Moderator.Key>] = [:]
  private var nextID = 1

  /// The rows of a site, true from a moment until the next one.
  struct Moment {
    var since: Date
    var rows: Set<Moderator.Key>

    func keys(on role: Role) -> Set<Moderator.Key> { rows.filter { $0.role == role } }
  }

  init(random: SeededRandom) {
    self.random = random
  }

  private static let roles = ["admin", "helper", "steward"].map(Role.init(rawValue:))

  /// Makes a site with its lists and their users.
  mutating func found(_ host: String, of network: ListNetwork, at now: Date) {
    var lists = [ListNetwork.List(.moderator, network.kind)]
    if network.hasRoles {
      let kinds = ListNetwork.companions(of: network.kind)
      lists = ([.moderator] + Self.roles.prefix(random.pick([1, 1, 2, 3]))).map { role in
        ListNetwork.List(role, random.pick(kinds))
      }
    }
    self.lists[host] = lists
    for list in lists {
      let place = ListPlace(host, list.role)
      for _ in 0..<random.pick([0, 1, 2, 3, 4, 7, 12]) { join(place) }
      hidden[place] = random.pick([0, 0, 1])
    }
    moments[host] = [Moment(since: now, rows: present(host))]
  }

  /// All rows of a site at the present, as keys.
  func present(_ host: String) -> Set<Moderator.Key> {
    Set(
      lists[host, default: []].flatMap { list in
        rosters[ListPlace(host, list.role), default: [:]].keys.map {
          Moderator.Key($0, as: list.role)
        }
      })
  }

  /// What was true at some time between two moments.
  func moments(of host: String, from start: Date, to end: Date) -> [Moment] {
    let all = moments[host, default: []]
    return all.indices.filter { index in
      let next = all.indices.contains(index + 1) ? all[index + 1].since : .distantFuture
      return all[index].since <= end && next >= start
    }.map { all[$0] }
  }

  /// The total of a list: at this moment, or up to an hour ago with those who are hidden.
  mutating func total(_ kind: ListNetwork.Kind, _ place: ListPlace, _ now: Date) -> Int {
    let count = rosters[place, default: [:]].count
    guard kind == .lagging else { return count }
    if totals[place].map({ now.timeIntervalSince($0.at) > 3_600 }) ?? true {
      totals[place] = (count + hidden[place, default: 0], now)
    }
    let total = totals[place]?.count ?? count
    told[place, default: []].insert(total)
    return total
  }

  /// The answer that names the lists of a site.
  mutating func listing(of host: String, at now: Date) -> RawResponse {
    let lists = lists[host, default: []]
    shown[host, default: []].append((now, lists))
    return ListNetwork.respond(listing: lists)
  }

  /// Every list exists again.
  mutating func showAll(_ host: String, at now: Date) {
    lists[host, default: []] += missing.removeValue(forKey: host) ?? []
    moments[host, default: []].append(Moment(since: now, rows: present(host)))
  }
}

extension ListWorld {
  /// One user joins, leaves, is replaced by another, is renamed, changes to another list or holds its role
  /// too; or a list appears, vanishes or cannot be read for a while.
  mutating func move(_ host: String, at now: Date) {
    let lists = lists[host, default: []]
    if lists.count + missing[host, default: []].count > 1, random.chance(20) {
      moveList(host, at: now)
    } else {
      let place = ListPlace(host, random.pick(lists).role)
      moveUser(place, besides: lists.map(\.role).filter { $0 != place.role })
    }
    moments[host, default: []].append(Moment(since: now, rows: present(host)))
  }

  private mutating func moveUser(_ place: ListPlace, besides others: [Role]) {
    let user = rosters[place, default: [:]].keys.sorted().randomElement(using: &random)
    let choice = Int.random(in: 0..<(others.isEmpty ? 4 : 7), using: &random)
    switch (choice, user) {
    case (0, _): join(place)
    case (1, let leaver?): rosters[place]?[leaver] = nil
    case (2, let leaver?):
      rosters[place]?[leaver] = nil
      join(place)
    case (3, let renamed?): rename(renamed, on: place.host)
    case (4..., let changer?):
      let other = ListPlace(place.host, random.pick(others))
      guard !former[place.host, default: []].contains(Moderator.Key(changer, as: other.role))
      else { return join(place) }
      join(other, as: changer, named: rosters[place]?[changer])
      // The last choice keeps both roles.
      if choice < 6 { rosters[place]?[changer] = nil }
    default: join(place)
    }
  }

  /// A list without pages neither appears nor vanishes: beside it a roster is of a lower grade, which never
  /// replaces a higher one.
  private mutating func moveList(_ host: String, at now: Date) {
    let mayVanish = lists[host, default: []].filter { $0.role != .moderator && $0.kind != .whole }
    let absent = missing[host, default: []]
    switch Int.random(in: 0..<3, using: &random) {
    case 0 where !mayVanish.isEmpty:
      let list = random.pick(mayVanish)
      // Nobody holds a role that does not exist.
      rosters[ListPlace(host, list.role)] = [:]
      lists[host]?.removeAll { $0.role == list.role }
      missing[host, default: []].append(list)
    case 1 where !absent.isEmpty:
      let list = random.pick(absent)
      missing[host]?.removeAll { $0.role == list.role }
      lists[host, default: []].append(list)
      for _ in 0..<random.pick([0, 1, 3]) { join(ListPlace(host, list.role)) }
    default:
      let role = random.pick(lists[host, default: []]).role
      brokenUntil[ListPlace(host, role)] = now + random.pick([1, 30, 600])
    }
  }

  private mutating func join(_ place: ListPlace, as known: Int? = nil, named name: String? = nil) {
    let id = known ?? nextID * 7 % 1_009
    if known == nil { nextID += 1 }
    let name = name ?? "user \(id)"
    rosters[place, default: [:]][id] = name
    names[place.host, default: []].insert(name)
    former[place.host, default: []].insert(Moderator.Key(id, as: place.role))
  }

  private mutating func rename(_ id: Int, on host: String) {
    let name = "user \(id) \(nextID)"
    nextID += 1
    names[host, default: []].insert(name)
    for list in lists[host, default: []] where rosters[ListPlace(host, list.role)]?[id] != nil {
      rosters[ListPlace(host, list.role)]?[id] = name
    }
  }
}
