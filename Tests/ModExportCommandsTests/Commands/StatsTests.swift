import ModExportCommands
import Testing

struct StatsTests {
  @Test func theFiguresOfTheArchiveAreLines() async throws {
    let outcome = try await sample("stats")
    #expect(
      outcome.output == """
        readings    2 sites, 1 of them read once, from 2026-11-10T03:00:00Z to 2026-11-18T03:00:00Z
        moderators  4, of them 0 staff (0.0 %)
        joined      2
        left        2; turnover 84.2 % in 8.0 days, of 2.4 on average
        ended       2 tenures; median at least 1 day, at most unknown, 0 exact, 1 with an unknown start
        running     4 tenures; median so far at least 1 day, at most unknown, 3 with an unknown start
        elected     unknown; `modexport sync --elected` asks

        """)
    #expect(outcome.message.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test(arguments: [
    (
      "month",
      """
      month    sites  sites_compared  joined  left  unsure  moderators  staff  turnover  median_of_ended
      2026-11      2               1       2     2       0           4      0    0.8421  ≥ 1 d

      """
    ),
    (
      "site",
      """
      site     joined  left  moderators  staff  turnover  median_of_ended  median_so_far
      cooking                         2      0                             ≥ 0 d
      math          2     2           2      0    0.8421  ≥ 1 d            ≥ 5 d

      """
    ),
    (
      "kind",
      """
      kind       sites  sites_compared  joined  left  moderators  staff  turnover  median_of_ended  median_so_far
      community      2               1       0     0           1      0       0.0                   ≥ 8 d
      staff          2               1       1     1           0      0    1.3333  2–9 d
      moderator      2               1       1     1           4      0    0.6154  ≥ 0 d            ≥ 1 d

      """
    ),
  ])
  func groupsAreRows(group: String, table: String) async throws {
    let outcome = try await sample("stats", "--by", group)
    #expect(outcome.output == table)
    #expect(outcome.message.isEmpty && outcome.code == 0)
  }

  @Test func programsGetAllColumns() async throws {
    let json = try await sample("stats", "--json", "--site", "math")
    #expect(
      json.output == """
        [
        {"from":"2026-11-10T03:00:00Z","until":"2026-11-18T03:00:00Z","sites":1,"sites_compared":1,"joined":2,"left":2,\
        "unsure":null,"moderators":2,"staff":0,"mean_moderators":2.375,"moderator_days":19.0,"turnover":0.8421,\
        "ended_days_at_least":1,"ended_days_at_most":null,"ended_exact":0,"ended_open_at_start":1,\
        "running_days_at_least":5,"running_days_at_most":null,"running_open_at_start":1,\
        "elected_known":0,"without_elected":0}
        ]

        """)
    let csv = try await sample("stats", "--by", "year", "--csv")
    #expect(csv.output.hasPrefix("year,from,until,sites,sites_compared,joined,left,unsure,"))
    #expect(
      csv.output.hasSuffix(
        "\r\n2026,2026-11-10T03:00:00Z,2026-11-18T03:00:00Z,2,1,2,2,0,4,0,2.375,19.0,0.8421,1,,0,1,,,,,\r\n"
      ))
  }

  /// Nobody is said not to have joined or left.
  @Test func whoJoinedAndLeftIsUnknownOfASiteThatWasReadOnce() async throws {
    let outcome = try await sample("stats", "--site", "cooking")
    #expect(
      outcome.output == """
        readings    1 site, read once, from 2026-11-12T03:00:00Z to 2026-11-12T03:00:00Z
        moderators  2, of them 0 staff (0.0 %)
        joined      unknown until a site is read again
        left        unknown until a site is read again
        ended       unknown until a site is read again
        running     2 tenures; median so far at least 0 days, at most unknown, 2 with an unknown start
        elected     unknown; `modexport sync --elected` asks

        """)
    let json = try await sample("stats", "--site", "cooking", "--json")
    #expect(json.output.contains(#""sites_compared":0,"joined":null,"left":null,"#))
  }

  @Test func aSiteWithoutRosterEndsWith3() async throws {
    let outcome = try await sample("stats", "--site", "bicycles", "--json")
    #expect(outcome.output == "[]\n")
    #expect(
      outcome.message
        == "Error: The archive has no roster of Bicycles (bicycles); `modexport sync bicycles` reads it.\n"
    )
    #expect(outcome.code == 3)
  }
}
