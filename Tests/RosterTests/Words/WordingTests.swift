import Roster
import Testing

struct WordingTests {
  /// A kind, its detail, and the sentence about Ann.
  static let cases: [(Change.Kind?, String?, String)] = [
    (.joined, nil, "Ann joined"), (.left, nil, "Ann left"), (.returned, nil, "Ann came back"),
    (.renamed, #"{"display_name":["A","Ann"]}"#, "A is now called Ann"),
    (.renamed, nil, "Ann has a new name"),
    (.profile, nil, "Ann changed"),
    (.profile, #"{"elected":["0","1"]}"#, "Ann is now an elected moderator"),
    (.profile, #"{"elected":["1","0"]}"#, "Ann is no longer an elected moderator"),
    (
      .profile, #"{"elected":["0","1"],"kind":["staff","moderator"]}"#,
      "Ann is now an elected moderator and is now a moderator, no longer staff"
    ),
    (.profile, #"{"kind":["moderator","staff"]}"#, "Ann is now staff"),
    (.profile, #"{"kind":["staff","moderator"]}"#, "Ann is now a moderator, no longer staff"),
    (
      .siteRenamed, #"{"name":["Maths","Mathematics"],"site":["maths","math"]}"#,
      "the site was renamed, from “Maths” and “maths”"
    ),
    (.siteClosed, nil, "the site is closed"), (.siteReopened, nil, "the site is open again"),
    (nil, nil, "Ann changed"), (.profile, "not JSON", "Ann changed"),
  ]

  @Test(arguments: cases)
  func aChangeIsASentence(kind: Change.Kind?, detail: String?, sentence: String) {
    let words = ChangeWords(kind: kind, fields: Change.fields(inDetail: detail) ?? [])
    #expect(words.sentence(of: "Ann") == sentence)
    if words.formerName == nil { #expect(sentence.hasSuffix(" " + words.ending)) }
  }

  @Test(arguments: [
    (Change.Kind.joined, "joined as category moderator"), (.left, "left as category moderator"),
    (.returned, "came back as category moderator"),
  ])
  func aRoleIsNamed(kind: Change.Kind, ending: String) {
    let words = ChangeWords(kind: kind, role: Role(rawValue: "category_moderator"), fields: [])
    #expect(words.ending == ending)
  }

  @Test func strangersTextsAreMadeFitToBeShown() {
    let words = ChangeWords(
      kind: .renamed, fields: [.init(column: "display_name", before: "a", after: "b")],
      show: { "<\($0)>" })
    #expect(words.sentence(of: "Ann") == "<a> is now called Ann")
    let left = ChangeWords(kind: .left, role: Role(rawValue: "a"), fields: [], show: { "<\($0)>" })
    #expect(left.sentence(of: "Ann") == "Ann left as <a>")
  }

  @Test func everyReasonHasWordsOfItsOwn() {
    let words = Verdict.Reason.allCases.map(\.words)
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
  }

  @Test func anUnknownReasonStandsForItself() {
    let words = Verdict.Reason.words(ofNames: "total_changed later_rule")
    #expect(words == "pages give different totals; later_rule")
    #expect(Verdict.Reason.words(ofNames: nil) == "")
  }

  @Test(
    arguments: [
      (.moderator, true, "elected moderator"), (.moderator, false, "appointed moderator"),
      (.moderator, nil, "moderator"), (.staff, true, "staff"), (.community, nil, "community"),
    ] as [(Moderator.Kind, Bool?, String)])
  func aKindOfModeratorHasWords(kind: Moderator.Kind, isElected: Bool?, words: String) {
    #expect(kind.words(isElected: isElected) == words)
  }
}
