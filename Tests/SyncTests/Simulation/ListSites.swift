import FoundationEssentials
import Networks
import Roster
import Synchronization
import TestKit
import Transport

/// The sites of a ``ListNetwork`` in a simulation: users join, leave and are renamed during walks,
/// and answers are lost, late, broken or truncated.
///
/// Users who left do not return: the manual describes what a walk cannot see of a user who does.
final class ListSites: Sendable {
  fileprivate struct Storage {
    var random: SeededRandom
    var rosters: [String: [Int: String]] = [:]
    /// Each roster, and since when it is true.
    var moments: [String: [(since: Date, ids: Set<Int>)]] = [:]
    /// When a list was truncated.
    var cuts: [String: [Date]] = [:]
    var names: [String: Set<String>] = [:]
    /// Users that lists hide, and totals count.
    var hidden: [String: Int] = [:]
    /// The latest total of a site that may be old, and when it was counted.
    var totals: [String: (count: Int, at: Date)] = [:]
    /// All totals that a site has reported.
    var told: [String: Set<Int>] = [:]
    var nextID = 1
    var isQuiet = false
  }

  private let storage: Mutex<Storage>
  let network: ListNetwork
  let hosts: [String]

  init(_ network: ListNetwork, seed: UInt64, at now: Date) {
    self.network = network
    var random = SeededRandom(seed: seed)
    hosts = (1...random.pick([1, 2, 4])).map { "site\($0).\(network.kind.rawValue).test" }
    storage = Mutex(Storage(random: random))
    for host in hosts {
      storage.withLock { storage in
        let count = storage.random.pick([0, 1, 2, 3, 4, 7, 12])
        for _ in 0..<count { storage.join(host) }
        storage.hidden[host] = storage.random.pick([0, 0, 1])
        storage.moments[host] = [(now, Set(storage.rosters[host, default: [:]].keys))]
      }
    }
  }

  /// Stops all changes and faults; nobody is hidden any more, and totals are counted again.
  func calmDown() {
    storage.withLock { storage in
      storage.isQuiet = true
      (storage.hidden, storage.totals) = ([:], [:])
    }
  }

  /// Whether each of these users was a moderator at some time between two moments.
  func knew(_ ids: Set<Int>, on host: String, from start: Date, to end: Date) -> Bool {
    storage.withLock { storage in
      let moments = storage.moments[host, default: []]
      let known = moments.indices.filter { index in
        let next = moments.indices.contains(index + 1) ? moments[index + 1].since : .distantFuture
        return moments[index].since <= end && next >= start
      }
      return ids.isSubset(of: Set(known.flatMap { moments[$0].ids }))
    }
  }

  /// Whether the site ever reported this total.
  func hasTold(_ total: Int, on host: String) -> Bool {
    storage.withLock { $0.told[host, default: []].contains(total) }
  }

  /// Whether the site had these moderators at some time between two moments.
  ///
  /// Where a list was truncated then, the missing users may have left before the second reading,
  /// which then confirms it: the roster becomes true a little later, and this cannot be detected.
  func had(_ ids: Set<Int>, on host: String, from start: Date, to end: Date) -> Bool {
    storage.withLock { storage in
      let wasCut = storage.cuts[host, default: []].contains { start <= $0 && $0 <= end }
      let end = wasCut ? end + 3_600 : end
      let moments = storage.moments[host, default: []]
      return moments.indices.contains { index in
        let next = moments.indices.contains(index + 1) ? moments[index + 1].since : .distantFuture
        return moments[index].since <= end && next >= start && moments[index].ids == ids
      }
    }
  }

  /// Whether a user of the site ever had this name.
  func knows(_ name: String, on host: String) -> Bool {
    storage.withLock { $0.names[host, default: []].contains(name) }
  }

  func roster(of host: String) -> [Int: String] {
    storage.withLock { $0.rosters[host, default: [:]] }
  }

  /// The response to a request; nil where it is lost.
  func respond(to url: String, of host: String, at now: Date) -> RawResponse? {
    storage.withLock { storage in
      if storage.isQuiet {
        let users = storage.rosters[host] ?? [:]
        return network.respond(to: url, users: users, total: storage.total(network.kind, host, now))
      }
      if storage.random.chance(20) { storage.move(host, at: now) }
      let users = storage.rosters[host, default: [:]]
      let total = storage.total(network.kind, host, now)
      switch Int.random(in: 0..<100, using: &storage.random) {
      case 0..<4: return nil
      case 4..<8: return RawResponse(status: 500)
      case 8..<9: return RawResponse(status: 429)
      case 9..<11: return RawResponse(status: 200, body: Array("<html>".utf8))
      // In one direction only: an omission in both readings cannot be detected.
      case 11..<15 where !url.contains("order=down"):
        storage.cuts[host, default: []].append(now)
        return network.respond(
          to: url, users: users.filter { $0.key < (users.keys.sorted().dropFirst(2).first ?? 0) },
          total: total)
      default: return network.respond(to: url, users: users, total: total)
      }
    }
  }
}

extension ListSites.Storage {
  /// The total of a site: at this moment, or up to an hour ago with those who are hidden.
  fileprivate mutating func total(
    _ kind: ListNetwork.Kind, _ host: String, _ now: Date
  ) -> Int {
    let count = rosters[host, default: [:]].count
    guard kind == .lagging else { return count }
    if totals[host].map({ now.timeIntervalSince($0.at) > 3_600 }) ?? true {
      totals[host] = (count + hidden[host, default: 0], now)
    }
    let total = totals[host]?.count ?? count
    told[host, default: []].insert(total)
    return total
  }

  fileprivate mutating func join(_ host: String) {
    let id = nextID * 7 % 1_009
    nextID += 1
    rosters[host, default: [:]][id] = "user \(id)"
    names[host, default: []].insert("user \(id)")
  }

  /// One user joins, leaves, is replaced by another, or is renamed.
  fileprivate mutating func move(_ host: String, at now: Date) {
    let leaver = rosters[host, default: [:]].keys.sorted().randomElement(using: &random)
    switch (Int.random(in: 0..<4, using: &random), leaver) {
    case (0, _): join(host)
    case (1, let leaver?): rosters[host]?[leaver] = nil
    case (2, let leaver?):
      rosters[host]?[leaver] = nil
      join(host)
    case (_, let renamed?):
      let name = "user \(renamed) \(nextID)"
      rosters[host]?[renamed] = name
      names[host, default: []].insert(name)
    default: join(host)
    }
    moments[host, default: []].append((now, Set(rosters[host, default: [:]].keys)))
  }
}

/// The sites behind a simulated connection.
struct ListWire: ClientTransport {
  let sites: ListSites
  let world: Simulation
  let ledger: Ledger
  let travel: TimeInterval

  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    guard ledger.isAlive else { throw CancellationError() }
    try await world.sleep(seconds: travel * world.random())
    guard ledger.isAlive else { throw CancellationError() }
    let response = sites.respond(to: request.url, of: request.subject, at: world.now)
    try await world.sleep(seconds: travel * world.random())
    guard let response else {
      return Answer(.temporary(Fault(.connection, "the connection failed")))
    }
    return request.read(response)
  }
}
