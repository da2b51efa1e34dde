import Foundation
import Roster
import SampleNetwork
import Testing

/// What `modexport-sample serve` serves, by kind of network.
struct SampleSetupTests {
  private static let moment = Date(timeIntervalSince1970: 1_800_000_000)

  private static func get(
    _ service: any SampleService, _ target: String, at time: Date = moment
  ) -> SampleResponse {
    // Wikis refuse clients without a contact.
    let request = SampleRequest(target: target, headers: ["user-agent": "tests (a@example.org)"])
    return service.answer(to: request, at: time)
  }

  private static func object(_ response: SampleResponse) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
  }

  private static func setup(
    _ kind: SampleKind, _ faults: String..., siteLimit: Int? = nil,
    limits: SampleSetup.Limits = .init()
  ) -> SampleSetup {
    SampleSetup(
      kind, network: SampleConfiguration(siteLimit: siteLimit), limits: limits, faults: faults)
  }

  @Test(
    arguments: [
      (SampleKind.exchange, nil, ["/2.3"]),
      (.forums, 3, ["/forum/stackoverflow", "/forum/serverfault", "/forum/superuser"]),
      (.forums, 0, []), (.wikis, 900, ["/stackoverflowwiki/api.php"]),
      (.wikis, 0, ["/meta/api.php"]),
    ] as [(SampleKind, Int?, [String])])
  func theEntranceIsWhereClientsBegin(
    kind: SampleKind, siteLimit: Int?, paths: [String]
  ) throws {
    let service = try Self.setup(kind, siteLimit: siteLimit).service()
    #expect(service.entrance.paths == paths)
  }

  @Test func thereAreAsManySitesAsUsual() throws {
    #expect(SampleKind.allCases.map(\.siteEstimate) == [346, 12, 174])
    #expect(try Self.setup(.forums).service().entrance.paths.count == 12)
  }

  @Test func thereAreAsManyWikisAsAskedFor() throws {
    let service = try Self.setup(.wikis, siteLimit: 900).service()
    let matrix = try Self.object(
      Self.get(service, "/stackoverflowwiki/api.php?action=sitematrix&smlimit=max&format=json"))
    #expect((matrix["sitematrix"] as? [String: Any])?["count"] as? Int == 900)
    // 174 of the recorded list; the numbers of the others go on after its last one.
    #expect(service.people(at: "topic1072wiki")?["sysop"]?.isEmpty == false)
    #expect(service.people(at: "topic1073wiki") == nil)
  }

  @Test func whoIsThereCanBeAsked() throws {
    for (kind, site, role) in [
      (SampleKind.exchange, "cooking", "moderators"), (.forums, "cooking", "admins"),
      (.wikis, "cookingwiki", "bureaucrat"),
    ] {
      let service = try Self.setup(kind, siteLimit: 40).service()
      let told = try Self.object(Self.get(service, "/sample/people/\(site)"))
      let rows = try #require(told[role] as? [[String: Any]])
      let truth = try #require(service.people(at: site)?[role])
      #expect(!truth.isEmpty && rows.compactMap { $0["id"] as? Int } == truth.map(\.id))
      #expect(rows.compactMap { $0["name"] as? String } == truth.map(\.name))
      #expect(rows.compactMap { $0["staff"] as? Bool } == truth.map(\.isStaff))
      #expect(truth.contains(where: \.isStaff) == (kind == .exchange))
      #expect(Self.get(service, "/sample/people/nowhere").status == 404)
    }
  }

  /// Those who ask are not refused: the question is none to the API.
  @Test func faultsDoNotChangeWhoIsThere() throws {
    let service = try Self.setup(.wikis, "http429", "hidden-user", siteLimit: 4).service()
    #expect(Self.get(service, "/stackoverflowwiki/api.php?action=query").status == 429)
    #expect(Self.get(service, "/sample/people/stackoverflowwiki").status == 200)
  }

  @Test(arguments: SampleKind.allCases)
  func everyAnswerHasTheNameAndTheTimeOfTheNetwork(kind: SampleKind) throws {
    var setup = Self.setup(kind, siteLimit: 2)
    setup.network.seed = 42
    setup.network.latency = .milliseconds(70)
    setup.network.clockOffset = .seconds(-7_200)
    let response = Self.get(try setup.service(), "/nowhere")
    #expect(response.server?.hasPrefix("modexport-sample-network/") == true)
    #expect(response.server?.hasSuffix(" (seed 42)") == true)
    #expect(response.delay == .milliseconds(70))
    #expect(response.date == Self.moment.addingTimeInterval(-7_200).httpDate)
  }

  @Test(
    arguments: [
      (SampleKind.forums, nil, 51), (.forums, 20, 6), (.forums, 0, nil), (.wikis, nil, 201),
      (.wikis, 3, 4), (.wikis, 0, nil), (.exchange, 2, 3), (.exchange, 0, nil),
    ] as [(SampleKind, Int?, Int?)])
  func aLimitIsEnforced(kind: SampleKind, rate: Int?, firstRefused: Int?) throws {
    let setup = Self.setup(kind, siteLimit: 2, limits: .init(rate: rate, quota: 0))
    let service = try setup.service()
    let rest =
      [SampleKind.exchange: "/sites", .forums: "/about.json", .wikis: "?action=sitematrix"][kind]
    let target = try #require(service.entrance.paths.first) + (rest ?? "")
    #expect((1...250).first { _ in Self.get(service, target).status >= 400 } == firstRefused)
  }

  @Test(arguments: [
    (
      Self.setup(.forums, "http500"),
      "There is no fault `http500`; the faults are address-limit, reader-limit, "
    ),
    (
      Self.setup(.wikis, "stuck=often"),
      "The fault `stuck` takes no `often`; it takes a number of requests (3)."
    ),
    (Self.setup(.exchange, "reset=often"), "The fault `reset` takes no `often`; it takes "),
    (
      Self.setup(.wikis, siteLimit: 20_001),
      "The number of sites 20001 is out of range; choose 0 to 20000."
    ),
  ])
  func whatCannotBeServedIsNamed(setup: SampleSetup, sentence: String) throws {
    let problem = try #require(throws: SampleSetup.Problem.self) { _ = try setup.service() }
    #expect(problem.sentence.hasPrefix(sentence))
  }

  /// The sites as paths and queries name them, and the lies that change nothing there.
  @Test(
    arguments: [
      (
        .exchange, "/2.3/users/moderators?filter=!-*jbN0CeyJHb&site=", "",
        ["odd-roles", "many-roles"]
      ),
      (.forums, "/forum/", "/about.json", ["odd-roles", "many-roles", "huge-total"]),
      (.wikis, "/", "wiki/api.php?action=query&meta=siteinfo&siprop=usergroups", []),
    ] as [(SampleKind, String, String, [String])], SampleKind.lies.map(\.name))
  func aLieConcernsTheServerOfItsSite(
    place: (kind: SampleKind, start: String, end: String, without: [String]), lie: String
  ) throws {
    let name = place.kind == .wikis ? "superuserwiki" : "superuser"
    let services = try [
      Self.setup(place.kind, "\(lie)=1@\(name)", siteLimit: 3),
      Self.setup(place.kind, siteLimit: 3),
    ].map { try $0.service() }
    func isChanged(at site: String) -> Bool {
      let answers = services.map { Self.get($0, place.start + site + place.end) }
      return answers[0] != answers[1]
    }
    #expect(!isChanged(at: "serverfault"))
    #expect(isChanged(at: "superuser") == !place.without.contains(lie))
    // Once, as it says.
    #expect(!isChanged(at: "superuser"))
  }

  @Test func aLieThatIsToldWrongIsNamed() throws {
    let problem = try #require(throws: SampleSetup.Problem.self) {
      _ = try Self.setup(.forums, "cached=often@cooking").service()
    }
    #expect(problem.sentence.hasPrefix("The fault `cached` takes no `often`; it takes "))
  }

  @Test(arguments: SampleKind.allCases)
  func everyFaultIsDescribedOnce(kind: SampleKind) {
    let faults = kind.faults + SampleKind.lies
    #expect(faults.allSatisfy { $0.meaning.hasSuffix(".") })
    #expect(Set(faults.map(\.name)).count == faults.count && faults.count > 15)
    #expect(Set(faults.map(\.meaning)).count == faults.count)
  }
}
