import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import StackExchange
import Sync
import TestKit
import Testing

/// Archives whose filter the API refuses, and for which it creates no other one for a while: the
/// rows of the well-known safe filter lack texts, which is no change of anybody's profile.
struct PartialAnswersTests {
  /// Name, location and about-me of a user, as on the site.
  typealias Profile = (name: String, location: String, about: String)

  private static let profiles: [Int: Profile] = [
    1: ("O&#39;Brien", "&lt;x&gt;", "<p>one</p>"), 2: ("A &amp; B", "", ""),
    3: ("C", "Rome", "<p>Hi &amp; there</p>"),
  ]

  /// The state of the API in a run.
  private enum API { case good, refusesAll, createsNone }

  /// What a run leaves in the archive.
  private struct Outcome: Equatable {
    var rows: [Int: [String?]]
    var changes: [Change.Kind: Int]
    var findings: [String]
  }

  private static func rows(_ profiles: [Int: Profile]) -> [Int: [String?]] {
    profiles.mapValues { [$0.name, $0.location.unlessEmpty, plain($0.about)] }
  }

  private static func plain(_ html: String) -> String? {
    html.replacing("<p>", with: "").replacing("</p>", with: "").replacing("&amp;", with: "&")
      .unlessEmpty
  }

  private static func run(
    _ harness: SyncHarness, _ profiles: [Int: Profile], _ api: API = .good
  ) throws -> (outcome: Outcome, asked: Int) {
    harness.now += 3_600
    let run = try harness.sync { call in
      switch (call.method, api) {
      case ("filters/create", .createsNone), ("filters/create", .refusesAll):
        return .error(403, "access_denied", "no filters")
      case ("filters/create", .good), ("sites", _): break
      case (_, .refusesAll): return .error(400, "bad_parameter", "filter")
      default:
        let isSafe = !call.label.contains("filter=abc")
        return .json(
          #""items":[\#(items(profiles, isSafe: isSafe))],"total":\#(profiles.count)"#)
      }
      return call.answer(["a": []])
    }
    let archive = try ArchiveDatabase.open(at: harness.path, for: .reading)
    defer { try? archive.close() }
    let rows = try archive.moderators(of: SiteRef(test: "a"))
    return (
      Outcome(
        rows: Dictionary(
          uniqueKeysWithValues: rows.map {
            ($0.userID, [$0.displayName, $0.location, $0.aboutText])
          }),
        changes: run.summary?.changes ?? [:],
        findings: try archive.verify(by: [testNetwork: StackExchangeNetwork.rules]).findings
          .map { "\($0)" }),
      run.sent.count { $0.label.hasPrefix("filters/create") }
    )
  }

  private static func items(_ profiles: [Int: Profile], isSafe: Bool) -> String {
    profiles.sorted { $0.key < $1.key }.map { id, profile in
      func text(_ text: String) -> String {
        guard isSafe else { return text }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      }
      let about = isSafe ? "" : #","about_me":"\#(profile.about)""#
      return #"{"user_id":\#(id),"display_name":"\#(text(profile.name))","#
        + #""location":"\#(text(profile.location))"\#(about)}"#
    }.joined(separator: ",")
  }

  @Test func aLostFilterChangesNobodysTexts() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      let rows = Self.rows(Self.profiles)
      _ = try Self.run(harness, Self.profiles)
      _ = try Self.run(harness, Self.profiles, .refusesAll)
      let expected = Outcome(rows: rows, changes: [:], findings: [])
      for _ in 0..<2 {
        let partial = try Self.run(harness, Self.profiles, .createsNone)
        #expect(partial.outcome == expected)
        // Each run asks once for the usual filter, so that texts come back.
        #expect(partial.asked == 1)
      }
      for asked in [1, 0] {
        let whole = try Self.run(harness, Self.profiles)
        #expect(whole.outcome == expected)
        #expect(whole.asked == asked)
      }
    }
  }

  /// What a partial row does tell is a change: a new name, a new place, a removed place.
  @Test func whatPartialRowsTellIsRecorded() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      var profiles = Self.profiles
      _ = try Self.run(harness, profiles)
      _ = try Self.run(harness, profiles, .refusesAll)
      profiles[1]?.location = ""
      profiles[2]?.name = "Anna"
      profiles[3]?.location = "Oslo"
      let partial = try Self.run(harness, profiles, .createsNone).outcome
      #expect(
        partial
          == Outcome(
            rows: Self.rows(profiles), changes: [.renamed: 1], findings: []))
      // The texts were changed or removed meanwhile.
      profiles[1]?.about = "<p>two</p>"
      profiles[3]?.about = ""
      let whole = try Self.run(harness, profiles).outcome
      #expect(whole == Outcome(rows: Self.rows(profiles), changes: [:], findings: []))
    }
  }

  /// An archive that never had another filter keeps the safe one for good.
  @Test func anArchiveThatBeganWithTheSafeFilterKeepsIt() throws {
    try withMemoryFolder { folder in
      let harness = SyncHarness(in: folder)
      for asked in [1, 0] {
        let partial = try Self.run(harness, Self.profiles, .createsNone)
        #expect(partial.asked == asked)
        #expect(partial.outcome.changes == [:])
        #expect(partial.outcome.rows[3] == ["C", "Rome", nil])
      }
      #expect(try Self.run(harness, Self.profiles).asked == 0)
    }
  }
}
