import ArchiveKit
import TestKit
import Testing

@testable import ModExportCommands

struct PeopleTests {
  @Test func whoModeratesMostComesFirst() async throws {
    let outcome = try await sample("people")
    #expect(
      outcome.output == """
        display_name  account_id  sites  reputation  site_list
        Ann O’Brien          501      2        1840  cooking math
        Bob Økland           502      1          60  math

        """)
    #expect(outcome.message == SampleArchive.unprovenNote)
  }

  @Test func aLimitSaysThatThereAreMore() async throws {
    let outcome = try await sample("people", "--limit", "1", "--csv")
    #expect(
      outcome.output
        == "network,account_id,display_name,sites,reputation,site_list\r\n"
        + "stackexchange,501,Ann O’Brien,2,1840,cooking math\r\n")
    #expect(outcome.message == SampleArchive.unprovenNote + "1 of 2; --limit 0 shows all.\n")
    #expect(outcome.code == 0)
    let all = try await sample("people", "--limit", "0")
    #expect(all.output.count { $0 == "\n" } == 3)
    #expect(all.message == SampleArchive.unprovenNote)
  }

  @Test func staffAreLeftOutOnRequestAndAHintSaysSo() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      let (ann, bob) = (
        SampleArchive.ann("Ann O’Brien", reputation: 1_900), SampleArchive.bob(reputation: 60)
      )
      try maker.publish([ann, bob, SampleArchive.sue], site: "math", at: .november(19))
      try maker.finish(at: .november(19))
      let short = await modexport(["people", "--limit", "1"], archive: path)
      #expect(
        short.message == SampleArchive.unprovenNote + "1 of 3; --limit 0 shows all.\n"
          + "1 of them is staff; --kind moderator leaves staff out.\n")
      for (kind, names) in [
        ("moderator", ["Ann O’Brien", "Bob Økland"]), ("staff", ["Sue Staff"]), ("community", []),
        ("staff,moderator", ["Ann O’Brien", "Sue Staff", "Bob Økland"]),
      ] {
        let outcome = await modexport(
          ["people", "--kind", kind, "--csv"], archive: path)
        #expect(try outcome.column("display_name") == names)
        let note = names.contains("Ann O’Brien") ? SampleArchive.unprovenNote : ""
        #expect(
          outcome.message
            == (names.isEmpty
              ? "Nobody of that kind or role there has an account that several sites share.\n"
              : note))
      }
      let wrong = await modexport(["people", "--kind", "boss"], archive: path)
      #expect(wrong.code == 64)
      #expect(wrong.message.contains("give one or more of community,staff,moderator."))
    }
  }
}
