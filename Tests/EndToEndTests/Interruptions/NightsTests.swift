import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// `scripts/mirror` in cron's own environment, night after night, of which some are bad.
@Suite(.bounded) struct NightsTests {
  private static let nights = 30
  private static let seed =
    ProcessInfo.processInfo.environment["MODEXPORT_NIGHTS_SEED"].flatMap { UInt64($0) }
    ?? 20_261_121

  @Test func afterThirtyNightsEverySiteIsCompleteAndNoChangeIsFalse() async throws {
    var random = SeededRandom(seed: Self.seed)
    let plan = Night.plan(Self.nights, &random)
    print("seed \(Self.seed): \(plan.map(\.kind.rawValue).joined(separator: " "))")
    try await withTemporaryFolder { folder in
      try NightFolder.prepare(folder)
      var diary = Diary(ArchiveFile(in: folder))
      for night in plan {
        let (ending, asked) = try await night.run(in: folder)
        night.expect(ending, seed: Self.seed)
        try diary.note(night, asked: asked)
      }
      try diary.expectTruth(Night.configuration(day: Self.nights - 1).network)
    }
  }
}

/// A folder as cron's user has it: the scripts, and a program that was built before.
private enum NightFolder {
  static func prepare(_ folder: String) throws {
    let files = FileManager.default
    try files.copyItem(
      atPath: projectFolder.appending(path: "scripts").path, toPath: "\(folder)/scripts")
    try files.createDirectory(
      atPath: "\(folder)/.build/release", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(folder)/.build/release/modexport", withDestinationPath: Program.path)
  }
}

/// One night: what is wrong with it, and how the script must end for that.
private struct Night {
  enum Kind: String {
    case good
    case cutShort = "cut"
    case noNetwork = "no-network"
    case smallQuota = "quota"
    case wrongClock = "clock"
  }

  var day: Int
  var kind: Kind
  /// Between 0 and 1: how much of what can be chosen.
  var share: Double

  /// The first is cut short, the last is good, and one has a wrong clock.
  static func plan(_ count: Int, _ random: inout SeededRandom) -> [Night] {
    let kinds: [Kind] =
      [.wrongClock] + Array(repeating: .noNetwork, count: 4)
      + Array(repeating: .smallQuota, count: 5)
      + Array(repeating: .good, count: count - 12)
    let between = kinds.shuffled(using: &random)
    return ([.cutShort] + between + [.good]).enumerated().map { day, kind in
      Night(day: day, kind: kind, share: Double.random(in: 0..<1, using: &random))
    }
  }

  static func configuration(day: Int) -> SampleConfiguration {
    SampleConfiguration(day: day, siteLimit: 24, limits: .off)
  }

  private var configuration: SampleConfiguration {
    var configuration = Self.configuration(day: day)
    switch kind {
    case .good, .noNetwork: break
    case .cutShort: configuration.latency = .milliseconds(30)
    case .smallQuota:
      configuration.limits = SampleLimits(
        requestsPerSecond: nil, keylessQuota: 11 + Int(share * 10))
    case .wrongClock: configuration.clockOffset = .seconds(share < 0.5 ? 7_200 : -7_200)
    }
    return configuration
  }

  /// Runs the script to its end, and returns the sites that it requested.
  func run(in folder: String) async throws -> (Ending, Set<SiteID>) {
    guard kind != .noNetwork else {
      return (try await mirror("http://127.0.0.1:9/2.3", in: folder) { _ in }, [])
    }
    return try await SampleServer.withRunning(configuration) { base, server in
      let ending = try await mirror(base, in: folder) { program in
        guard kind == .cutShort else { return }
        let moment = 1 + Int(share * Double(server.api.network.requestsOfACleanSync - 2))
        try await waitUntil { server.requestCount >= moment || !program.isRunning }
        program.send(SIGTERM)
      }
      return (ending, Set(server.log.filter { $0.answer == "ok" }.compactMap(\.site)))
    }
  }

  /// The time between two nights is not waited for, nor is any other.
  private func mirror(
    _ base: String, in folder: String, _ meanwhile: (RunningProgram) async throws -> Void
  ) async throws -> Ending {
    let options = [
      "--archive=\(ArchiveFile.name)", "--api-url=\(base)", "--max-age=0s", "--refresh-sites",
      "--recheck-after=0s", "--retry-delay=5ms", "--retries=1", "--rate=1000", "--timeout=10s",
      "--concurrency=2",
    ]
    return try await Program.running(
      options, command: ["-i", "PATH=/usr/bin:/bin", "bash", "scripts/mirror"], in: folder
    ) { program in
      try await meanwhile(program)
      return try await program.ending
    }
  }

  func expect(_ ending: Ending, seed: UInt64) {
    let (code, words): (Int32, String) =
      switch kind {
      case .good: (0, "")
      case .cutShort: (143, "Stopped; everything fetched so far is kept.")
      case .noNetwork: (69, "The API has not answered")
      case .smallQuota: (75, "the quota is down to its reserve")
      case .wrongClock: (1, "This machine's clock shows")
      }
    let place = "seed \(seed), night \(day), \(kind)"
    #expect(ending.code == code, "\(place): \(ending.messages)")
    #expect(ending.output.isEmpty, "\(place)")
    #expect(ending.messages.contains(words) == (kind != .good), "\(place): \(ending.messages)")
    #expect(kind != .good || ending.messages.isEmpty, "\(place): \(ending.messages)")
    #expect(ending.messages.split(separator: "\n").count <= 1, "\(place): \(ending.messages)")
  }
}

/// On which days the archive's rosters were read.
private struct Diary {
  let file: ArchiveFile
  private var lastAsked: [SiteID: Int] = [:]
  private var published: [SiteID: String] = [:]
  private var days: [SiteID: [Int]] = [:]

  init(_ file: ArchiveFile) {
    self.file = file
  }

  /// A roster that was published without having been asked for, as also a night without network may do it,
  /// was read by the night that was cut short.
  mutating func note(_ night: Night, asked: Set<SiteID>) throws {
    for site in asked { lastAsked[site] = night.day }
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let rows = try file.rows("SELECT site, published_at FROM sites WHERE published_at IS NOT NULL")
    for row in rows {
      guard let site = row[0], let date = row[1], published[site] != date else { continue }
      #expect(night.kind != .wrongClock)
      published[site] = date
      days[site, default: []].append(try #require(lastAsked[site]))
    }
  }

  func expectTruth(_ network: SampleWorld) throws {
    #expect(try file.rosters() == network.mainRosters)
    let incomplete = "SELECT count(*) FROM sites WHERE complete_at IS NOT published_at"
    #expect(try file.count(incomplete) == 0)
    let main = network.mainSites.map(\.site.id)
    let truth = main.flatMap { network.changes(of: $0, seenOn: days[$0] ?? []) }
    #expect(truth.count > 10)
    #expect(try file.changes().sorted() == truth.map(\.line).sorted())
    try file.expectProven()
  }
}
