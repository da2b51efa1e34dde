import FoundationEssentials
import Roster
import TestKit
import Transport

/// One site among honest ones whose server lies: about its clock, its roles, its size or its address.
struct HostileSite {
  var lie: Lie
  let network: ListNetwork

  enum Lie: Hashable {
    /// Its clock is ahead by these seconds.
    case clock(TimeInterval)
    /// Its answers come from a cache and are as old as this.
    case cached(TimeInterval)
    /// It has a role of this name.
    case role(String)
    /// It has as many lists.
    case lists(Int)
    /// Its lists never end.
    case endless
    /// It answers with this status only.
    case status(Int)
  }

  init(of network: ListNetwork, _ random: inout SeededRandom) {
    self.network = network
    let hours = [-8_760.0, -24, -1, -0.4, 0.4, 1, 24, 8_760]
    var lies: [Lie] = [
      .clock(random.pick(hours) * 3_600), .clock(random.pick(hours) * 3_600),
      .cached(random.pick([60.0, 3_600, 90_000, 4e9])), .endless,
      .status(random.pick([204, 301, 302, 308, 403, 404, 410, 500, 503])),
    ]
    if network.hasRoles {
      lies += [
        .role(""), .role("x\u{0}y"), .role("group54211953"), .lists(random.pick([101, 2_000])),
      ]
    }
    lie = random.pick(lies)
  }

  /// Whether a run must not publish its roster.
  var isHarmful: Bool {
    switch lie {
    case .clock: true
    case .cached(let age): age > AnswerHead.mostAge
    case .role, .lists, .status: true
    case .endless: network.kind != .whole
    }
  }

  /// The answer to a request, dated as the lie wants.
  func answer(_ asked: ListSyncHarness.Asked, _ users: [Int: String], at now: Date) -> RawResponse {
    var response = honest(asked, users)
    switch lie {
    case .clock(let seconds): response.headers["date"] = (now + seconds).httpDate
    case .cached(let age):
      response.headers["date"] = (now - age).httpDate
      response.headers["age"] = "\(Int(age))"
    case .status(let status): response = RawResponse(status: status, headers: response.headers)
    case .role, .lists, .endless: response.headers["date"] = now.httpDate
    }
    return response
  }

  private func honest(_ asked: ListSyncHarness.Asked, _ users: [Int: String]) -> RawResponse {
    if asked.label.hasSuffix("/\(ListNetwork.listing)") {
      var lists = [ListNetwork.List(.moderator, network.kind)]
      switch lie {
      case .role(let name): lists.append(ListNetwork.List(Role(rawValue: name), network.kind))
      case .lists(let count):
        lists += (1..<count).map { ListNetwork.List(Role(rawValue: "role\($0)"), network.kind) }
      case .endless:
        lists += (1..<12).map { ListNetwork.List(Role(rawValue: "role\($0)"), network.kind) }
      case .clock, .cached, .status: break
      }
      return ListNetwork.respond(listing: lists)
    }
    guard case .endless = lie else { return network.respond(to: asked.url, users: users) }
    return network.respond(to: asked.url, users: users, total: 1_000_000) { body in
      body.more = true
      body.next = "1"
    }
  }
}
