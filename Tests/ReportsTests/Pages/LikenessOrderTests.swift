import Reports
import TestKit
import Testing

struct LikenessOrderTests {
  @Test func nothingAndOneKeepTheirPlace() {
    #expect(LikenessOrder.order([]).isEmpty)
    #expect(LikenessOrder.order([[0]]) == [0])
    #expect(LikenessOrder.order([[0, 0], [0, 0]]) == [0, 1])
  }

  /// 0 and 3 are alike, 1 and 4, and 3 and 4 a little; 2 is like none.
  @Test func likeOnesAreNeighbours() {
    var likeness = Array(repeating: Array(repeating: 0.0, count: 5), count: 5)
    for (one, other, value) in [(0, 3, 0.9), (1, 4, 0.8), (3, 4, 0.1)] {
      likeness[one][other] = value
      likeness[other][one] = value
    }
    #expect(LikenessOrder.order(likeness) == [0, 3, 4, 1, 2])
  }

  /// Groups that were hidden by shuffling stand together again, and the order is the same every time.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func hiddenGroupsAreFound(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let groups = (0..<60).map { $0 / 12 }.shuffled(using: &random)
    var likeness = Array(repeating: Array(repeating: 0.0, count: 60), count: 60)
    for one in 0..<60 {
      for other in 0..<one {
        let isSame = groups[one] == groups[other]
        likeness[one][other] =
          isSame
          ? Double.random(in: 0.5...1, using: &random) : Double.random(in: 0...0.1, using: &random)
        likeness[other][one] = likeness[one][other]
      }
    }
    let order = LikenessOrder.order(likeness)
    #expect(order.sorted() == Array(0..<60))
    #expect(order == LikenessOrder.order(likeness))
    let turns = zip(order, order.dropFirst()).count { groups[$0] != groups[$1] }
    #expect(turns == 4)
  }
}
