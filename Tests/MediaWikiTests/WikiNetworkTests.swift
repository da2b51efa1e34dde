import MediaWiki
import Networks
import Roster
import TestKit
import Testing
import Transport

/// What a wiki gives for a roster.
struct WikiNetworkTests {
  private static func info(_ groups: [String]) -> RawResponse {
    let rows = groups.map { #"{"name":"\#($0)","rights":["block"],"number":1}"# }
    return WikiReplies.json(
      #"""
      {"batchcomplete":true,"query":{"general":{"wikiid":"xwiki","sitename":"X"},
      "usergroups":[\#(rows.joined(separator: ","))]}}
      """#)
  }

  private static func network() throws -> MediaWikiNetwork {
    MediaWikiNetwork(program: "modexport/1.0", contact: nil)
  }

  private static func lists(
    _ network: MediaWikiNetwork, known: Set<Role>, through transport: any ClientTransport
  ) async throws -> SiteLists {
    let site = try #require(network.site(at: "https://wiki.example/w/api.php"))
    return try await network.lists(
      of: site,
      ListContext(known: {
        KnownRoster(users: Dictionary(uniqueKeysWithValues: known.map { ($0, []) }))
      }), through: transport)
  }

  /// None of them says its name, and the order of names is that of a database.
  @Test(arguments: WikiRelease.all) func eachReleaseIsReadToItsGrade(_ release: WikiRelease)
    async throws
  {
    let transport = ScriptedTransport { label, _ in release.respond(to: label) }
    let network = try Self.network()
    let lists = try await Self.lists(network, known: [], through: transport)
    #expect(lists.rosters.map(\.role.rawValue) == ["sysop", "bureaucrat"] && lists.siteName == nil)
    let evidence = try await lists.walked(pageSize: 2, by: network.rules, through: transport)
    let ids = evidence.pages(of: .first).flatMap(\.userIDs)
    #expect(ids == WikiRelease.sysops.map(\.1))
    #expect(evidence.verdict(by: network.rules) == .unproven([.totalMayBeOld]))
    #expect(evidence.verdict(by: network.rules).grade == .corroborated)
  }

  /// A wiki that lists the second reading in the order of the first proves nothing.
  @Test func aReadingInTheSameOrderIsNone() async throws {
    let transport = ScriptedTransport { label, _ in
      WikiRelease(number: "1.43").respond(to: label.replacing("descending", with: "ascending"))
    }
    let network = try Self.network()
    let lists = try await Self.lists(network, known: [], through: transport)
    let evidence = try await lists.walked(pageSize: 2, by: network.rules, through: transport)
    #expect(evidence.verdict(by: network.rules) == .incomplete([.notRepeated]))
  }

  /// A wiki of a farm is known by that name only.
  @Test func aWikiOfAFarmHasANameInIt() async throws {
    let api = try WebAddress("https://meta.wikimedia.org/w/api.php")
    let contact = try #require(OperatorContact("ops@example.org"))
    let farm = MediaWikiNetwork(farm: api, program: "modexport/1.0", contact: contact)
    let transport = ScriptedTransport { label, _ in WikiRelease(number: "1.43").respond(to: label) }
    let site = Site(SiteRef(farm.id, "dewiki"), name: "W", url: "https://de.wikipedia.org")
    await #expect(throws: Fault.self) {
      try await farm.lists(of: site, ListContext(), through: transport)
    }
  }

  /// Nobody is in a group that the wiki has abolished; one that is there again has to be read.
  @Test(arguments: [["sysop"], ["sysop", "eliminator"]])
  func aGroupThatIsGoneHasNoMembers(later: [String]) async throws {
    let transport = ScriptedTransport { _, number in
      Self.info(number == 0 ? ["sysop"] : later)
    }
    let eliminator = Role(rawValue: "eliminator")
    let lists = try await Self.lists(
      Self.network(), known: [Role(rawValue: "sysop"), eliminator], through: transport)
    #expect(lists.rosters.map(\.role.rawValue) == ["sysop", "eliminator"])
    #expect(lists.source.hasPrefix("groups=sysop,eliminator&"))
    let list = try #require(lists.rosters.last)
    let answer = try await list.page(
      PageQuery(at: .start, pageSize: 500, reading: .first), transport)
    #expect((answer.payload == nil) == (later.count == 2))
    #expect(answer.payload.map { $0.items.isEmpty && $0.total == 0 && !$0.hasMore } ?? true)
  }

  /// A wiki without any group that moderates has an empty roster, which is read and proven as any other.
  @Test func aWikiWithoutSuchAGroupHasAnEmptyList() async throws {
    let transport = ScriptedTransport { _, _ in Self.info([]) }
    let lists = try await Self.lists(Self.network(), known: [], through: transport)
    #expect(lists.rosters.map(\.role.rawValue) == ["sysop"])
    let answer = try await lists.rosters[0].page(
      PageQuery(at: .start, pageSize: 500, reading: .first), transport)
    #expect(answer.payload.map { $0.items.isEmpty && $0.total == 0 && !$0.hasMore } == true)
  }

  /// Two farms have the same numbers for accounts of different people.
  @Test func wikisThatStandAloneHaveNoAccounts() async throws {
    let transport = ScriptedTransport { label, _ in
      label.contains("siteinfo")
        ? Self.info(["sysop"])
        : WikiReplies.json(
          #"""
          {"batchcomplete":true,"query":{"allusers":[{"userid":1,"name":"A","groups":["sysop"]}]}}
          """#)
    }
    let network = try Self.network()
    let lists = try await Self.lists(network, known: [], through: transport)
    let query = PageQuery(at: .start, pageSize: 500, reading: .first)
    let page = try await lists.rosters[0].page(query, transport)
    #expect(page.payload?.items.map(\.accountID) == [nil])
    #expect(transport.requests.allSatisfy { !$0.contains("centralids") })
    #expect(network.partialAnswers == nil)
  }

  /// While a rename is on its way, a wiki does not tell whose account it is.
  @Test func anAccountThatIsNotToldStays() throws {
    let api = try #require(try? WebAddress("https://meta.wikimedia.org/w/api.php"))
    let contact = try #require(OperatorContact("ops@example.org"))
    let answers = try #require(
      MediaWikiNetwork(farm: api, program: "modexport/1.0", contact: contact).partialAnswers)
    let known = Moderator(userID: 1, accountID: 501, displayName: "Old")
    #expect(answers.isPartial("groups=sysop"))
    for (told, kept) in [(nil, 501), (777, 777)] as [(Int?, Int)] {
      let row = Moderator(userID: 1, accountID: told, displayName: "New")
      let completed = answers.completing(row, known)
      #expect(completed.accountID == kept && completed.displayName == "New")
    }
  }
}
