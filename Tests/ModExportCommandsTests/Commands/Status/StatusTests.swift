import ArchiveKit
import Foundation
import Tables
import TestKit
import Testing

@testable import Archive
@testable import ModExportCommands

struct StatusTests {
  @Test func whatStandsAndWhatDoesNotIsShown() async throws {
    try await withSample { path in
      let outcome = await modexport(["status"], archive: path)
      let json = await modexport(["status", "--json"], archive: path).json
      guard case .text(let head)? = json?["head"] else { Issue.record("no head"); return }
      #expect(head.utf8.count == 64)
      #expect(
        outcome.output == """
          archive   \(path)
          scope     all main sites; 3 open, 1 never mirrored
          sites     4 open, 0 closed, 2 mirrored
          rosters   1 complete, 1 published
          last run  1, begun 2026-11-10T03:00:00Z, ended 2026-11-18T03:01:00Z: problems
          head      \(head)

          never mirrored: 1 site, such as bicycles (the next sync continues reading it)
          incomplete: 1 site, such as cooking (the number of moderators is not the total that the site \
          gives)
          unproven: 1 site, such as cooking (never proven)
          stale: 1 site, such as cooking (last read 8 d ago)

          site      state           since                 detail
          bicycles  never_mirrored                        the next sync continues reading it
          cooking   incomplete      2026-11-15T03:00:00Z  the number of moderators is not the total \
          that the site gives
          cooking   unproven        2026-11-12T03:00:00Z  never proven
          cooking   stale           2026-11-12T03:00:00Z  last read 8 d ago

          """)
      #expect(outcome.code == 0)
    }
  }

  @Test(arguments: [("1d", 2), ("2d", 1), ("10d", 0)])
  func theAgeThatIsStaleIsTheUsersChoice(age: String, count: Int) async throws {
    let outcome = try await sample("status", "--stale-after", age, "--json")
    #expect(outcome.json?["sites"]?["stale"] == .number(count))
  }

  @Test func locksWaitsAndQuotaAreTold() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      let now = 1_795_143_600
      try maker.archive.saveThrottleState(
        """
        {"lockedUntil":\(now + 600),"backoffUntil":{"sites":\(now + 10),"users":\(now - 10)},
        "quota":{"max":300,"remaining":3},"quotaSeenAt":\(now - 60)}
        """, for: "api.example#keyless")
      try maker.archive.saveThrottleState("{}", for: "b.example#keyless")
      try maker.archive.close()
      let outcome = await modexport(["status"], archive: path)
      let lines = outcome.output.split(separator: "\n")
      #expect(
        lines[4] == "last run  2, begun 2026-11-20T03:00:00Z, not ended: "
          + "still running, killed, out of disk space, or this is a copy without -wal")
      #expect(
        lines[5] == "api       api.example (without a key): locked out until 2026-11-20T03:10:00Z; "
          + "sites to be left alone until 2026-11-20T03:00:10Z; "
          + "3 of 300 requests left today, all back at 2026-11-21T00:00:00Z")
      #expect(
        lines[6]
          == "api       b.example (without a key): quota not known: no answer of today said how many requests "
          + "are left")
      let json = await modexport(["status", "--json"], archive: path)
      #expect(
        json.json?["apis"]?.elements.first
          == .object([
            "api": "api.example#keyless", "locked_until": "2026-11-20T03:10:00Z",
            "backoffs": .array([
              .object(["method": "sites", "until": "2026-11-20T03:00:10Z"])
            ]), "quota_remaining": 3, "quota_returns_at": "2026-11-21T00:00:00Z",
          ]))
    }
  }

  /// As `sync` believes them: no API asks for more than a day.
  @Test func deadlinesThatNobodyCanHaveMeantAreDropped() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.archive.saveThrottleState(
        #"{"lockedUntil":1e300,"backoffUntil":{"sites":1e18,"users":-1e300},"quotaSeenAt":1e300}"#,
        for: "api.example#keyless")
      try maker.archive.close()
      let outcome = await modexport(["status"], archive: path)
      #expect(
        outcome.output.contains(
          "\napi       api.example (without a key): quota not known: no answer of today said how many "
            + "requests are left\n"))
    }
  }

  /// A roster that a wrong clock has put into the future is named, and not young for ever.
  @Test(arguments: [(Date.november(20), false), (.november(30), true)])
  func aRosterOfTheFutureIsNamed(now: Date, isStale: Bool) async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      let future = Date.november(28).addingTimeInterval(365 * 86_400)
      try maker.publish([SampleArchive.sue], site: "bicycles", at: future)
      try maker.finish(at: .november(20))
      let (results, messages) = (CapturedStream(), CapturedStream())
      let console = Console(
        results: ResultStream(results), messages: MessageStream(messages),
        environment: ["MODEXPORT_ARCHIVE": path], now: { now })
      #expect(await run(["status", "--csv"], on: console) == 0)
      let lines = results.text.split(separator: "\r\n").filter { $0.contains(",bicycles,") }
      #expect(
        lines.contains(
          "stackexchange,bicycles,misdated,2027-11-28T03:00:00Z,"
            + "dated \(isStale ? 363 : 373) d after this clock; `modexport sync --redate` corrects it,"
        ))
      #expect(lines.contains { $0.contains(",stale,") } == isStale)
      #expect(await run(["list", "bicycles", "--as-of", "2026-11-18"], on: console) == 3)
      #expect(
        messages.text.hasSuffix(
          "Nobody looked at Bicycles (bicycles) by this machine's clock: it was read on 28 Nov 2027, which has not come yet. "
            + "If the clock is right, `modexport sync --redate` corrects the date.\n"))
    }
  }

  @Test func csvIsTheListOfProblems() async throws {
    let outcome = try await sample("status", "--csv")
    #expect(
      outcome.output.split(separator: "\r\n").prefix(2) == [
        "network,site,state,since,detail,reason",
        "stackexchange,bicycles,never_mirrored,,the next sync continues reading it,",
      ])
  }

  /// Of an archive that knows its API, only that one is shown; the others in JSON.
  @Test func onlyTheArchivesOwnAPIIsShown() async throws {
    try await withSample { path in
      let maker = try ArchiveMaker(reopening: path, at: .november(20))
      try maker.archive.bindAPI("api.example", network: testNetwork, at: day(1))
      for host in ["api.example#keyless", "127.0.0.1:8080#keyless", "api.example#0123456789ab"] {
        try maker.archive.saveThrottleState(
          """
          {"backoffUntil":{},"quota":{"max":300,"remaining":124},"quotaSeenAt":1795143600}
          """, for: host)
      }
      try maker.archive.close()
      let usual = await modexport(["status"], archive: path)
      let quotas = usual.output.split(separator: "\n").filter { $0.hasPrefix("api  ") }
      #expect(
        quotas == [
          "api       api.example (with the key 0123456789ab): 124 of 300 requests left today, all back at "
            + "2026-11-21T00:00:00Z",
          "api       api.example (without a key): 124 of 300 requests left today, all back at "
            + "2026-11-21T00:00:00Z",
        ])
      let json = await modexport(["status", "--json"], archive: path)
      #expect(json.json?["apis"]?.elements.count == 3)
    }
  }

  /// A reason is what one reads `status` for: no width cuts it.
  @Test(arguments: [40, 60, 80, 120]) func noReasonIsCut(columns: Int) async throws {
    let outcome = try await sample(
      "status", terminalColumns: columns, environment: ["NO_COLOR": "1"])
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(!outcome.output.contains("…"))
    #expect(words.contains("the number of moderators is not the total that the site gives"))
    let table = outcome.output.components(separatedBy: "\n\n").last ?? ""
    let long = table.split(separator: "\n").filter { $0.count > columns }
    // Site, state and time are never broken.
    #expect(long.isEmpty || columns == 40)
  }

  /// The words are those of the summary of the run.
  @Test func theOutcomesAreCountedInOneOrder() {
    let counts = Dictionary(
      uniqueKeysWithValues: SiteAttempt.Outcome.allCases.map { ($0, 2) })
    #expect(
      SiteAttempt.counted(counts)
        == "2 complete, 2 unproven, 2 incomplete, 2 failed, 2 unchanged, 2 skipped, 2 unfinished, 2 never tried"
    )
    #expect(SiteAttempt.counted([.complete: 0]) == "nothing to mirror")
  }
}
