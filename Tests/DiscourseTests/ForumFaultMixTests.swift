import Discourse
import Networks
import Roster
import SampleNetwork
import TestKit
import Testing
import Transport

/// Lists of sample forums that do several things wrong at once.
struct ForumFaultMixTests {
  /// The faults that no page can show: the rules of completeness must notice them.
  private static let unseen: Set<ForumFault> = [.swaps, .totalWrong]

  /// Whatever goes wrong, an accepted answer has everybody.
  @Test(arguments: UInt64(0)..<60)
  func noMixOfFaultsGivesAFalseRoster(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let faults = ForumFault.allCases.filter { !Self.unseen.contains($0) }.shuffled(using: &random)
      .prefix(Int.random(in: 1...6, using: &random))
      .map { ServerFault($0, most: Int.random(in: 1...4, using: &random)) }
    let forums = SampleForums(
      ForumConfiguration(
        network: SampleConfiguration(seed: seed, siteLimit: 2), perMinute: nil, perTenSeconds: nil,
        faults: faults))
    let key = Bool.random(using: &random) ? "system:sample" : "sample"
    let forum = ForumEndpoint(
      try #require(try? WebAddress("http://forum.test/forum/stackoverflow")),
      credential: ForumCredential(APIKey(key)))
    let limit = Int.random(in: 5...60, using: &random)
    var (ids, offset, tries): ([Int], Int?, Int) = ([], 0, 0)
    while let start = offset {
      tries += 1
      try #require(tries < 200, "seed \(seed): \(faults)")
      let request = forum.members(of: "staff", offset: start, limit: limit)
      guard let page = request.answer(of: forums.respond).payload else { continue }
      ids += page.items.map(\.userID)
      offset = page.continuation.flatMap { Int($0) }
    }
    let truth = forums.staff(of: "stackoverflow")
    #expect(
      ids == truth.filter { $0.isAdmin || $0.isModerator }.map(\.id), "seed \(seed): \(faults)")
    var staff: PublishedStaff?
    for _ in 0..<40 where staff == nil {
      staff = forum.about().answer(of: forums.respond).payload
    }
    #expect(
      staff?.page(of: .admin).items.map(\.userID) == truth.filter(\.isAdmin).map(\.id).sorted(),
      "seed \(seed): \(faults)")
  }
}
