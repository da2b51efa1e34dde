import FoundationEssentials
import Networks
import Roster
import Synchronization
import TestKit
import Transport

/// The sites of a ``ListNetwork`` in a simulation: users join, leave, change from one list to another and
/// are renamed during walks, lists appear and vanish, and answers are lost, late, broken or truncated.
///
/// Users who left a list do not return to it: the manual describes what a walk cannot see of a user who
/// does.
final class ListSites: Sendable {
  private let storage: Mutex<ListWorld>
  let network: ListNetwork
  let hosts: [String]

  init(_ network: ListNetwork, seed: UInt64, at now: Date) {
    self.network = network
    var random = SeededRandom(seed: seed)
    hosts = (1...random.pick([1, 2, 4])).map { "site\($0).\(network.name).test" }
    storage = Mutex(ListWorld(random: random))
    for host in hosts { storage.withLock { $0.found(host, of: network, at: now) } }
  }

  /// Stops all changes and faults; nobody is hidden any more, and totals are counted again.
  func calmDown(at now: Date) {
    storage.withLock { storage in
      storage.isQuiet = true
      (storage.hidden, storage.totals, storage.brokenUntil) = ([:], [:], [:])
      for host in hosts { storage.showAll(host, at: now) }
    }
  }

  /// The lists of a site that a walk reads that ended its first readings at this moment.
  func lists(of host: String, shownBefore end: Date) -> [ListNetwork.List] {
    storage.withLock { storage in
      guard network.hasRoles else { return storage.lists[host, default: []] }
      return storage.shown[host, default: []].last { $0.at <= end }?.lists ?? []
    }
  }

  /// Whether each of these rows of one list was there at some time between two moments.
  func knew(
    _ keys: Set<Moderator.Key>, on list: ListNetwork.List, of host: String, from start: Date,
    to end: Date
  ) -> Bool {
    storage.withLock { storage in
      let known = storage.moments(of: host, from: start, to: end).map { $0.keys(on: list.role) }
      return known.contains(keys) || keys.isSubset(of: Set(known.flatMap(\.self)))
    }
  }

  /// Whether the list ever reported this total.
  func hasTold(_ total: Int, on list: ListNetwork.List, of host: String) -> Bool {
    storage.withLock { $0.told[ListPlace(host, list.role), default: []].contains(total) }
  }

  /// Whether these lists had these rows, all at the same moment between two others.
  ///
  /// Where a list was truncated before, the missing users may have left before the second reading,
  /// which then confirms it: the list becomes true a little later, and this cannot be detected.
  func had(
    _ keys: Set<Moderator.Key>, on lists: [ListNetwork.List], of host: String, from start: Date,
    to end: Date
  ) -> Bool {
    storage.withLock { storage in
      let later = storage.moments(of: host, from: start, to: end + 3_600)
      return storage.moments(of: host, from: start, to: end).contains { moment in
        lists.allSatisfy { list in
          let rows = keys.filter { $0.role == list.role }
          if moment.keys(on: list.role) == rows { return true }
          let cuts = storage.cuts[ListPlace(host, list.role), default: []]
          // A walk is resumed for six hours at the most.
          let wasCut = cuts.contains { end - 6 * 3_600 <= $0 && $0 <= end }
          return wasCut && later.contains { $0.keys(on: list.role) == rows }
        }
      }
    }
  }

  /// Whether a user of the site ever had this name.
  func knows(_ name: String, on host: String) -> Bool {
    storage.withLock { $0.names[host, default: []].contains(name) }
  }

  /// All rows of a site at the present, as keys.
  func roster(of host: String) -> Set<Moderator.Key> {
    storage.withLock { $0.present(host) }
  }

  /// The response to a request; nil where it is lost.
  func respond(to url: String, of host: String, at now: Date) -> RawResponse? {
    let path = url.split(separator: "/").last?.prefix { $0 != "?" } ?? ""
    return storage.withLock { storage in
      if !storage.isQuiet, storage.random.chance(20) { storage.move(host, at: now) }
      let fate = storage.isQuiet ? 100 : Int.random(in: 0..<100, using: &storage.random)
      switch fate {
      case 0..<4: return nil
      case 4..<8: return RawResponse(status: 500)
      case 8..<9: return RawResponse(status: 429)
      case 9..<11: return RawResponse(status: 200, body: Array("<html>".utf8))
      default: break
      }
      if path == ListNetwork.listing { return storage.listing(of: host, at: now) }
      guard let list = storage.lists[host, default: []].first(where: { $0.path == path }) else {
        return RawResponse(status: 404)
      }
      let place = ListPlace(host, list.role)
      if let end = storage.brokenUntil[place], now < end { return RawResponse(status: 503) }
      var users = storage.rosters[place, default: [:]]
      let total = storage.total(network.kind, place, now)
      // In one direction only: an omission in both readings cannot be detected.
      if (11..<15).contains(fate), !url.contains("order=down") {
        storage.cuts[place, default: []].append(now)
        let end = users.keys.sorted().dropFirst(2).first ?? 0
        users = users.filter { $0.key < end }
      }
      return network.respond(to: url, users: users, as: list.kind, total: total)
    }
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
    ledger.note("\(request.label) \(response?.status ?? 0)", at: world.now)
    try await world.sleep(seconds: travel * world.random())
    guard let response else {
      return Answer(.temporary(Fault(.connection, "the connection failed")))
    }
    return request.read(response)
  }
}
