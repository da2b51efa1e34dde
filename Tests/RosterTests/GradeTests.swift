import FoundationEssentials
import Roster
import TestKit
import Testing

/// What lists of each kind can prove.
struct GradeTests {
  private static let tokens = ProofRules([.tokens], total: .none, allowsEmptyRoster: true)
  private static let lagging = ProofRules(
    [.tokens], total: .bounded(maxAge: 3_600), allowsEmptyRoster: false)
  private static let offset = ProofRules(
    [.offset, .whole], total: .exact, allowsEmptyRoster: false)

  /// The pages of one reading, each with its ids.
  private static func reading(
    _ pages: [[Int]], _ paging: Paging, total: Int?, _ reading: Reading = .first, at second: Int = 0
  ) -> [PageEvidence] {
    var rows = 0
    return pages.enumerated().map { index, ids in
      defer { rows += ids.count }
      let position: PagePosition =
        switch paging {
        case .numbered: .number(index + 1)
        case .offset: .offset(rows)
        case .tokens: index == 0 ? .start : .token("\(rows)")
        case .whole: .whole
        }
      return PageEvidence(
        reading: reading, page: index + 1, position: position, userIDs: ids,
        hasMore: index + 1 < pages.count, total: total, sha256: Data(),
        fetchedAt: Date(unixSeconds: second))
    }
  }

  private static func twice(
    _ pages: [[Int]], _ again: [[Int]], _ paging: Paging, total: Int?
  ) -> Evidence {
    Evidence(
      pages: reading(pages, paging, total: total)
        + reading(again, paging, total: total, .second, at: 1))
  }

  private static let (up, down) = ([[1, 2], [3]], [[3, 2], [1]])

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var evidence: Evidence
    var rules: ProofRules
    var verdict: Verdict
    var grade: Grade?
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "tokens without a total, read twice", evidence: twice(up, down, .tokens, total: nil),
      rules: tokens, verdict: .complete, grade: .complete),
    Case(
      name: "tokens without a total, read once",
      evidence: Evidence(pages: reading([[1, 2, 3]], .tokens, total: nil)), rules: tokens,
      verdict: .incomplete([.notRepeated])),
    Case(
      name: "a total that may be old and agrees", evidence: twice(up, down, .tokens, total: 3),
      rules: lagging, verdict: .unproven([.totalMayBeOld]), grade: .corroborated),
    Case(
      name: "a total that may be old and is higher", evidence: twice(up, down, .tokens, total: 4),
      rules: lagging, verdict: .unproven([.totalDiffers]), grade: .published),
    Case(
      name: "a total that may be old and is lower", evidence: twice(up, down, .tokens, total: 2),
      rules: lagging, verdict: .unproven([.totalDiffers]), grade: .published),
    Case(
      name: "a total that may be old, read once",
      evidence: Evidence(pages: reading([[1, 2, 3]], .tokens, total: 3)), rules: lagging,
      verdict: .incomplete([.notRepeated])),
    Case(
      name: "a total that may be old and is missing",
      evidence: twice(up, down, .tokens, total: nil), rules: lagging,
      verdict: .unproven([.totalMissing, .totalDiffers]), grade: .published),
    Case(
      name: "offsets in one page",
      evidence: Evidence(pages: reading([[1, 2, 3]], .offset, total: 3)), rules: offset,
      verdict: .complete, grade: .complete),
    Case(
      name: "offsets in two pages, read once",
      evidence: Evidence(pages: reading(up, .offset, total: 3)), rules: offset,
      verdict: .incomplete([.notRepeated])),
    Case(
      name: "offsets, read twice", evidence: twice(up, down, .offset, total: 3), rules: offset,
      verdict: .complete, grade: .complete),
    Case(
      name: "offsets, read twice in the same order", evidence: twice(up, up, .offset, total: 3),
      rules: offset, verdict: .incomplete([.notRepeated])),
    Case(
      name: "whole", evidence: Evidence(pages: reading([[1, 2, 3]], .whole, total: nil)),
      rules: offset, verdict: .unproven([.unpagedList]), grade: .published),
    Case(
      name: "whole, nobody, read once",
      evidence: Evidence(pages: reading([[]], .whole, total: nil)), rules: offset,
      verdict: .incomplete([.notRepeated])),
    Case(
      name: "whole, somebody twice",
      evidence: Evidence(pages: reading([[1, 1]], .whole, total: nil)), rules: offset,
      verdict: .incomplete([.duplicateUser])),
    Case(
      name: "whole in two pages", evidence: Evidence(pages: reading(up, .whole, total: nil)),
      rules: offset, verdict: .incomplete([.hasMoreChain])),
    Case(
      name: "a kind of list that the network does not have",
      evidence: Evidence(pages: reading([[1, 2, 3]], .whole, total: nil)), rules: .test,
      verdict: .incomplete([.hasMoreChain])),
    Case(
      name: "a page in another order than the others",
      evidence: twice([[1, 2], [3]], [[2, 3], [1]], .tokens, total: nil), rules: tokens,
      verdict: .incomplete([.notRepeated])),
  ]

  @Test(arguments: cases)
  func theKindOfListDecides(_ example: Case) {
    let verdict = example.evidence.verdict(by: example.rules)
    #expect(verdict == example.verdict)
    #expect(verdict.grade == example.grade)
  }

  /// Each edit breaks the chain of pages, whatever else agrees.
  @Test(
    arguments: [
      (.offset, .offset(1)), (.offset, .offset(3)), (.offset, .start), (.tokens, .start),
      (.tokens, .offset(2)), (.numbered, .number(1)), (.numbered, .number(3)),
    ] as [(Paging, PagePosition)])
  func aPageThatBeginsElsewhereProvesNothing(paging: Paging, position: PagePosition) {
    let rules = ProofRules([paging], total: .exact, allowsEmptyRoster: false)
    var evidence = Self.twice(Self.up, Self.down, paging, total: 3)
    #expect(evidence.verdict(by: rules) == .complete)
    evidence.pages[1].position = position
    #expect(evidence.verdict(by: rules) == .incomplete([.hasMoreChain]))
  }

  @Test func aTokenThatIsReadTwiceProvesNothing() {
    var evidence = Self.twice([[1], [2], [3]], [[3], [2], [1]], .tokens, total: nil)
    #expect(evidence.verdict(by: Self.tokens) == .complete)
    evidence.pages[2].position = evidence.pages[1].position
    #expect(evidence.verdict(by: Self.tokens) == .incomplete([.hasMoreChain]))
  }

  @Test func onlyABrokenRuleNeedsToBeAccepted() {
    #expect(Verdict.unproven([.totalMissing]).needsAcceptance)
    #expect(Verdict.unproven([.totalMissing, .totalDiffers]).needsAcceptance)
    let limits: [Verdict.Reason] = [.totalMayBeOld, .totalDiffers, .unpagedList]
    for limit in limits { #expect(!Verdict.unproven([limit]).needsAcceptance) }
    #expect(Verdict.Reason.allCases.filter { $0.highestGrade != nil } == limits)
    #expect(Verdict.unproven([.totalMissing]).grade == .published)
    #expect(Verdict.unproven([.totalMayBeOld, .totalDiffers]).grade == .published)
  }

  @Test func aLowerGradeReplacesNoRoster() {
    #expect(Grade.published < .corroborated && Grade.corroborated < .complete)
    for old in Grade.allCases {
      for new in Grade.allCases { #expect(new.mayReplace(old) == (new >= old)) }
    }
    #expect(Grade.allCases.allSatisfy { $0.mayReplace(nil) })
  }

  /// An old total is worth another walk only once it can be a new one.
  @Test func anOldTotalIsWaitedFor() {
    let rules = Self.lagging
    #expect(!rules.suggestAnotherWalk([.lowerGrade, .totalDiffers], after: 60))
    #expect(rules.suggestAnotherWalk([.lowerGrade, .totalDiffers], after: 3_600))
    #expect(!rules.suggestAnotherWalk([.lowerGrade, .unpagedList], after: 3_600))
    #expect(rules.suggestAnotherWalk([.notRepeated], after: 60))
  }
}
