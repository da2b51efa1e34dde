import TestKit
import Testing

@testable import ModExportCommands

struct TableLayoutTests {
  typealias Need = TableLayout.Need

  private static func text(_ width: Int) -> Need { Need(whole: width, canBeCut: true) }
  private static func number(_ width: Int) -> Need { Need(whole: width) }
  private static func name(_ width: Int) -> Need { Need(whole: width, isIdentifier: true) }
  private static let time = Need(whole: 20, withDays: 10)

  struct Case: Sendable {
    var needs: [Need]
    var available: Int?
    var shown: [Int]
    var widths: [Int]
    var hasDays = true
  }

  static let cases: [Case] = [
    Case(
      needs: [text(10), text(10)], available: 22, shown: [0, 1], widths: [10, 10], hasDays: false),
    Case(
      needs: [text(99), time], available: nil, shown: [0, 1], widths: [99, 20], hasDays: false),
    Case(needs: [text(10), text(30)], available: 22, shown: [0, 1], widths: [10, 10]),
    Case(needs: [text(20), text(30)], available: 25, shown: [0, 1], widths: [11, 12]),
    Case(
      needs: [text(20), text(5), text(30)], available: 29, shown: [0, 1, 2], widths: [10, 5, 10]),
    Case(needs: [text(20), time], available: 32, shown: [0, 1], widths: [20, 10]),
    Case(needs: [text(20), time], available: 30, shown: [0, 1], widths: [18, 10]),
    Case(needs: [number(30), text(8)], available: 22, shown: [0], widths: [30]),
    Case(needs: [number(9), text(30), number(9)], available: 24, shown: [0, 1], widths: [9, 13]),
    Case(needs: [text(30), name(9), number(9)], available: 20, shown: [0, 1], widths: [9, 9]),
    Case(
      needs: [text(30), name(9), name(9)], available: 26, shown: [0, 1, 2], widths: [4, 9, 9]),
    Case(needs: [text(30), name(9), name(9)], available: 16, shown: [0, 1], widths: [5, 9]),
    Case(needs: [text(5_000_000)], available: 40, shown: [0], widths: [40]),
    Case(needs: [text(3), text(90)], available: 2, shown: [0], widths: [3]),
    Case(needs: [], available: 80, shown: [], widths: [], hasDays: false),
  ]

  @Test(arguments: cases)
  func timesGiveWayThenTextsThenTheLastColumns(example: Case) {
    let layout = TableLayout(example.needs, into: example.available)
    #expect(layout.shown == example.shown)
    #expect(layout.widths == example.widths)
    #expect(layout.hasDays == example.hasDays)
  }

  /// Whatever the columns are, a line that is too wide has one column only, which cannot be cut.
  @Test func anyTableFits() {
    let seed: UInt64 = 20_261_122
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let needs = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        let width = Int.random(in: 1...60, using: &random)
        return [Self.text(width), Self.number(width), Self.name(width), Self.time]
          .randomElement(using: &random) ?? Self.time
      }
      let available = Int.random(in: 1...120, using: &random)
      let layout = TableLayout(needs, into: available)
      let width = layout.widths.reduce(2 * (layout.widths.count - 1), +)
      let isRigid = layout.shown.count == 1 && layout.widths[0] <= max(needs[0].withDays, 4)
      #expect(width <= available || isRigid, "seed \(seed): \(needs) into \(available)")
      #expect(layout.shown.first == 0 && layout.shown == layout.shown.sorted())
      for (index, width) in zip(layout.shown, layout.widths) where needs[index].isIdentifier {
        #expect(width == needs[index].whole, "seed \(seed): \(needs) into \(available)")
      }
    }
  }
}
