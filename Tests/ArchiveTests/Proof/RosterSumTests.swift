import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

@testable import Archive

struct RosterSumTests {
  @Test func whatIsAddedCanBeTakenAwayInAnyOrder() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<8).map { _ in
        Data(
          (0..<32).map { _ in random.chance(50) ? 0xFF : UInt8.random(in: 0...255, using: &random) }
        )
      }
      let terms = try bytes.map { try #require(RosterSum($0)) }
      #expect(terms.map(\.data) == bytes)
      var sum = RosterSum.zero
      for term in terms { sum += term }
      var reversed = RosterSum.zero
      for term in terms.reversed() { reversed += term }
      #expect(sum == reversed)
      for term in terms.shuffled(using: &random) { sum -= term }
      #expect(sum == .zero)
    }
  }

  @Test func aSumCarriesOverAllItsBytes() throws {
    var sum = try #require(RosterSum(Data(repeating: 0xFF, count: 32)))
    let one = try #require(RosterSum(Data(repeating: 0, count: 31) + [1]))
    sum += one
    #expect(sum == .zero)
    sum -= one
    #expect(sum.data == Data(repeating: 0xFF, count: 32))
    #expect(RosterSum(Data(count: 31)) == nil)
  }
}
