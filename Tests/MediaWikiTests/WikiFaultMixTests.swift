import MediaWiki
import Roster
import SampleNetwork
import TestKit
import Testing
import Transport

/// Walks over sample wikis that do several things wrong at once.
struct WikiFaultMixTests {
  /// The faults that no page can show: the walk, or the size of the group, must notice them.
  private static let unseen: Set<WikiFault> = [.hiddenUser, .oldSize, .rename, .reversed, .stuck]

  /// Whatever goes wrong, a walk whose pages are all accepted has everybody.
  @Test(arguments: UInt64(0)..<60)
  func noMixOfFaultsGivesAFalseRoster(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let faults = WikiFault.allCases.filter { !Self.unseen.contains($0) }.shuffled(using: &random)
      .prefix(Int.random(in: 1...6, using: &random))
      .map { ServerFault($0, most: Int.random(in: 1...4, using: &random)) }
    let limit = Int.random(in: 1...40, using: &random)
    let wikis = SampleWikis(
      WikiConfiguration(
        network: SampleConfiguration(seed: seed, siteLimit: 2), perMinute: nil, faults: faults))
    let wiki = try WikiReplies.wiki("http://wiki.test/stackoverflowwiki/api.php")
    let order = Bool.random(using: &random) ? NameOrder.ascending : .descending
    var (ids, token): ([Int], Continuation?) = ([], nil)
    var tries = 0
    repeat {
      let request = wiki.members(of: "sysop", from: token, limit: limit, order: order)
      tries += 1
      try #require(tries < 200, "seed \(seed): \(faults)")
      guard let page = request.answer(of: wikis.respond).payload else { continue }
      ids += page.items.map(\.userID)
      token = page.continuation.flatMap { Continuation(token: $0) }
      if !page.hasMore { break }
    } while true
    let truth = wikis.members(of: "sysop", at: "stackoverflow").map(\.id)
    #expect(ids == (order == .ascending ? truth : truth.reversed()), "seed \(seed): \(faults)")
  }
}
