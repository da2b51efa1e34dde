package import FoundationEssentials
import Networks
import Roster
import Synchronization
import Transport

/// Judges this machine's clock by all servers that the runs of this process ask.
///
/// A server that contradicts our clock costs its own site only. Our clock is wrong where no server confirms it, or
/// where more servers agree with one another against it than confirm it. One server that confirms it and one that
/// contradicts it leave it right: two clocks against one. A single server that contradicts it, and nothing
/// else, leaves open which of the two is wrong, so that nothing may be published.
///
/// The verdict does not depend on the order of answers: a site is published only once no server that has not
/// answered yet could change it.
package final class ServerClocks: Sendable {
  fileprivate struct State {
    /// The server of each site; several sites may share one.
    var servers: [SiteRef: String] = [:]
    /// The sites that have not been read yet.
    var pending: Set<SiteRef> = []
    var sites: [SiteRef: ClockReading] = [:]
    /// APIs that answer for all sites of a network, or list them.
    var apis: [String: ClockReading] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// What all servers together say.
  package enum Verdict: Hashable, Sendable {
    /// Our clock is right, or no server sends the time.
    case right
    /// Not all servers have answered that matter.
    case open
    /// Our clock is contradicted by so many servers, which is ahead of it by these seconds.
    case wrong(servers: Int, by: TimeInterval)
  }

  /// Sites that a run is about to read.
  func expect(_ sites: [Site]) {
    state.withLock { state in
      for site in sites {
        state.servers[site.ref] = (try? WebAddress(site.url))?.host ?? site.url
        state.pending.insert(site.ref)
      }
    }
  }

  /// The first answer of a site counts.
  func note(_ reading: ClockReading, of site: SiteRef) {
    state.withLock { $0.sites[site] = $0.sites[site] ?? reading }
  }

  func note(_ reading: ClockReading, ofAPI host: String) {
    state.withLock { $0.apis[host] = $0.apis[host] ?? reading }
  }

  /// All that a site says was heard.
  func end(_ site: SiteRef) {
    state.withLock { _ = $0.pending.remove(site) }
  }

  package var verdict: Verdict {
    state.withLock { state in
      let votes = Votes(state.votes)
      let (confirming, group) = (votes.confirming, votes.largestGroup)
      if confirming > 0, confirming >= group.count + votes.pending { return .right }
      let isOutvoted = group.count > confirming + votes.pending
      guard isOutvoted || votes.pending == 0 else { return .open }
      guard isOutvoted || confirming == 0, let offset = group.middle else { return .right }
      return .wrong(servers: confirming == 0 ? votes.contradicting.count : group.count, by: offset)
    }
  }
}

extension ServerClocks.State {
  /// What each server says. A server that confirms our clock at one of its sites does.
  fileprivate var votes: [Vote] {
    var votes: [String: Vote] = [:]
    for (site, server) in servers {
      let vote: Vote? =
        switch sites[site] {
        case .confirms: .confirms
        case .contradicts(let seconds): .contradicts(seconds)
        case .uncertain: nil
        case nil: pending.contains(site) ? .pending : nil
        }
      votes[server] = [votes[server], vote].compactMap(\.self).max { $0.rank < $1.rank }
    }
    for (host, reading) in apis {
      switch reading {
      case .confirms: votes[host] = .confirms
      case .contradicts(let seconds): votes[host] = votes[host] ?? .contradicts(seconds)
      case .uncertain: break
      }
    }
    return Array(votes.values)
  }
}

private enum Vote {
  case contradicts(TimeInterval)
  case pending
  case confirms

  /// Of two sites of one server the higher rank decides.
  var rank: Int {
    switch self {
    case .contradicts: 0
    case .pending: 1
    case .confirms: 2
    }
  }
}

private struct Votes {
  var confirming = 0
  var pending = 0
  /// Seconds, in ascending order.
  var contradicting: [TimeInterval] = []

  init(_ votes: [Vote]) {
    for vote in votes {
      switch vote {
      case .confirms: confirming += 1
      case .pending: pending += 1
      case .contradicts(let seconds): contradicting.append(seconds)
      }
    }
    contradicting.sort()
  }

  /// The most servers that agree with one another against our clock, and the middle of what they say.
  var largestGroup: (count: Int, middle: TimeInterval?) {
    var best = contradicting[0..<0]
    var start = 0
    for end in contradicting.indices {
      while contradicting[end] - contradicting[start] > AnswerHead.mostSkew { start += 1 }
      if end - start + 1 > best.count { best = contradicting[start...end] }
    }
    let middle = best.isEmpty ? nil : best[best.startIndex + best.count / 2]
    return (best.count, middle)
  }
}
