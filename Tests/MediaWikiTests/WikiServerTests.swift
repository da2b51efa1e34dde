import FoundationEssentials
import MediaWiki
import Networks
import Roster
import SampleNetwork
import TestKit
import Testing
import Transport

/// The sample wikis over real sockets on loopback.
@Suite(.timeLimit(.minutes(5)))
struct WikiServerTests {
  /// A wiki, what it really holds, and the way to it.
  struct Visit: Visiting {
    var wiki: WikiEndpoint
    var wikis: SampleWikis
    var transport: HTTPTransport

    /// All pages of a list.
    func all<Item>(_ page: (Continuation?) -> Request<Page<Item>>) async throws -> [Page<Item>] {
      var pages: [Page<Item>] = []
      var token: Continuation?
      repeat {
        pages.append(try await get(page(token)))
        token = pages.last?.continuation.flatMap { Continuation(token: $0) }
      } while token != nil && pages.count < 500
      return pages
    }
  }

  private static func visit(
    _ faults: [String] = [], site: SiteID = "stackoverflow", contact: String? = "ops@example.org",
    perMinute: Int? = nil, seed: UInt64 = 1, day: Int = 0, siteLimit: Int? = 40,
    _ body: @escaping @Sendable (Visit) async throws -> Void
  ) async throws {
    let wikis = SampleWikis(
      WikiConfiguration(
        network: SampleConfiguration(seed: seed, day: day, siteLimit: siteLimit),
        perMinute: perMinute,
        faults: try faults.map { try ServerFault($0) }))
    // The clock of the server stands still: limits do not depend on how busy this machine is.
    let now = Date()
    try await SampleListener.withRunning({ request, _ in wikis.respond(to: request, at: now) }) {
      root in
      let address = try #require(
        try? WebAddress("\(root)/\(SampleWikis.database(of: site))/api.php"))
      try await HTTPTransport.withTransport(timeout: 300, connections: 1, userAgent: "tests") {
        transport in
        let wiki = WikiEndpoint(
          address, program: "modexport/1.0", contact: contact.flatMap { OperatorContact($0) })
        try await body(Visit(wiki: wiki, wikis: wikis, transport: transport))
      }
    }
  }

  @Test(arguments: [500, 7, 2], [NameOrder.ascending, .descending])
  func theMembersAreThoseOfTheWiki(limit: Int, order: NameOrder) async throws {
    for seed: UInt64 in limit < 7 ? [1] : [1, 2] {
      try await Self.visit(seed: seed) { visit in
        let info = try await visit.get(visit.wiki.info())
        #expect(
          info.groups.filter(\.moderates).map(\.name) == [
            "sysop", "bureaucrat", "eliminator", "oversight",
          ])
        #expect(info.wikiID == "stackoverflowwiki")
        for group in info.groups.filter(\.moderates) {
          let pages = try await visit.all { token in
            visit.wiki.members(
              of: group.name, from: token, limit: limit, order: order,
              articles: info.articleAddress)
          }
          let truth = visit.wikis.members(of: group.name, at: "stackoverflow")
          let ids = truth.map(\.id)
          #expect(
            pages.flatMap(\.items).map(\.userID)
              == (order == .ascending ? ids : ids.reversed()), "seed \(seed)")
          #expect(group.size == ids.count)
          let accounts = Dictionary(
            truth.map { ($0.id, $0.isAttached ? $0.centralID : nil) }
          ) { first, _ in first }
          #expect(
            pages.flatMap(\.items).allSatisfy {
              accounts[$0.userID] == .some($0.accountID)
            })
        }
      }
    }
  }

  @Test(arguments: [
    ("maxlag", "temporary server 5"), ("ratelimited", "locked out 30"),
    ("http429", "locked out 30"), ("client-refused", "permanent access_denied"),
    ("unavailable", "temporary not_the_api 3"), ("private-wiki", "permanent refused"),
    ("internal-error", "temporary server"), ("malformed", "temporary undecodable"),
    ("group-unknown", "permanent undecodable"), ("group-ignored", "permanent undecodable"),
  ])
  func aFaultIsUnderstood(fault: String, expected: String) async throws {
    try await Self.visit(["\(fault)=1"]) { visit in
      let request = visit.wiki.members(of: "sysop")
      let faulty = try await visit.send(request)
      #expect(WikiReplies.kind(faulty.outcome) == expected)
      let good = try await visit.send(request)
      #expect(good.outcome == .good)
    }
  }

  @Test(arguments: ["short-page=3", "empty-page=1"])
  func aShortPageEndsNoList(fault: String) async throws {
    try await Self.visit([fault]) { visit in
      let pages = try await visit.all { visit.wiki.members(of: "sysop", from: $0, limit: 10) }
      #expect(
        pages.flatMap(\.items).map(\.userID)
          == visit.wikis.members(of: "sysop", at: "stackoverflow").map(\.id))
      #expect(pages.dropLast().contains { $0.items.count < 10 })
    }
  }

  /// The walk over the pages must notice what no page can tell.
  @Test func aTokenThatRepeatsIsShown() async throws {
    try await Self.visit(["stuck"]) { visit in
      let first = try await visit.get(visit.wiki.members(of: "sysop", limit: 5))
      let token = try #require(first.continuation.flatMap { Continuation(token: $0) })
      let second = try await visit.get(visit.wiki.members(of: "sysop", from: token, limit: 5))
      #expect(second.continuation == first.continuation && second.items == first.items)
    }
  }

  @Test(arguments: [("hidden-user", -1), ("old-size", 1)])
  func theSizeOfAGroupIsNoProofAlone(fault: String, difference: Int) async throws {
    try await Self.visit(["\(fault)"]) { visit in
      let info = try await visit.get(visit.wiki.info())
      let size = try #require(info.groups.first { $0.name == "sysop" }?.size)
      let pages = try await visit.all { visit.wiki.members(of: "sysop", from: $0) }
      #expect(pages.flatMap(\.items).count == size + difference)
    }
  }

  @Test func aUserRenamedForwardsComesTwiceUnderOneID() async throws {
    try await Self.visit(["rename=1"]) { visit in
      let pages = try await visit.all { visit.wiki.members(of: "sysop", from: $0, limit: 4) }
      let ids = pages.flatMap(\.items).map(\.userID)
      #expect(ids.count == Set(ids).count + 1 && ids.count { $0 == ids.first } == 2)
    }
  }

  @Test(arguments: [5_000, 3])
  func theMatrixListsTheWikisThatCanBeRead(limit: Int) async throws {
    try await Self.visit(siteLimit: nil) { visit in
      let pages = try await visit.all { visit.wiki.siteMatrix(from: $0, limit: limit) }
      let sites = pages.flatMap(\.items)
      #expect(Set(sites.map(\.id)) == Set(visit.wikis.readableDatabases))
      #expect(sites.count == visit.wikis.readableDatabases.count && sites.count > 100)
      #expect(sites.contains { $0.state == "closed" } && sites.contains { $0.name.contains("(") })
    }
  }

  @Test func theTotalOfAMatrixThatLacksAWikiTellsIt() async throws {
    try await Self.visit(["matrix-cut=1"]) { visit in
      let page = try await visit.get(visit.wiki.siteMatrix())
      #expect(page.total == page.items.count + 1)
    }
  }

  @Test(arguments: [LogOrder.oldestFirst, .newestFirst])
  func theLogTellsTheHistory(order: LogOrder) async throws {
    try await Self.visit(day: 60) { visit in
      let pages = try await visit.all {
        visit.wiki.log(.rights, from: $0, limit: 3, order: order)
      }
      let rows = pages.flatMap(\.items)
      #expect(rows.count > 6 && Set(rows.map(\.id)).count == rows.count)
      let times = rows.map(\.time)
      #expect(times == (order == .oldestFirst ? times.sorted() : times.sorted().reversed()))
      let changes = rows.compactMap(\.rightsChange)
      #expect(changes.count == rows.count)
      #expect(changes.contains { $0.after == nil } && changes.contains { $0.name == nil })
      #expect(changes.contains { $0.site == "metawiki" })
      let start = try #require(rows.min { $0.time < $1.time }).time.addingTimeInterval(2)
      let later = try await visit.get(visit.wiki.log(.rights, since: start, limit: 500))
      #expect(later.items.count == rows.count - 3)
      let renames = try await visit.all { visit.wiki.log(.renames, from: $0, limit: 500) }
        .flatMap(\.items)
      #expect(!renames.isEmpty)
      for row in renames {
        #expect(row.rename?.oldName != nil && row.rename?.newName != nil)
      }
    }
  }

  @Test func limitsAndNamesAreEnforcedAsTheRealOnes() async throws {
    try await Self.visit(contact: nil) { visit in
      let answer = try await visit.send(visit.wiki.info())
      #expect(WikiReplies.kind(answer.outcome) == "permanent access_denied")
    }
    try await Self.visit(perMinute: 2) { visit in
      // More than the maximum is given with a warning, and so is refused.
      let many = try await visit.send(visit.wiki.members(of: "sysop", limit: 501))
      #expect(WikiReplies.kind(many.outcome) == "permanent undecodable")
      let none = try await visit.send(visit.wiki.members(of: "sysop", limit: 0))
      #expect(WikiReplies.kind(none.outcome) == "permanent refused")
      let third = try await visit.send(visit.wiki.info())
      #expect(WikiReplies.kind(third.outcome).hasPrefix("locked out"))
    }
  }

  @Test func aPrivateWikiIsNotRead() async throws {
    try await Self.visit(site: "gaming") { visit in
      #expect(!visit.wikis.readableDatabases.contains("gamingwiki"))
      let answer = try await visit.send(visit.wiki.info())
      #expect(WikiReplies.kind(answer.outcome) == "permanent refused")
    }
  }

  /// The same seed, day and faults give the same answers, byte for byte.
  @Test func aSeedDecidesEveryAnswer() {
    func bodies(_ seed: UInt64, _ day: Int) -> [[UInt8]] {
      let network = SampleConfiguration(seed: seed, day: day, siteLimit: 5)
      let wikis = SampleWikis(WikiConfiguration(network: network, requiresContact: false))
      let targets = [
        "query&list=allusers&augroup=sysop&auprop=groups", "query&meta=siteinfo&siprop=usergroups",
        "query&list=logevents&letype=rights", "sitematrix",
      ]
      return targets.map { target in
        let request = SampleRequest(target: "/stackoverflowwiki/api.php?action=\(target)")
        return wikis.respond(to: request, at: .distantPast).body
      }
    }
    #expect(bodies(1, 9) == bodies(1, 9))
    #expect(bodies(1, 9)[0] != bodies(2, 9)[0] && bodies(1, 9)[3] == bodies(2, 9)[3])
    #expect(bodies(1, 9)[2] != bodies(1, 60)[2])
  }

  /// Logs that went on day by day are those that are computed at once.
  @Test func wikisOnALaterDayHaveTheSameLogs() {
    func wikis(day: Int) -> SampleWikis {
      let network = SampleConfiguration(day: day, siteLimit: 12, withMeta: false)
      return SampleWikis(
        WikiConfiguration(network: network, perMinute: nil, requiresContact: false))
    }
    func logs(_ wikis: SampleWikis) -> [[UInt8]] {
      wikis.readableDatabases.flatMap { database in
        ["rights", "renameuser"].map { type in
          let target = "/\(database)/api.php?action=query&list=logevents&lelimit=max&letype=\(type)"
          return wikis.respond(to: SampleRequest(target: target), at: .distantPast).body
        }
      }
    }
    var later = wikis(day: 0)
    let first = logs(later)
    for day in [1, 90] {
      later = later.on(day: day)
      #expect(logs(later) == logs(wikis(day: day)), "\(day)")
    }
    #expect(logs(later) != first)
  }
}
