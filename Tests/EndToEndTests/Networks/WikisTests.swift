import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import TestKit
import Testing

/// The program against sample wikis.
@Suite(.bounded) struct WikisTests {
  private struct Place: Sendable {
    var root: String
    var wikis: SampleWikis

    var matrix: String { address("cooking") }
    func address(_ id: SiteID) -> String { "\(root)/\(SampleWikis.database(of: id))/w/api.php" }

    /// Arguments that read the whole farm.
    func farm(_ more: [String] = []) -> [String] {
      Program.sync(
        sites: [],
        ["--network", "wikimedia", "--all", "--api-url", matrix, "--contact", "ops@example.org"]
          + more)
    }

    /// Who moderates the readable wikis.
    var truth: Set<Holder> {
      wikis.configuration.network.network.mainSites.map(\.site.id)
        .filter { wikis.readableDatabases.contains(SampleWikis.database(of: $0)) }
        .map { wikis.moderators(of: $0) }.reduce(into: Set()) { $0.formUnion($1) }
    }
  }

  private static func withWikis(
    _ faults: [String] = [], siteLimit: Int = 20, day: Int = 60, giant: Int? = nil,
    _ body: @escaping @Sendable (Place, ArchiveFile, String) async throws -> Void
  ) async throws {
    let wikis = SampleWikis(
      WikiConfiguration(
        network: SampleConfiguration(day: day, siteLimit: siteLimit, giant: giant ?? 0),
        perMinute: nil, faults: try faults.map { try ServerFault($0) }))
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ wikis.respond(to: $0, at: $1) }) { root in
        try await body(Place(root: root, wikis: wikis), ArchiveFile(in: folder), folder)
      }
    }
  }

  @Test func aFarmIsMirroredWhole() async throws {
    try await Self.withWikis { place, archive, folder in
      let ending = try await Program.run(place.farm(), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let truth = place.truth
      #expect(Set(truth.map(\.role)).isSuperset(of: ["sysop", "bureaucrat", "eliminator"]))
      #expect(try archive.holders(of: "wikimedia") == truth)
      let grades = try archive.grades(of: "wikimedia")
      #expect(grades.count == place.wikis.readableDatabases.count)
      #expect(grades.values.allSatisfy { $0 == "unproven corroborated" })
      try archive.expectProven()
      // Accounts are those of the farm, where they are attached.
      let people = try archive.count(
        "SELECT count(*) FROM moderators WHERE network = 'wikimedia' AND account_id > 0")
      #expect(people > 0)
    }
  }

  /// What is listed is taken over; that all wikis are mirrored is not proven.
  @Test func aFarmWhoseListLacksAWikiIsNotProven() async throws {
    try await Self.withWikis(["matrix-cut"]) { place, archive, folder in
      let ending = try await Program.run(place.farm(), in: folder)
      #expect(ending.code == 3, "\(ending.messages)")
      let count = place.wikis.readableDatabases.count
      #expect(
        ending.messages.contains("contains \(count - 1) of a total of \(count) sites"),
        "\(ending.messages)")
      #expect(try archive.grades(of: "wikimedia").count == count - 1)
    }
  }

  /// The plan is that of the run, to the request, once the lists of the wikis are known.
  @Test func theEstimateHolds() async throws {
    try await Self.withWikis { place, _, folder in
      _ = try await Program.run(place.farm(), in: folder)
      let before = place.wikis.requestCount
      let plan = try await Program.run(place.farm(["--dry-run"]), in: folder)
      #expect(place.wikis.requestCount == before)
      let count = try #require(plan.messages.firstMatch(of: /About ([0-9,]+) requests/))
      let estimate = try #require(Int(count.1.filter(\.isNumber)))
      let ending = try await Program.run(place.farm(), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      #expect(place.wikis.requestCount - before == estimate)
    }
  }

  /// A quarter of the wikis tells how many requests all of them take, though they have different groups.
  @Test func aPartOfTheFarmTellsTheRequestsOfAll() async throws {
    try await Self.withWikis(siteLimit: 160) { place, _, folder in
      _ = try await Program.run(place.farm(["--max-requests", "300"]), in: folder)
      let plan = try await Program.run(place.farm(["--dry-run"]), in: folder)
      let count = try #require(plan.messages.firstMatch(of: /About ([0-9,]+) requests/))
      let estimate = try #require(Int(count.1.filter(\.isNumber)))
      let before = place.wikis.requestCount
      let ending = try await Program.run(place.farm(), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let sent = place.wikis.requestCount - before
      #expect(sent > 500)
      #expect(abs(estimate - sent) * 20 <= sent, "planned \(estimate), sent \(sent)")
    }
  }

  @Test func aWikiThatStandsAloneIsNamedByItsAPI() async throws {
    try await Self.withWikis(giant: 1_300) { place, archive, folder in
      let ending = try await Program.run(
        Program.sync(
          sites: [place.address("giant")], ["--contact", "ops@example.org"]), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let site = String(place.address("giant").dropFirst("http://".count))
      #expect(
        try archive.holders(of: "mediawiki") == place.wikis.moderators(of: "giant", as: site))
      #expect(try archive.grades(of: "mediawiki") == [site: "unproven corroborated"])
      try archive.expectProven()
    }
  }

  @Test func aFarmWantsAContact() async throws {
    try await Self.withWikis { place, _, folder in
      let arguments = place.farm().filter { !["--contact", "ops@example.org"].contains($0) }
      let ending = try await Program.run(arguments, in: folder)
      #expect(ending.code == 64)
      #expect(ending.messages.contains("--contact"))
      #expect(place.wikis.requestCount == 0)
    }
  }

  /// Whatever a wiki does, what is published is what it holds, but for users whom it hides.
  @Test(arguments: WikiFault.allCases, ["", "=1"])
  func noFaultPublishesAWrongRoster(fault: WikiFault, most: String) async throws {
    try await Self.withWikis([fault.rawValue + most], siteLimit: 6, giant: 1_300) {
      place, archive, folder in
      let before = place.truth
      let ending = try await Program.run(place.farm(), in: folder)
      #expect([0, 3, 69, 75].contains(ending.code), "\(ending.messages)")
      let after = place.truth
      for (site, grade) in try archive.grades(of: "wikimedia") {
        let held = try archive.holders(of: "wikimedia").filter { $0.site == site }
        let truths = [before, after].map { $0.filter { $0.site == site } }
        if grade == "unproven corroborated" {
          #expect(truths.contains(held), "\(fault) at \(site)")
        } else {
          #expect(grade == "unproven published" && held.isSubset(of: after), "\(fault) at \(site)")
          #expect([.hiddenUser, .oldSize].contains(fault), "\(fault) at \(site)")
        }
      }
      try archive.expectProven()
    }
  }
}
