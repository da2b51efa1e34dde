import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// Whatever is asked of a time, a site or a name for which nobody looked is no empty answer with exit 0.
struct SilenceTests {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case empty, oneReading, readings, gaps, networks, pruned, logs, hidden, unread

    var testDescription: String { rawValue }

    /// The days of November 2026 on which `math` was read.
    var readings: [Int] {
      switch self {
      case .empty, .logs, .hidden, .unread: []
      case .oneReading: [10]
      case .readings, .networks, .pruned: [10, 11, 12]
      case .gaps: [1, 10, 25]
      }
    }

    func make(in folder: String) throws -> String {
      let maker = try ArchiveMaker(folder, sites: SampleArchive.sites, at: .november(1))
      for day in readings {
        let bob = day < 12 ? [SampleArchive.bob(reputation: 1)] : []
        try maker.publish(
          [SampleArchive.ann("Ann", reputation: 1)] + bob, site: "math", at: .november(day))
      }
      switch self {
      case .networks:
        let other = ListNetwork.tokens
        try maker.list(
          [Site(SiteRef(other.id, "math"), name: "Reckoning", url: "https://math.tokens.test")],
          of: other.id, at: .november(2))
      case .pruned: _ = try maker.archive.prune(before: .november(12), at: .november(13))
      case .logs: try maker.logOldHand()
      case .hidden: try maker.logOldHand(isHidden: true)
      case .unread: try maker.logOldHand(isUnread: true)
      default: break
      }
      try maker.finish(at: .november(26))
      return maker.path
    }
  }

  private static let times = [
    "2007", "2009-06", "2019", "2019-06", "2019-06-30", "2026-11-10", "2026-11-11", "2026-11-18",
    "2026-11", "2026", "2031",
  ]

  private static func questions(_ time: String, _ site: String) -> [[String]] {
    [
      ["list", site, "--as-of", time], ["list", site, "--former"], ["list", site],
      ["changes", "--site", site, "--since", time, "--until", time],
      ["changes", "--since", time, "--until", time], ["changes", "--site", site],
      ["changes", "--since", time], ["changes", "--until", time],
      ["changes", "--net", "--since", time, "--until", time, "--site", site],
      ["changes", "--net", "--since", time, "--until", time],
      ["changes", "--net", "--since", time, "--site", site], ["changes", "--net", "--since", time],
      ["search", "nobody", "--former", "--site", site], ["search", "nobody", "--former"],
      ["search", "bob", "--former"], ["show", "bob"], ["show", "old hand"],
    ]
  }

  /// Whether an empty answer is one: somebody looked at the site, before and after what is asked.
  private static func isLookedAt(_ kind: Kind, _ question: [String], _ time: String) -> Bool {
    let isDated = question.contains { ["--as-of", "--since", "--until"].contains($0) }
    if [.logs, .hidden, .unread].contains(kind), question[0] == "search" { return true }
    if kind == .logs, question.contains("--as-of") { return !["2007", "2031"].contains(time) }
    if kind == .logs, question.contains("--net") { return !["2007", "2031"].contains(time) }
    guard isDated else {
      return kind.readings.count > 1 || kind == .oneReading && question[0] == "search"
    }
    return kind.readings.count > 1 && time.hasPrefix("2026")
  }

  @Test(arguments: Kind.allCases)
  func nothingIsSilent(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let path = try kind.make(in: folder)
      let site = kind == .networks ? "stackexchange:math" : "math"
      for time in Self.times {
        for question in Self.questions(time, site) {
          let outcome = await modexport(question + ["--json"], archive: path)
          let comment = Comment(rawValue: "\(kind) \(question): \(outcome)")
          let isEmpty = ["[]\n", ""].contains(outcome.output)
          let isRefused = question[0] == "show" || time == "2031" && question.contains("--net")
          let codes: [Int32] = isRefused && isEmpty ? [3, 64] : [0, 3]
          #expect(codes.contains(outcome.code), comment)
          if isEmpty || outcome.code != 0 { #expect(outcome.message.contains(" "), comment) }
          guard isEmpty, outcome.code == 0 else { continue }
          #expect(Self.isLookedAt(kind, question, time), comment)
        }
      }
    }
  }

  /// Before the first reading those are told who were there at it, and the reading is named.
  @Test func aTimeBeforeTheFirstReadingNamesIt() async throws {
    try await withTemporaryFolder { folder in
      let path = try Kind.readings.make(in: folder)
      let outcome = await modexport(["list", "math", "--as-of", "2019", "--json"], archive: path)
      #expect(outcome.rows?.map { $0["known"] } == ["maybe", "maybe"])
      #expect(outcome.code == 3 && outcome.message.contains("first read on 10 Nov 2026"))
    }
  }

  /// Whoever had no account yet held no role.
  @Test func whoHadNoAccountIsNotTold() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: SampleArchive.sites, at: .november(1))
      var (old, new) = (SampleArchive.ann("Ann", reputation: 1), SampleArchive.bob(reputation: 1))
      old.memberSince = Date(dayOrInstant: "2015-03-01")
      new.memberSince = Date(dayOrInstant: "2020-03-01")
      try maker.publish([old, new], site: "math", at: .november(10))
      try maker.finish(at: .november(11))
      let outcome = await modexport(
        ["list", "math", "--as-of", "2019", "--json"], archive: maker.path)
      #expect(outcome.rows?.map { $0["display_name"] } == ["Ann"])
    }
  }

  /// A log tells of the time before the first reading, and is found everywhere.
  @Test func whomOnlyALogTellsOfIsFound() async throws {
    try await withTemporaryFolder { folder in
      let path = try Kind.logs.make(in: folder)
      let held = await modexport(["list", "math", "--as-of", "2009-06", "--json"], archive: path)
      #expect(held.code == 0 && held.rows?.map { $0["known"] } == ["yes"], "\(held)")
      #expect(held.rows?.first?["source"] == "log" && held.rows?.first?["user_id"] == .null)
      let former = await modexport(["list", "math", "--former"], archive: path)
      #expect(former.code == 0 && former.output.contains("4 Mar 2008, 05:06:07"), "\(former)")
      #expect(former.output.contains("rights log"))
      let found = await modexport(["search", "old hand", "--former"], archive: path)
      #expect(found.output.contains("Old Hand") && found.output.contains("by the rights log"))
      let hint = await modexport(["search", "old"], archive: path)
      #expect(hint.message.contains("--former"), "\(hint)")
      let shown = await modexport(["show", "old hand"], archive: path)
      #expect(
        shown.output.contains(
          "tenure     joined on 4 Mar 2008, 05:06:07, left on 3 Feb 2011, 04:05:06 (by the rights log)"
        ),
        "\(shown)")
      let json = await modexport(["show", "old hand", "--json"], archive: path)
      #expect(json.json?["sites"]?.elements.first?["user_id"] == .null)
    }
  }

  /// That nobody is known says little where a log hides whom it is about.
  @Test(arguments: [Kind.hidden, .unread])
  func aLogThatHidesSomebodyDoesNotSayNobody(kind: Kind) async throws {
    try await withTemporaryFolder { folder in
      let path = try kind.make(in: folder)
      let held = await modexport(["list", "math", "--as-of", "2009-06"], archive: path)
      #expect(held.code == 3 && held.message.contains("hides whom some rows are about"), "\(held)")
      let former = await modexport(["list", "math", "--former"], archive: path)
      #expect(former.code == 3 && former.message.contains("hides whom"), "\(former)")
    }
  }

  @Test func wikitextIsATable() async throws {
    let outcome = try await sample("list", "math", "--former", "--format", "wikitext")
    #expect(
      outcome.output.hasPrefix("{| class=\"wikitable sortable\"\n! user id\n! display name\n"))
    #expect(
      outcome.output.contains("\n|-\n| 3\n| Sue Staff\n| staff\n| between 10 Nov and 12 Nov 2026\n")
    )
    let hostile = try await sample("list", "cooking", "--format", "wikitext")
    #expect(!hostile.output.contains("<b>") && hostile.output.contains("| =1+1 "))
    let changes = try await sample("changes", "--format", "wikitext", "--limit", "1")
    #expect(
      changes.output.contains("| between 15 Nov and 18 Nov 2026\n| Mathematics\n| Sue Staff left\n")
    )
    let both = try await sample("list", "math", "--format", "wikitext", "--json")
    #expect(both.code == 64)
  }

  @Test func aSiteComesFirstAndShowLeadsToIt() async throws {
    let found = try await sample("search", "mathematics")
    #expect(found.output.hasPrefix("site       name"))
    let json = try await sample("search", "mathematics", "--json")
    #expect(json.rows?.first?["site"]?["site"] == "math")
    #expect(json.rows?.first?["match"]?["kind"] == "exact")
    let shown = try await sample("show", "mathematics")
    #expect(shown.code == 64 && shown.message.contains("`modexport list math`"))
  }
}
