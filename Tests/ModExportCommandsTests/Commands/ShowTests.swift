import ArchiveKit
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct ShowTests {
  @Test func aPersonIsShownOnAllSites() async throws {
    let outcome = try await sample("show", "501")
    #expect(
      outcome.output == """
        Ann O’Brien  account 501 of stackexchange

        Mathematics (math), user 12, moderator
          formerly   Anne Brien, seen 2026-11-10T03:00:00Z to 2026-11-10T03:00:00Z
          tenure     there on 10 Nov 2026 or earlier, still there on 18 Nov 2026
          reputation 1800, from 900 on 2026-11-10
          badges     1 gold, 2 silver, 3 bronze
          location   Cork
          profile    https://math.stackexchange.com/users/12

        Seasoned Advice (cooking), user 77, moderator
          tenure     there on 12 Nov 2026 or earlier, still there on 12 Nov 2026
          roster     unproven (grade published)
          reputation 40

        """)
    #expect(outcome.code == 0)
  }

  @Test func tenuresHaveTheBoundsThatTheWalksGive() async throws {
    let outcome = try await sample("show", "math/2")
    let tenures = outcome.output.split(separator: "\n").filter { $0.contains("tenure") }
    #expect(
      tenures == [
        "  tenure     there on 10 Nov 2026 or earlier, left between 10 Nov and 12 Nov 2026",
        "  tenure     joined between 12 Nov and 15 Nov 2026, still there on 18 Nov 2026",
      ])
    let left = try await sample("show", "math/3")
    #expect(left.output.contains("\nMathematics (math), user 3, former staff\n"))
  }

  @Test func whoHasNoAccountIsShownByTheSite() async throws {
    let outcome = try await sample("show", "https://cooking.stackexchange.com/users/9")
    #expect(
      outcome.output.hasPrefix(
        "=1+1 \u{FFFD}[31m<b>  a user of stackexchange\n\n"
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
            "began_after": .null, "began_before": "2026-11-10T03:00:00Z",
            "ended_after": "2026-11-18T02:59:00Z", "ended_before": .null, "source": "reading",
            "source_url": .null,
          ])
        ]))
    #expect(
      sites.first?["names"]?.elements.map { $0["name"] } == ["Anne Brien", "Ann O’Brien"])
    #expect(
      sites.first?["reputation_history"]?.elements.map { $0["reputation"] }
        == [900, 1800])
  }

  @Test func csvHasARowForEachTenure() async throws {
    let outcome = try await sample("show", "502", "--csv")
    #expect(
      outcome.output == """
        network,site,user_id,account_id,display_name,kind,role,elected,reputation,began_after,\
        began_before,ended_after,ended_before,source,source_url\r
        stackexchange,math,2,502,Bob Økland,moderator,moderator,,60,,2026-11-10T03:00:00Z,\
        2026-11-10T02:59:00Z,2026-11-12T03:00:00Z,reading,\r
        stackexchange,math,2,502,Bob Økland,moderator,moderator,,60,2026-11-12T02:59:00Z,\
        2026-11-15T03:00:00Z,2026-11-18T02:59:00Z,,reading,\r

        """)
  }

  @Test(arguments: [
    ("https://math.stackexchange.com/users/12/ann-obrien?tab=profile", 501),
    ("http://MATH.stackexchange.com/users/12", 501), ("math/99", nil),
    ("https://stackexchange.com/users/501/ann", 501), ("Mathematics/12", 501), ("ann", 501),
    ("ANN obrien", 501), ("anne brien", 501), ("sue", 503), ("okland", 502),
  ])
  func aPersonIsFoundByAddressAndByName(text: String, account: Int?) async throws {
    let outcome = try await sample("show", text, "--json")
    #expect(outcome.code == (account == nil ? 64 : 0))
    #expect(outcome.json?["account_id"] == account.map { .number($0) })
  }

  @Test(arguments: [
    (
      "https://example.org/users/12",
      "The address 'https://example.org/users/12' belongs to no site in the archive: name a user of a site."
    ),
    (
      "https://math.stackexchange.com/questions/12",
      "The address 'https://math.stackexchange.com/questions/12' is not that of a user, such as "
        + "https://math.stackexchange.com/users/1."
    ),
    (
      "mathematics",
      "'mathematics' is a site, not a person: `modexport list math` shows who moderates it."
    ),
    (
      "obrein", "No moderator in the archive has the name 'obrein'. Did you mean 501 (Ann O’Brien)?"
    ),
  ])
  func whatMeansNobodyIsRefusedInASentence(text: String, sentence: String) async throws {
    let outcome = try await sample("show", text)
    #expect(outcome.code == 64)
    #expect(outcome.message == "Error: \(sentence)\n")
  }

  @Test func severalPeopleAreNamedByTheirIds() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(19))
      let others = [
        Moderator(userID: 50, accountID: 550, displayName: "Ann O’Brien"),
        Moderator(userID: 51, accountID: 551, displayName: "Ann Other"),
        Moderator(userID: 52, displayName: "Solo"),
      ]
      try maker.publish(others, site: "meta.math", at: .november(19))
      try maker.finish(at: .november(19))
      let ids = "501 (Ann O’Brien), 550 (Ann O’Brien)"
      let exact = await modexport(["show", "ann o'brien"], archive: path)
      #expect(exact.code == 64)
      #expect(
        exact.message
          == "Error: Several people have the name 'ann o'brien': name one by the id: \(ids).\n")
      let close = await modexport(["show", "ann"], archive: path)
      #expect(close.message.contains("\(ids), 551 (Ann Other)."))
      let solo = await modexport(["show", "solo", "--json"], archive: path)
      #expect(solo.json?["display_name"] == "Solo")
    }
  }

  /// Nothing is wider than the terminal, and no time is broken.
  @Test(arguments: [40, 60, 80, 120])
  func aTerminalWrapsLongLines(columns: Int) async throws {
    let outcome = try await sample(
      "show", "math/2", terminalColumns: columns, environment: ["NO_COLOR": "1"])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= columns })
    let words = lines.flatMap { $0.split { $0 == " " || $0 == "," } }
    #expect(words.filter { $0.contains("2026-") }.allSatisfy { $0.count == 10 || $0.count == 20 })
    #expect(words.joined(separator: " ").contains("left between 10 Nov and 12 Nov 2026"))
  }

  @Test(arguments: [
    ("99", "The archive contains no moderator with the account 99."),
    ("0", "The archive contains no moderator with the account 0."),
    ("nobody", "No moderator in the archive has the name 'nobody'."),
    ("/5", "'/5' is neither an account id nor SITE/USER_ID."),
    ("math/", "'math/' is neither an account id nor SITE/USER_ID."),
    ("", "No moderator in the archive has the name ''."),
    (
      "https://math.stackexchange.com/users/5/x",
      "The archive contains no moderator 5 of Mathematics (math)."
    ),
    (
      "https://stackexchange.com/users/99",
      "The archive contains no moderator with the account 99."
    ),
    ("math/5", "The archive contains no moderator 5 of Mathematics (math)."),
  ])
  func anUnknownPersonEndsWith64(person: String, sentence: String) async throws {
    let outcome = try await sample("show", person)
    #expect(outcome.code == 64)
    #expect(outcome.message == "Error: \(sentence) Find ids with `modexport search NAME`.\n")
    #expect(outcome.output.isEmpty)
  }
}
