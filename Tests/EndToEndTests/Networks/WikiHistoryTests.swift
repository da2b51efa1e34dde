import ArchiveKit
import Foundation
import Roster
import SampleNetwork
import Synchronization
import TestKit
import Testing

/// The program against the logs of sample wikis.
@Suite(.bounded) struct WikiHistoryTests {
  /// Wikis whose day can change.
  private final class Wikis: Sendable {
    private let state: Mutex<SampleWikis>
    private let giant: Int

    init(day: Int, giant: Int = 0) {
      self.giant = giant
      state = Mutex(Self.made(day: day, giant: giant, faults: []))
    }

    var now: SampleWikis { state.withLock { $0 } }

    func move(toDay day: Int, faults: [ServerFault<WikiFault>] = []) {
      state.withLock { $0 = Self.made(day: day, giant: giant, faults: faults) }
    }

    private static func made(
      day: Int, giant: Int, faults: [ServerFault<WikiFault>]
    ) -> SampleWikis {
      SampleWikis(
        WikiConfiguration(
          network: SampleConfiguration(day: day, siteLimit: 8, giant: giant), perMinute: nil,
          faults: faults))
    }
  }

  private struct Place: Sendable {
    var root: String
    var wikis: Wikis

    func sync(_ more: [String]) -> [String] {
      let api = "\(root)/\(wikis.now.centralDatabase ?? "")/w/api.php"
      return Program.sync(
        sites: [],
        ["--network", "wikimedia", "--all", "--api-url", api, "--contact", "ops@example.org"]
          + more)
    }

    /// The tenures that the logs tell of the lists of an archive, as the view has them.
    func told(_ archive: ArchiveFile) throws -> Set<Told> {
      let lists = Set(
        try archive.rows(
          "SELECT DISTINCT w.site, p.role FROM pages p JOIN walks w ON w.id = p.walk_id"))
      let service = wikis.now
      return service.configuration.network.network.mainSites.map(\.site.id)
        .filter { service.readableDatabases.contains(SampleWikis.database(of: $0)) }
        .reduce(into: []) { told, id in
          let site = SampleWikis.database(of: id)
          for tenure in service.tenures(of: id) where lists.contains([site, tenure.group]) {
            told.insert(
              Told(
                site: site, name: tenure.name, role: tenure.group,
                since: Date(unixSeconds: tenure.beganAt).rfc3339,
                until: tenure.endedAt.map { Date(unixSeconds: $0).rfc3339 }))
          }
        }
    }
  }

  private struct Told: Hashable {
    var site: String
    var name: String
    var role: String
    var since: String
    var until: String?
  }

  private static func withWikis(
    day: Int = 60, giant: Int = 0,
    _ body: @escaping @Sendable (Place, ArchiveFile, String) async throws -> Void
  ) async throws {
    let wikis = Wikis(day: day, giant: giant)
    try await withTemporaryFolder { folder in
      try await SampleListener.withRunning({ wikis.now.respond(to: $0, at: $1) }) { root in
        try await body(Place(root: root, wikis: wikis), ArchiveFile(in: folder), folder)
      }
    }
  }

  private static func logged(_ archive: ArchiveFile) throws -> Set<Told> {
    Set(
      try archive.rows(
        """
        SELECT site, display_name, role, began_before, ended_before FROM tenures
        WHERE began_after = began_before
          AND (ended_after = ended_before OR ended_before IS NULL AND grade IS NOT NULL)
        """
      ).map {
        Told(
          site: $0[0] ?? "", name: $0[1] ?? "", role: $0[2] ?? "", since: $0[3] ?? "", until: $0[4])
      })
  }

  @Test func logsTellTenuresFromBeforeTheArchive() async throws {
    try await Self.withWikis { place, archive, folder in
      let first = try await Program.run(place.sync([]), in: folder)
      #expect(first.code == 0, "\(first.messages)")
      #expect(try Self.logged(archive).isEmpty)
      let ending = try await Program.run(place.sync(["--history", "20"]), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      let roles = Set(try archive.rows("SELECT DISTINCT role FROM tenures").compactMap(\.[0]))
      #expect(roles.isSuperset(of: ["sysop", "bureaucrat", "eliminator"]))
      let (told, logged) = (try place.told(archive), try Self.logged(archive))
      #expect(logged == told, "\(logged.symmetricDifference(told).sorted { $0.name < $1.name })")
      #expect(told.contains { $0.name == "Old Hand 3" && $0.until != nil })
      // Everybody on a roster has a tenure there, and no two.
      let present = try archive.count(
        "SELECT count(*) FROM tenures WHERE ended_before IS NULL AND grade IS NOT NULL")
      #expect(present == (try archive.count("SELECT count(*) FROM moderators")))
      try archive.expectProven()
    }
  }

  /// What was added to a log since the last run is read from there, and a roster and a log agree on it.
  @Test func aLaterRunReadsWhatWasAdded() async throws {
    try await Self.withWikis { place, archive, folder in
      _ = try await Program.run(place.sync(["--history", "20"]), in: folder)
      let before = place.wikis.now.requestCount
      place.wikis.move(toDay: 75)
      let ending = try await Program.run(place.sync(["--history", "20"]), in: folder)
      #expect(ending.code == 0, "\(ending.messages)")
      #expect(place.wikis.now.requestCount < before + 10)
      try archive.expectProven()
      // What the log tells of days before the first reading and the rosters show later is not believed:
      // the clock of the wikis is behind that of the readings.
      #expect(try archive.count("SELECT count(*) FROM former_moderators") > 0)
      #expect(
        try archive.count(
          """
          SELECT count(*) FROM tenures t JOIN former_moderators m USING (network, site, user_id, role)
          WHERE t.grade IS NOT NULL AND (t.began_before > m.first_seen OR t.ended_before > m.left_at)
          """) == 0)
      let told = try place.told(archive)
      #expect(try Self.logged(archive).isSubset(of: told))
    }
  }

  /// The parser of XML has a bound of its own, at which it would print what the dump contains.
  @Test func whatADumpContainsIsNotPrinted() async throws {
    try await Self.withWikis { place, archive, folder in
      _ = try await Program.run(place.sync([]), in: folder)
      let text = String(repeating: "\u{9B}31m\u{202E}EVIL", count: 1 << 20)
      try """
      <mediawiki><siteinfo><dbname>metawiki</dbname></siteinfo>
      <logitem><id>1</id><comment>\(text)</comment></logitem></mediawiki>
      """.write(toFile: "\(folder)/dump.xml", atomically: true, encoding: .utf8)
      let ending = try await Program.run(
        ["backfill", "dump.xml", "--archive", archive.path], in: folder)
      #expect(ending.code == 1)
      #expect(ending.messages.contains("more than 10 MB"), "\(ending.messages.prefix(500))")
      #expect(!ending.messages.contains("EVIL"))
      #expect(ending.messages.split(separator: "\n").count == 1)
    }
  }

  /// A log that one run does not read to its beginning tells nothing that is not certain, and the next
  /// runs go on.
  @Test func aLongLogIsReadInPieces() async throws {
    try await Self.withWikis(day: 3, giant: 1_300) { place, archive, folder in
      var counts: [Int] = []
      for _ in 0..<6 {
        let ending = try await Program.run(place.sync(["--history", "1"]), in: folder)
        #expect(ending.code == 0, "\(ending.messages)")
        let logged = try Self.logged(archive)
        #expect(logged.isSubset(of: try place.told(archive)))
        counts.append(logged.count)
        try archive.expectProven()
      }
      #expect(counts == counts.sorted() && counts.first != counts.last, "\(counts)")
      #expect(try Self.logged(archive) == place.told(archive))
      #expect(try archive.count("SELECT count(*) FROM history_log WHERE NOT is_whole") == 0)
    }
  }
}
