import FoundationEssentials
import Roster
import TestKit
import Testing

/// What the lists of several roles prove together.
struct RoleVerdictTests {
  private static let admin = Role(rawValue: "admin")
  private static let rules = ProofRules(
    [.numbered, .offset, .whole], total: .exact, allowsEmptyRoster: false)

  /// The pages of a list of one reading.
  private static func list(
    _ role: Role, _ pages: [[Int]], _ reading: Reading = .first, paging: Paging = .numbered,
    total: Int? = nil, at second: Int = 0
  ) -> [PageEvidence] {
    pages.enumerated().map { index, ids in
      PageEvidence(
        reading: reading, role: role, page: index + 1,
        position: paging == .numbered ? .number(index + 1) : paging.first,
        userIDs: ids, hasMore: index + 1 < pages.count,
        total: paging == .whole ? nil : total ?? pages.joined().count, sha256: Data(),
        fetchedAt: Date(unixSeconds: second))
    }
  }

  private static func verdict(_ lists: [PageEvidence]...) -> Verdict {
    let pages = Array(lists.joined())
    let verdict = Evidence(pages: pages).verdict(by: rules)
    #expect(Evidence(pages: pages.reversed()).verdict(by: rules) == verdict)
    return verdict
  }

  private static let one = list(.moderator, [[1, 2]])
  private static let oneAgain = list(.moderator, [[2, 1]], .second)
  private static let two = list(admin, [[1], [3]])
  private static let twoAgain = list(admin, [[3], [1]], .second)
  private static let whole = list(admin, [[1]], paging: .whole)

  @Test func eachListIsJudgedByItself() {
    let admin = Self.list(Self.admin, [[1]]) + Self.list(Self.admin, [[1]], .second)
    #expect(Self.verdict(Self.one, Self.oneAgain, admin) == .complete)
    #expect(Self.verdict(Self.one, Self.oneAgain, Self.two, Self.twoAgain) == .complete)
    #expect(Self.verdict(Self.one, Self.oneAgain, Self.two) == .incomplete([.notRepeated]))
    #expect(Self.verdict(Self.one, Self.oneAgain, Self.whole) == .unproven([.unpagedList]))
  }

  /// Somebody may change from one list to the other between their readings.
  @Test func listsAreProvenForTheSameMoment() {
    #expect(Self.verdict(Self.one) == .complete)
    #expect(Self.verdict(Self.one, Self.whole) == .incomplete([.notRepeated]))
    #expect(Self.verdict(Self.one, Self.two, Self.twoAgain) == .incomplete([.notRepeated]))
    let late = Self.list(Self.admin, [[1]], at: 9)
    let again = Self.list(Self.admin, [[1]], .second, at: 9)
    #expect(Self.verdict(Self.one, Self.oneAgain, late, again) == .incomplete([.notRepeated]))
    let oneLater = Self.list(.moderator, [[2, 1]], .second, at: 9)
    #expect(Self.verdict(Self.one, oneLater, late, again) == .complete)
  }

  @Test func theWeakestListDecides() {
    let wrong = Self.list(.moderator, [[1, 2]], total: 3)
    let wrongAgain = Self.list(.moderator, [[2, 1]], .second, total: 3)
    #expect(Self.verdict(wrong, Self.two) == .incomplete([.totalMismatch, .notRepeated]))
    #expect(
      Self.verdict(wrong, wrongAgain, Self.whole) == .unproven([.totalMismatch, .unpagedList]))
    #expect(Self.verdict(wrong, Self.whole) == .incomplete([.totalMismatch, .notRepeated]))
  }

  @Test func aUserMayBeOnTwoListsAndOnceOnEach() {
    let admins = Self.list(Self.admin, [[1, 2]]) + Self.list(Self.admin, [[2, 1]], .second)
    #expect(Self.verdict(Self.one, Self.oneAgain, admins) == .complete)
    #expect(
      Self.verdict(Self.one, Self.oneAgain, Self.list(Self.admin, [[1, 1]]))
        == .incomplete([.duplicateUser, .notRepeated]))
  }

  /// Nobody has the role; two readings say so.
  @Test func aListMayBeEmpty() {
    let nobody = Self.list(Self.admin, [[]])
    #expect(Self.verdict(Self.one, Self.oneAgain, nobody) == .incomplete([.notRepeated]))
    #expect(
      Self.verdict(Self.one, Self.oneAgain, nobody, Self.list(Self.admin, [[]], .second))
        == .complete)
  }

  @Test func pagesPastTheEndAreThoseOfTheirList() {
    var past = Self.list(.moderator, [[1, 2], []], total: 2)
    past[0].hasMore = false
    let pages = past + Self.list(Self.admin, [[4]])
    let evidence = Evidence(pages: pages)
    #expect(evidence.pages(of: .first).map(\.userIDs.count) == [2, 1])
    #expect(evidence.verdict(by: Self.rules) == .incomplete([.notRepeated]))
    #expect(evidence.total == 3 && evidence.lists.count == 2)
    #expect(Evidence(pages: past + Self.whole).total == nil)
  }

  @Test func eachListWithPagesIsReadTwiceBesideOthers() {
    #expect(!Evidence(pages: Self.one).needsSecondReading(by: Self.rules))
    let evidence = Evidence(pages: Self.one + Self.whole)
    #expect(evidence.needsSecondReading(of: .moderator, by: Self.rules))
    #expect(!evidence.needsSecondReading(of: Self.admin, by: Self.rules))
    #expect(Evidence(pages: Self.one + Self.two).needsSecondReading(by: Self.rules))
  }

  /// No page, and no list, is left out of a complete roster.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func withoutAPageOrARowNothingIsComplete(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var pages: [PageEvidence] = []
    let names = ["moderator", "admin", "sysop"].prefix(Int.random(in: 1...3, using: &random))
    for name in names {
      let count = Int.random(in: 0...9, using: &random)
      let ids = (0..<count).map { $0 + Int.random(in: 0...1, using: &random) * 100 }
      func cut(_ ids: [Int]) -> [[Int]] {
        ids.isEmpty
          ? [[]] : stride(from: 0, to: ids.count, by: 3).map { Array(ids[$0...].prefix(3)) }
      }
      let role = Role(rawValue: name)
      pages += Self.list(role, cut(ids))
      if names.count > 1 || count == 0 || count > 3 {
        pages += Self.list(role, cut(ids.reversed()), .second)
      }
    }
    #expect(Evidence(pages: pages).verdict(by: Self.rules) == .complete)
    let index = Int.random(in: pages.indices, using: &random)
    let list = pages.filter { $0.role == pages[index].role && $0.reading == pages[index].reading }
    var broken = pages
    if pages[index].userIDs.isEmpty || random.chance(50),
      list.count > 1 || list[0].reading == .second
    {
      broken.remove(at: index)
    } else if broken[index].userIDs.popLast() == nil {
      broken[index].hasMore = true
    }
    #expect(Evidence(pages: broken).verdict(by: Self.rules) != .complete)
  }
}
