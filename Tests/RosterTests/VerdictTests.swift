import FoundationEssentials
import Roster
import TestKit
import Testing

/// Pages written as `"1-3+ /5"`: the ids, `+` where others follow, and the total.
struct VerdictTests {
  /// The names that a site has before and after it was moved.
  @Test(
    arguments: [
      ("Cooking", [1: "Ann"], "Cooking", [1: "Ann"], false),
      ("Cooking", [1: "Ann"], "Math", [1: "Ann"], true),
      (nil, [1: "Ann"], "Math", [1: "Ann"], false), ("Cooking", [1: "Ann"], nil, [1: "Ann"], false),
      (nil, [1: "Ann"], nil, [1: "Bob"], true), (nil, [:], nil, [1: "Bob"], false),
      ("Cooking", [:], "Math", [:], true), (nil, [1: "Ann", 2: "Bob"], nil, [2: "Bob"], false),
      (nil, [1: "Ann", 2: "Bob", 3: "Eve"], nil, [3: "Eve", 4: "Dee"], true),
    ] as [(String?, [Int: String], String?, [Int: String], Bool)])
  func aSiteIsRecognisedByItsNameAndPeople(
    name: String?, names: [Int: String], newName: String?, newNames: [Int: String], isOther: Bool
  ) {
    let before = ProofRules.Face(siteName: name, names: names)
    #expect(
      ProofRules.suggestOtherSite(before, .init(siteName: newName, names: newNames)) == isOther)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var first: [String]
    var second: [String] = []
    var verdict: Verdict
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "one page", first: ["1-3 /3"], verdict: .complete),
    Case(name: "nobody, read once", first: [" /0"], verdict: .incomplete([.notRepeated])),
    Case(name: "nobody, read twice", first: [" /0"], second: [" /0"], verdict: .complete),
    Case(
      name: "nobody, and somebody the second time", first: [" /0"], second: ["3-1 /3"],
      verdict: .incomplete([.totalChanged, .notRepeated])),
    Case(
      name: "two pages read twice", first: ["1-3+ /5", "4-5 /5"], second: ["5-3+ /5", "2-1 /5"],
      verdict: .complete),
    Case(
      name: "two pages read once", first: ["1-3+ /5", "4-5 /5"],
      verdict: .incomplete([.notRepeated])
    ),
    Case(
      name: "two pages read twice in the same order", first: ["1-3+ /5", "4-5 /5"],
      second: ["1-3+ /5", "4-5 /5"], verdict: .incomplete([.notRepeated])),
    Case(
      name: "one left and one joined in between", first: ["1-3+ /5", "4-5 /5"],
      second: ["6-4+ /5", "2-1 /5"], verdict: .incomplete([.notRepeated])),
    Case(
      name: "a page is missing", first: ["1-3+ /8", "", "7-8 /8"],
      verdict: .incomplete([.missingPage, .totalMismatch, .notRepeated])),
    Case(name: "no page at all", first: [], verdict: .incomplete([.missingPage, .hasMoreChain])),
    Case(
      name: "others follow the last", first: ["1-3+ /3"], verdict: .incomplete([.hasMoreChain])),
    Case(
      name: "none follows the first", first: ["1-3 /5", "4-5 /5"], second: ["5-3+ /5", "2-1 /5"],
      verdict: .incomplete([.hasMoreChain])),
    Case(
      name: "past the end", first: ["1-3 /3", " /3", " /3"], verdict: .complete),
    Case(
      name: "the total changed", first: ["1-3+ /5", "4-5 /6"], second: ["5-3+ /5", "2-1 /5"],
      verdict: .unproven([.totalChanged])),
    Case(name: "wrong total, read once", first: ["1-3 /4"], verdict: .incomplete([.totalMismatch])),
    Case(
      name: "wrong total, read twice", first: ["1-3 /4"], second: ["3-1 /4"],
      verdict: .unproven([.totalMismatch])),
    Case(
      name: "no total, read twice", first: ["1-3"], second: ["3-1"],
      verdict: .unproven([.totalMissing])),
    Case(
      name: "no total, and others the second time", first: ["1-3"], second: ["4-2"],
      verdict: .incomplete([.totalMissing, .notRepeated])),
    Case(
      name: "wrong total, and others the second time", first: ["1-3 /4"], second: ["4-2 /4"],
      verdict: .incomplete([.totalMismatch, .notRepeated])),
    Case(
      name: "somebody twice", first: ["1-3+ /5", "3-4 /5"], second: ["4-3+ /5", "3-1 /5"],
      verdict: .incomplete([.duplicateUser, .notRepeated])),
    Case(
      name: "a short page in the middle", first: ["1-2+ /5", "3-3+ /5", "4-5 /5"],
      second: ["5-3+ /5", "2-1 /5"], verdict: .complete),
    Case(
      name: "an empty page in the middle", first: ["1-3+ /5", "+ /5", "4-5 /5"],
      second: ["5-3+ /5", "2-1 /5"], verdict: .complete),
  ]

  @Test(arguments: cases)
  func theRulesDecide(_ example: Case) {
    let evidence = Evidence(
      pages: pages(example.first, .first) + pages(example.second, .second))
    #expect(evidence.verdict(by: .test) == example.verdict)
  }

  @Test(arguments: [
    (["1-3 /3"], false), (["1-3+ /5", "4-5 /5"], true), (["1-3 /4"], true), (["1-3"], true),
    (["1-3+ /3"], false), (["1-3+ /5", "3-4 /5"], false),
  ])
  func aSecondReadingIsWantedWhereItCanHelp(first: [String], wanted: Bool) {
    #expect(Evidence(pages: pages(first, .first)).needsSecondReading(by: .test) == wanted)
  }

  private func pages(_ texts: [String], _ reading: Reading) -> [PageEvidence] {
    texts.enumerated().compactMap { index, text in
      text.isEmpty ? nil : page(text, number: index + 1, reading)
    }
  }

  private func page(_ text: String, number: Int, _ reading: Reading) -> PageEvidence {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let ids = parts[0].filter { $0 != "+" && $0 != " " }.split(separator: "-").map { Int($0)! }
    let range = ids.count == 2 ? Array(min(ids[0], ids[1])...max(ids[0], ids[1])) : []
    return PageEvidence(
      reading: reading, page: number,
      userIDs: ids.first ?? 0 > ids.last ?? 0 ? range.reversed() : range,
      hasMore: parts[0].contains("+"), total: parts.count > 1 ? Int(parts[1]) : nil, sha256: Data(),
      fetchedAt: Date(unixSeconds: 0))
  }
}
