import ModExportCommands
import Testing

struct ShowTests {
  @Test func aPersonIsShownOnAllSites() async throws {
    let outcome = try await sample("show", "501")
    #expect(
      outcome.output == """
        Ann O’Brien  account 501 of stackexchange

        Mathematics (math), user 12, moderator
          formerly   Anne Brien, seen 2026-11-10T03:00:00Z to 2026-11-10T03:00:00Z
          tenure     there before the first walk at 2026-11-10T03:00:00Z, \
        last seen 2026-11-18T03:00:00Z
          reputation 1800, from 900 on 2026-11-10
          badges     1 gold, 2 silver, 3 bronze
          location   Cork
          profile    https://math.stackexchange.com/users/12

        Seasoned Advice (cooking), user 77, moderator
          tenure     there before the first walk at 2026-11-12T03:00:00Z, \
        last seen 2026-11-12T03:00:00Z
          reputation 40

        """)
    #expect(outcome.code == 0)
  }

  @Test func tenuresHaveTheBoundsThatTheWalksGive() async throws {
    let outcome = try await sample("show", "math/2")
    let tenures = outcome.output.split(separator: "\n").filter { $0.contains("tenure") }
    #expect(
      tenures == [
        "  tenure     there before the first walk at 2026-11-10T03:00:00Z, "
          + "left between 2026-11-10T03:00:00Z and 2026-11-12T03:00:00Z",
        "  tenure     joined between 2026-11-12T02:59:00Z and 2026-11-15T03:00:00Z, "
          + "last seen 2026-11-18T03:00:00Z",
      ])
    let left = try await sample("show", "math/3")
    #expect(left.output.contains("\nMathematics (math), user 3, former staff\n"))
  }

  @Test func aTerminalShowsReputationAsALine() async throws {
    let outcome = try await sample(
      "show", "501", terminalColumns: 80, environment: ["NO_COLOR": "1"])
    #expect(
      outcome.output.contains(
        "  reputation ▁▁▁▁▁▁▃▃▃▃▃▃▃▃▃▆▆▆▆▆▆▆▆█  1800, from 900 on 2026-11-10\n"))
  }

  @Test func whoHasNoAccountIsShownByTheSite() async throws {
    let outcome = try await sample("show", "https://cooking.stackexchange.com/users/9")
    #expect(
      outcome.output.hasPrefix(
        "=1+1 \u{FFFD}[31m<b>  a user without an account of stackexchange\n\n"
          + "Seasoned Advice (cooking), user 9, moderator\n"))
  }

  @Test func jsonHasTenuresNamesAndReputation() async throws {
    let outcome = try await sample("show", "501", "--json")
    let person = try #require(outcome.json)
    #expect(person["account_id"] == 501)
    let sites = person["sites"]?.elements ?? []
    #expect(sites.map { $0["site"] } == ["math", "cooking"])
    #expect(
      sites.first?["tenures"]
        == .array([
          .object([
            "absent_before": .null, "first_seen": "2026-11-10T03:00:00Z",
            "last_seen": "2026-11-18T03:00:00Z", "left_at": .null,
          ])
        ]))
    #expect(
      sites.first?["names"]?.elements.map { $0["name"] } == ["Anne Brien", "Ann O’Brien"])
    #expect(
      sites.first?["reputation_history"]?.elements.map { $0["reputation"] }
        == [900, 1200, 1500, 1800])
  }

  @Test func csvHasARowForEachTenure() async throws {
    let outcome = try await sample("show", "502", "--csv")
    #expect(
      outcome.output == """
        network,site,user_id,account_id,display_name,kind,elected,reputation,absent_before,\
        first_seen,last_seen,left_at\r
        stackexchange,math,2,502,Bob Økland,moderator,,60,,2026-11-10T03:00:00Z,\
        2026-11-10T03:00:00Z,2026-11-12T03:00:00Z\r
        stackexchange,math,2,502,Bob Økland,moderator,,60,2026-11-12T02:59:00Z,\
        2026-11-15T03:00:00Z,2026-11-18T03:00:00Z,\r

        """)
  }

  @Test(arguments: [
    ("99", "The archive contains no moderator with the account 99."),
    ("0", "The archive contains no moderator with the account 0."),
    ("ann", "'ann' is neither an account id nor SITE/USER_ID."),
    ("/5", "'/5' is neither an account id nor SITE/USER_ID."),
    ("math/", "'math/' is neither an account id nor SITE/USER_ID."),
    ("", "'' is neither an account id nor SITE/USER_ID."),
    ("math/5", "The archive contains no moderator 5 of Mathematics (math)."),
  ])
  func anUnknownPersonEndsWith64(person: String, sentence: String) async throws {
    let outcome = try await sample("show", person)
    #expect(outcome.code == 64)
    #expect(outcome.message == "Error: \(sentence) Find ids with `modexport search NAME`.\n")
    #expect(outcome.output.isEmpty)
  }
}
