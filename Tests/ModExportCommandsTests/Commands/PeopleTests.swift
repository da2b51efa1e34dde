import ModExportCommands
import Testing

struct PeopleTests {
  @Test func whoModeratesMostComesFirst() async throws {
    let outcome = try await sample("people")
    #expect(
      outcome.output == """
        display_name  account_id  sites  reputation  site_list
        Ann O’Brien          501      2        1840  cooking math
        Bob Økland           502      1          60  math

        """)
    #expect(outcome.message.isEmpty)
  }

  @Test func aLimitSaysThatThereAreMore() async throws {
    let outcome = try await sample("people", "--limit", "1", "--csv")
    #expect(
      outcome.output
        == "network,account_id,display_name,sites,reputation,site_list\r\n"
        + "stackexchange,501,Ann O’Brien,2,1840,cooking math\r\n")
    #expect(outcome.message == "There are more; a higher --limit shows them.\n")
    #expect(outcome.code == 0)
  }
}
