import Roster
import Testing

struct WordingTests {
  /// A kind, its detail, the line of news of Ann, and the end of the sentence about her.
  static let cases: [(Change.Kind?, String?, String, String)] = [
    (.joined, nil, "new moderator Ann", "became a moderator"),
    (.left, nil, "Ann stopped being a moderator", "stopped being a moderator"),
    (.returned, nil, "Ann is a moderator again", "is a moderator again"),
    (.renamed, #"{"display_name":["A","Ann"]}"#, "A is now called Ann", "is the new name of “A”"),
    (.renamed, nil, "somebody is now called Ann", "has a new name"),
    (.profile, nil, "Ann changed", "changed"),
    (
      .profile, #"{"elected":["0","1"]}"#, "Ann is now an elected moderator",
      "is now an elected moderator"
    ),
    (
      .profile, #"{"elected":["1","0"]}"#, "Ann is no longer an elected moderator",
      "is no longer an elected moderator"
    ),
    (
      .profile, #"{"kind":["moderator","staff"]}"#, "Ann is now staff",
      "is now staff"
    ),
    (
      .profile, #"{"kind":["staff","moderator"]}"#, "Ann is now a moderator, no longer staff",
      "is now a moderator, no longer staff"
    ),
    (
      .siteRenamed, #"{"name":["Maths","Mathematics"],"site":["maths","math"]}"#,
      "the site’s name is now “Mathematics”, no longer “Maths”, the site’s id is now “math”, no longer “maths”",
      "was renamed, from “Maths” and “maths”"
    ),
    (.siteClosed, nil, "the site is closed", "is closed"),
    (.siteReopened, nil, "the site is open again", "is open again"),
    (nil, nil, "Ann changed", "changed"),
    (.profile, "not JSON", "Ann changed", "changed"),
  ]

  @Test(arguments: cases)
  func aChangeIsSaidInBothForms(
    kind: Change.Kind?, detail: String?, news: String, ending: String
  ) {
    let words = ChangeWords(kind: kind, detail: detail)
    #expect(words.news(of: "Ann") == news)
    #expect(words.ending == ending)
  }

  @Test(arguments: [
    (Change.Kind.joined, "new category moderator Ann", "became category moderator"),
    (.left, "Ann stopped being category moderator", "stopped being category moderator"),
    (.returned, "Ann is category moderator again", "is category moderator again"),
  ])
  func aRoleIsNamed(kind: Change.Kind, news: String, ending: String) {
    let words = ChangeWords(kind: kind, role: Role(rawValue: "category_moderator"), detail: nil)
    #expect(words.news(of: "Ann") == news)
    #expect(words.ending == ending)
  }

  @Test func strangersTextsAreMadeFitToBeShown() {
    let words = ChangeWords(
      kind: .profile, detail: #"{"kind":["a","b"]}"#, show: { "<\($0)>" })
    #expect(words.news(of: "Ann") == "Ann is now <b>, no longer <a>")
  }

  @Test(arguments: Audience.allCases)
  func everyReasonHasWordsOfItsOwn(audience: Audience) {
    let words = Verdict.Reason.allCases.map { $0.words(for: audience) }
    #expect(Set(words).count == words.count)
    #expect(words.allSatisfy { !$0.isEmpty && !$0.hasSuffix(".") })
  }

  @Test func anUnknownReasonStandsForItself() {
    let words = Verdict.Reason.words(ofNames: "total_changed later_rule") { $0.words(for: .page) }
    #expect(words == "the pages give different totals; later_rule")
    #expect(Verdict.Reason.words(ofNames: nil) { $0.rawValue } == "")
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
