import Archive
import FoundationEssentials
import ModExportCommands
import Roster
import Sync
import TestKit
import Testing
import Transport

/// Histories in which one server lies and the others are honest.
struct HostileSiteTests {
  /// `SIMULATION_FROM` and `SIMULATION_COUNT` choose the seeds.
  @Test(arguments: SimulationTests.batches)
  func oneHostileServerKeepsNoHonestSiteFromBeingProven(seeds: Range<Int>) throws {
    for seed in seeds { try Self.play(UInt64(seed)) }
  }

  private static func play(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 77)
    let network = random.pick(ListNetwork.all)
    let hostile = HostileSite(of: network, &random)
    let users = Dictionary(uniqueKeysWithValues: (1...7).map { ($0, "user \($0)") })
    // The name decides whether the hostile site is read first or last.
    let liar = "\(random.pick(["a", "z"])).\(network.name).test"
    let honest = (1...Int.random(in: 2...5, using: &random)).map { "s\($0).\(network.name).test" }
    var options = SyncOptions(.named((honest + [liar]).map { "https://\($0)/" }))
    options.concurrency = random.pick([1, 2, 8])
    try withMemoryFolder { folder in
      for night in 0..<2 {
        let now = Date(unixSeconds: 1_800_000_000) + Double(night) * 86_400
        let run = try ListSyncHarness(network).sync(
          options, at: folder + "/a.db",
          Dictionary(uniqueKeysWithValues: (honest + [liar]).map { ($0, users) }), start: now
        ) { asked, users in
          if asked.label.hasPrefix(liar) { return hostile.answer(asked, users, at: now) }
          var response =
            asked.label.hasSuffix("/\(ListNetwork.listing)")
            ? ListNetwork.respond(listing: [ListNetwork.List(.moderator, network.kind)])
            : network.respond(to: asked.url, users: users)
          response.headers["date"] = now.httpDate
          return response
        }
        let story = "seed \(seed), night \(night), \(network.name), \(hostile.lie): \(run.summary)"
        let failed = Set(run.summary.problems.map(\.site))
        #expect(failed.isSubset(of: [SiteRef(network.id, liar)]), "\(story)")
        #expect(failed.isEmpty == !hostile.isHarmful, "\(story)")
        #expect(run.summary.exitStatus == (hostile.isHarmful ? .incomplete : .done), "\(story)")
        for host in honest {
          #expect(
            try ListSyncHarness(network).names(of: host, at: folder + "/a.db") == users, "\(story)")
        }
        let sent = run.sent.count { $0.hasPrefix(liar) }
        #expect(sent <= 320, "\(sent) requests: \(story)")
      }
    }
  }
}
