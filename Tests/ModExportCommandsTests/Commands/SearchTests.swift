import Archive
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct SearchTests {
  @Test func peopleAreFoundWithTheirSites() async throws {
    let outcome = try await sample("search", "o'b", "ann")
    #expect(
      outcome.output == """
        display_name  person  site     kind       reputation
        Ann O’Brien   501     math     moderator        1800
        Ann O’Brien   501     cooking  moderator          40

        """)
    #expect(outcome.code == 0)
    #expect(outcome.message == SampleArchive.unprovenNote)
  }

  @Test func aTerminalGroupsThemAndMarksWhatMatches() async throws {
    let outcome = try await sample("search", "ann", terminalColumns: 80)
    let lines = outcome.output.split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        "\u{1B}[1mAnn\u{1B}[22m O’Brien   501     math     moderator        1800",
        "                      cooking  moderator          40",
      ])
  }

  /// What one site shows is not said of another.
  @Test(arguments: [
    ("anne", "formerly Anne Brien", ["math"]), ("cork", "location Cork", ["math"]),
    ("obrein", "did you mean", ["math", "cooking"]),
    ("annette", "claimed name Annette", ["cooking"]),
  ])
  func whatMatchesBesideTheNameIsSaid(
    term: String, remark: String, sites: [String]
  ) async throws {
    try await withSample { path in
      let claim =
        "user_id,display_name,began_before,ended_before\n77,Annette,2012-01-01,2013-01-01\n"
      try Data(claim.utf8).write(to: URL(filePath: path + ".csv"))
      _ = await modexport(
        [
          "backfill", path + ".csv", "--source", "https://meta.example.org/1", "--site", "cooking",
        ], archive: path)
      for columns in [nil, 120] {
        let found = await modexport(["search", term], archive: path, terminalColumns: columns)
        let lines = found.output.replacing(/\u{1B}\[\d+m/, with: "").split(separator: "\n")
          .dropFirst()
        let marked = lines.filter { $0.hasSuffix("  \(remark)") }
        let isShared = columns != nil && sites.count == lines.count
        #expect(lines.count == 2)
        #expect(marked.count == (isShared ? 1 : sites.count), "\(found)")
        #expect(zip(marked, sites).allSatisfy { $0.contains("  \($1)  ") }, "\(found)")
      }
    }
  }

  @Test func jsonHasTheDocumentedForm() async throws {
    let outcome = try await sample("search", "--json", "--former", "bob")
    let rows = try #require(outcome.rows)
    let bob: JSON = .object([
      "network": "stackexchange", "site": "math", "user_id": 2, "account_id": 502,
      "display_name": "Bob Økland", "kind": "moderator", "elected": .null, "reputation": 60,
      "gold": .null, "silver": .null, "bronze": .null, "location": "Bergen", "website_url": .null,
      "link": .null, "profile_image": .null, "about_text": .null, "member_since": .null,
      "first_seen": "2026-11-15T03:00:00Z", "last_seen": "2026-11-18T03:00:00Z",
      "role": "moderator",
      "left_at": .null,
    ])
    #expect(
      rows == [
        .object([
          "network": "stackexchange", "account_id": 502, "display_name": "Bob Økland",
          "match": .object(["field": "display_name", "kind": "prefix", "text": "Bob Økland"]),
          "moderators": .array([bob]),
        ])
      ])
  }

  @Test func somebodyWithoutAccountIsNamedByTheSite() async throws {
    let found = try await sample("search", "lodz")
    #expect(found.output.contains("  cooking/9  cooking  "))
    let json = try await sample("search", "lodz", "--json")
    #expect(json.rows?.first?["account_id"] == .null)
    #expect(!found.output.contains("\u{1B}"))
  }

  @Test func csvHasARowForEachPersonAndSite() async throws {
    let outcome = try await sample("search", "ann", "--csv")
    let lines = outcome.output.split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix(",last_seen,left_at,match_field,match_kind,match_text"))
    #expect(lines[1].hasPrefix("stackexchange,math,12,501,Ann O’Brien,"))
    #expect(lines[2].hasSuffix(",display_name,prefix,Ann O’Brien"))
  }

  @Test func whoLeftIsFoundOnRequestOnly() async throws {
    let outcome = try await sample("search", "sue")
    #expect(outcome.code == 3 && outcome.output.isEmpty)
    #expect(
      outcome.message
        == "Error: No current moderator matches; 1 former moderator matches: add --former; \(Self.unread)\n"
    )
    let former = try await sample("search", "sue", "--former")
    #expect(
      former.output == """
        display_name  person  site  kind   left                            reputation
        Sue Staff     503     math  staff  between 15 Nov and 18 Nov 2026         101

        """)
  }

  private static let unread =
    "nobody looked at 1 of the 3 sites of the scope yet: `modexport sync` does."

  /// Somebody may be found there. Of one site that was read, nothing is missing.
  @Test func nobodyIsNoAnswerWhileASiteWasNeverRead() async throws {
    for more in [[], ["-q"], ["--json"]] {
      let nobody = try await withSample {
        await modexport(["search", "zzzzz"] + more, archive: $0)
      }
      #expect(nobody.code == 3)
      #expect(
        nobody.message == "Error: No moderator in the archive matches 'zzzzz'; \(Self.unread)\n")
    }
    let math = try await sample("search", "zzzzz", "--site", "math")
    #expect(math.code == 0)
    #expect(math.message == "No moderator of those that were asked for matches 'zzzzz'.\n")
    try await withSample { path in
      let maker = try ArchiveDatabase.open(at: path, for: .writing)
      try maker.setScope(
        Scope(.named, names: [SiteRef(testNetwork, "math"), SiteRef(testNetwork, "cooking")]),
        network: testNetwork)
      try maker.close()
      let nobody = await modexport(["search", "zzzzz"], archive: path)
      #expect(nobody.code == 0)
      #expect(nobody.message == "No moderator in the archive matches 'zzzzz'.\n")
    }
  }

  @Test func whoLeftIsCountedBesideWhoIsFound() async throws {
    let outcome = try await sample("search", "mathematics")
    #expect(outcome.output.contains("Bob Økland"))
    let note = SampleArchive.unprovenNote
    #expect(outcome.message == note + "1 former moderator also matches: add --former.\n")
    #expect(try await sample("search", "mathematics", "--former").message == note)
    #expect(try await sample("search", "mathematics", "-q").message.isEmpty)
  }

  @Test func aLimitSaysThatThereAreMore() async throws {
    let outcome = try await sample("search", "--limit", "1", "--site", "math", "mathematics")
    #expect(outcome.message == "1 of 3; --limit 0 shows all.\n")
    let all = try await sample("search", "--site", "math", "mathematics", "--json")
    #expect((all.rows ?? []).count == 3)
    let one = try await sample("search", "--limit", "1", "mathematics", "--json", "-q")
    // The limit counts people.
    #expect(one.rows?.map { $0["site"] != nil } == [true, true, false])
    #expect(one.message.isEmpty)
  }

  @Test func aSiteLeavesOutTheOtherSites() async throws {
    for form in [["--csv"], ["--jsonl"], ["--json"], []] {
      let outcome = try await withSample {
        await modexport(["search", "ann", "--site", "cooking"] + form, archive: $0)
      }
      #expect(outcome.output.contains("cooking"))
      #expect(!outcome.output.contains("math"))
    }
  }

  @Test(arguments: [
    (["math", "--kind", "community"], ["Community"]), (["math", "--kind", "staff"], []),
    (["math", "--kind", "staff", "--former"], ["Sue Staff"]),
    (["math", "--kind", "staff,moderator"], ["Ann O’Brien", "Bob Økland"]),
    (["--limit", "0", "math"], ["Ann O’Brien", "Bob Økland", "Community"]),
    (["https://math.stackexchange.com/users/2/bob"], ["Bob Økland"]),
    (["https://stackexchange.com/users/501"], ["Ann O’Brien", "Ann O’Brien"]),
    (["https://stackexchange.com/users/501", "--site", "cooking"], ["Ann O’Brien"]),
    (["https://math.stackexchange.com/users/3", "--former"], ["Sue Staff"]),
    (["https://math.stackexchange.com/users/4"], []),
  ])
  func kindsAndAddressesChoosePeople(arguments: [String], names: [String]) async throws {
    let outcome = try await withSample {
      await modexport(["search", "--csv"] + arguments, archive: $0)
    }
    // Of a site that was read, nothing is missing.
    #expect(outcome.code == (names.isEmpty && !arguments[0].hasPrefix("https://math.") ? 3 : 0))
    let found = try outcome.column("display_name")
    // Who has two sites has two rows.
    let distinct = Set(names).count == names.count
    #expect((distinct ? Array(Set(found)).sorted() : found) == names.sorted())
  }

  @Test func anAddressOfAFormerModeratorSaysSo() async throws {
    let outcome = try await sample("search", "https://math.stackexchange.com/users/3")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.message == "No current moderator matches; 1 former moderator matches: add --former.\n"
    )
    let other = try await sample("search", "https://example.org/users/3")
    #expect(other.code == 64)
    #expect(
      other.message == "Error: The address 'https://example.org/users/3' belongs to no site in the "
        + "archive: name a user of a site.\n")
  }

  @Test(arguments: [
    ["\""], ["*"], ["NEAR("], ["--", "-x"], ["--", "--json"], [""], ["😀"], ["a AND"], ["%", "_"],
    ["\u{0}"], [String(repeating: "x", count: 10_000)], ["'; DROP TABLE site; --"],
    [String(repeating: "a ", count: 5_000)], ["\u{1B}[31m"], ["\"unclosed phrase"],
  ])
  func noInputIsAFailure(terms: [String]) async throws {
    let outcome = try await withSample {
      await modexport(["search", "--json"] + terms, archive: $0)
    }
    #expect(outcome.code == (outcome.rows?.isEmpty == true ? 3 : 0))
    #expect(outcome.rows != nil)
    #expect(outcome.message.utf8.count < 300)
    #expect(!outcome.message.contains("\u{1B}"))
  }

  @Test func noTermAtAllAndAnUnknownSiteEndWith64() async throws {
    let none = try await sample("search")
    #expect(none.code == 64)
    #expect(none.message.hasPrefix("Error: Missing expected argument '<term> ...'"))
    let unknown = try await sample("search", "ann", "--site", "cookin")
    #expect(unknown.code == 64)
    #expect(unknown.message == "Error: There is no site 'cookin'. Did you mean 'cooking'?\n")
  }
}
