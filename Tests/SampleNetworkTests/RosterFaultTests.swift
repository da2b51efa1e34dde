import Roster
import SampleNetwork
import TestKit
import Testing

/// Faults of rosters and their pages, on a roster of 250.
struct RosterFaultTests {
  private func walk(_ caller: Caller, bound: Int = 8) throws -> [Reply] {
    var pages: [Reply] = []
    while pages.count < bound {
      pages.append(try caller.page(pages.count + 1))
      if pages.last?.hasMore != true { break }
    }
    return pages
  }

  @Test func withoutAFaultThreePagesHoldAll() throws {
    let caller = try Caller(giant: 250)
    let pages = try walk(caller)
    #expect(pages.map(\.ids.count) == [100, 100, 50])
    #expect(pages.map(\.total) == [250, 250, 250])
    #expect(pages.flatMap(\.ids) == caller.api.roster(of: "giant").map(\.userID))
  }

  @Test(arguments: [("short-page", [100, 50, 100]), ("empty-page", [100, 0, 100, 50])])
  func shiftedPagesLoseNobody(fault: String, counts: [Int]) throws {
    let caller = try Caller(fault, giant: 250)
    let pages = try walk(caller)
    #expect(pages.map(\.ids.count) == counts)
    #expect(pages.flatMap(\.ids) == caller.api.roster(of: "giant").map(\.userID))
    #expect(pages.allSatisfy { $0.total == 250 })
  }

  @Test func aChanceShiftsAWholeSiteOrNot() throws {
    let caller = try Caller("empty-page=50%")
    let sites = caller.api.network.sites.map(\.site.id)
    let empty = try sites.filter { site in
      let ids = try (1...30).flatMap { try caller.ids($0, of: site, size: 5) }
      #expect(ids == caller.api.roster(of: site).map(\.userID), "\(site)")
      return try caller.ids(2, of: site, size: 5).isEmpty && ids.count > 5
    }
    #expect(!empty.isEmpty && empty.count < sites.count)
  }

  @Test func lostItemsComeNowhere() throws {
    let pages = try walk(try Caller("lost-items", giant: 250))
    #expect(pages.map(\.ids.count) == [100, 50, 50])
    #expect(pages.allSatisfy { $0.total == 250 })
  }

  @Test func aDuplicateStandsInPlaceOfAnother() throws {
    let caller = try Caller("duplicate=1", giant: 250)
    let ids = try walk(caller).flatMap(\.ids)
    #expect(ids.count == 250)
    #expect(Set(ids).count == 249)
    #expect(try Set(walk(caller).flatMap(\.ids)).count == 250)
  }

  @Test(
    arguments: [
      ("total-wrong", [251, 251, 251]), ("total-missing", [nil, nil, nil]),
      ("total-changes", [250, 251, 251]), ("total-missing@:2", [250, nil, 250]),
    ] as [(String, [Int?])])
  func totals(fault: String, totals: [Int?]) throws {
    #expect(try walk(Caller(fault, giant: 250)).map(\.total) == totals)
  }

  @Test func hasMoreThatIsWrong() throws {
    #expect(try walk(Caller("more-early", giant: 250)).map(\.ids.count) == [100])
    let stuck = try walk(Caller("more-stuck", giant: 250))
    #expect(stuck.map(\.ids.count) == [100, 100, 50, 0, 0, 0, 0, 0])
    #expect(stuck.allSatisfy { $0.hasMore == true })
  }

  @Test func anEmptyRosterIsCountedBySite() throws {
    let caller = try Caller("empty-roster=1")
    for site in ["math", "cooking"] {
      let first = try caller.page(1, of: site)
      #expect(first.ids.isEmpty && first.total == 0 && first.hasMore == false)
      #expect(try caller.ids(1, of: site) == caller.api.roster(of: site).map(\.userID))
    }
  }

  @Test func somebodyJoinsAfterTheFirstPage() throws {
    let caller = try Caller("joins", giant: 250)
    let before = caller.api.roster(of: "giant").map(\.userID)
    let pages = try walk(caller)
    let after = caller.api.roster(of: "giant").map(\.userID)
    #expect(pages.map(\.total) == [250, 251, 251])
    #expect(after.count == 251 && Set(after).isSuperset(of: before))
    // The last of page 1 is the first of page 2 now.
    #expect(pages[0].ids.last == pages[1].ids.first)
    #expect(try walk(caller).flatMap(\.ids) == after)
  }

  @Test func somebodyLeavesAfterTheFirstPage() throws {
    let caller = try Caller("leaves@giant", giant: 250)
    let before = caller.api.roster(of: "giant").map(\.userID)
    let pages = try walk(caller)
    #expect(pages.map(\.total) == [250, 249, 249])
    #expect(caller.api.roster(of: "giant").map(\.userID) == [before[0]] + before[2...])
    #expect(!pages.flatMap(\.ids).contains(before[100]))
  }

  @Test func aSwapKeepsTheTotalAndHidesSomebody() throws {
    let caller = try Caller("swaps", giant: 250)
    let before = caller.api.roster(of: "giant").map(\.userID)
    let pages = try walk(caller)
    let after = caller.api.roster(of: "giant").map(\.userID)
    #expect(pages.map(\.total) == [250, 250, 250])
    let seen = pages.flatMap(\.ids)
    #expect(Set(seen).count == 250)
    #expect(Set(before).intersection(after).subtracting(seen) == [before[100]])
    let creations = caller.api.roster(of: "giant").map(\.creationDate)
    #expect(zip(creations, creations.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aRosterMovesAsOftenAsAskedFor() throws {
    let caller = try Caller("swaps=3", giant: 250)
    for _ in 0..<5 { _ = try walk(caller) }
    let day = Set(caller.api.network.roster(of: "giant").map(\.userID))
    #expect(day.subtracting(caller.api.roster(of: "giant").map(\.userID)).count == 3)
  }

  @Test func aPageThatWasNeverReceivedMovesNothing() throws {
    let caller = try Caller("leaves", "reset=1", giant: 250)
    _ = caller.raw("users/moderators?site=giant")
    #expect(caller.api.roster(of: "giant").count == 250)
  }
}
