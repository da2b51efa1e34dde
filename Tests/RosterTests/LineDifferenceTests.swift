import Roster
import TestKit
import Testing

struct LineDifferenceTests {
  static let cases: [(found: String, expected: String, [LineDifference])] = [
    ("abc", "abc", []),
    ("", "", []),
    ("ac", "abc", [.missing(before: 1, "b")]),
    ("ab", "abc", [.missing(before: 2, "c")]),
    ("abxc", "abc", [.added(at: 2, "x")]),
    ("abcx", "abc", [.added(at: 3, "x")]),
    ("axc", "abc", [.edited(at: 1, "x", expected: "b")]),
    ("dabc", "abcd", [.moved(at: 0, "d")]),
    ("bcda", "abcd", [.moved(at: 3, "a")]),
    ("aab", "aaab", [.missing(before: 2, "a")]),
    ("aaab", "aab", [.added(at: 2, "a")]),
    ("abab", "aabb", [.moved(at: 2, "a")]),
    ("xbda", "abcd", [.added(at: 0, "x"), .moved(at: 3, "a"), .missing(before: 2, "c")]),
  ]

  @Test(arguments: cases)
  func eachDifferenceIsNamed(found: String, expected: String, differences: [LineDifference]) {
    #expect(
      LineDifference.all(in: found.map(String.init), expected: expected.map(String.init))
        == differences)
  }

  /// One change of a long list is one difference, wherever it is.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func oneChangeIsOneDifference(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lines = (0..<200).map { "line \($0)" }
    for _ in 0..<100 {
      let places = (0..<2).map { _ in Int.random(in: lines.indices, using: &random) }
      var changed = lines
      let line = changed.remove(at: places[0])
      #expect(LineDifference.all(in: changed, expected: lines).count == 1)
      changed.insert(line, at: places[1])
      let isMoved = changed != lines
      #expect(LineDifference.all(in: changed, expected: lines).count == (isMoved ? 1 : 0))
      changed[places[1]] = "another"
      #expect(LineDifference.all(in: changed, expected: lines).count == (isMoved ? 2 : 1))
    }
  }
}
