import Discourse
import FoundationEssentials
import Networks
import Roster
import SampleNetwork
import TestKit
import Testing
import Transport

/// The sample forums over real sockets on loopback.
@Suite(.timeLimit(.minutes(5)))
struct ForumServerTests {
  /// A forum, what it really holds, and the way to it.
  struct Visit: Visiting {
    var forum: ForumEndpoint
    var forums: SampleForums
    var transport: HTTPTransport
  }

  private static func visit(
    _ faults: [String] = [], site: SiteID = "cooking", key: String? = "system:sample",
    giant: Int? = nil, perTenSeconds: Int? = nil, seed: UInt64 = 1, siteLimit: Int? = 40,
    _ body: @escaping @Sendable (Visit) async throws -> Void
  ) async throws {
    let forums = SampleForums(
      ForumConfiguration(
        network: SampleConfiguration(seed: seed, siteLimit: siteLimit, giant: giant),
        perMinute: nil,
        perTenSeconds: perTenSeconds, faults: try faults.map { try ServerFault($0) }))
    // The clock of the server stands still: limits do not depend on how busy this machine is.
    let now = Date()
    try await SampleListener.withRunning({ request, _ in forums.respond(to: request, at: now) }) {
      root in
      let address = try #require(try? WebAddress("\(root)/forum/\(site)"))
      try await HTTPTransport.withTransport(timeout: 300, connections: 1, userAgent: "tests") {
        transport in
        let forum = ForumEndpoint(
          address, credential: key.map { ForumCredential(APIKey($0)) })
        try await body(Visit(forum: forum, forums: forums, transport: transport))
      }
    }
  }

  @Test func theStaffIsThatOfTheForum() async throws {
    for seed: UInt64 in [1, 2, 3] {
      try await Self.visit(site: "stackoverflow", key: nil, seed: seed) { visit in
        let staff = try await visit.get(visit.forum.about())
        let truth = visit.forums.staff(of: "stackoverflow")
        #expect(
          staff.page(of: .admin).items.map(\.userID)
            == truth.filter(\.isAdmin).map(\.id).sorted(), "seed \(seed)")
        #expect(
          staff.page(of: .moderator).items.map(\.userID)
            == truth.filter { $0.isModerator && !$0.isAdmin }.map(\.id).sorted())
        #expect(
          staff.holders.filter { $0.role == .categoryModerator }.map {
            [$0.moderator.userID, $0.categoryID]
          }
            == truth.sorted { $0.id < $1.id }.flatMap { user in
              user.categories.sorted().map { [user.id, $0] }
            })
        #expect(truth.contains { !$0.categories.isEmpty } && truth.contains(where: \.isModerator))
        let names = Dictionary(truth.map { ($0.id, $0.username) }) { first, _ in first }
        #expect(staff.holders.allSatisfy { names[$0.moderator.userID] == $0.moderator.displayName })
        #expect(Set(names.values).count == truth.count)
      }
    }
  }

  @Test func theOlderLayoutHasTheSameStaff() async throws {
    try await Self.visit(["old-about=1"], key: nil) { visit in
      let old = try await visit.get(visit.forum.about())
      let new = try await visit.get(visit.forum.about())
      #expect(old.page(of: .admin).items == new.page(of: .admin).items)
      #expect(old.page(of: .moderator).items == new.page(of: .moderator).items)
    }
  }

  /// Nobody knows who moderated a category while the forum did not tell it.
  @Test(arguments: [0, 1])
  func aRosterStaysWithoutTheListThatItBeganWithout(oldAnswers: Int) async throws {
    let faults = oldAnswers > 0 ? ["old-about=\(oldAnswers)"] : []
    try await Self.visit(faults, site: "stackoverflow", key: nil) { visit in
      let network = DiscourseNetwork()
      let site = try #require(network.site(at: visit.forum.address.description))
      var known = KnownRoster()
      for number in 1...3 {
        let lists = try await network.lists(
          of: site, ListContext(known: { [known] in known }), through: visit.transport)
        let roles = lists.rosters.map(\.role)
        #expect(roles.contains(ForumRole.moderator.role) && roles.contains(ForumRole.admin.role))
        #expect(roles.contains(ForumRole.categoryModerator.role) == (oldAnswers == 0))
        #expect((lists.warning != nil) == (number > oldAnswers && oldAnswers > 0))
        known = KnownRoster(users: [.admin: []], source: lists.source)
      }
    }
  }

  /// The names of the groups are those of the forum's language; their ids are not.
  @Test(arguments: ["ru.stackoverflow", "ja.stackoverflow", "cooking"])
  func membersAreFoundByTheIDOfTheirGroup(site: SiteID) async throws {
    try await Self.visit(site: site, siteLimit: nil) { visit in
      let groups = try await visit.get(visit.forum.groups())
      #expect(!groups.hasMore)
      for role in [ForumRole.moderator, .admin] {
        let group = try #require(groups.items.first { $0.id == role.groupID })
        #expect(group.name == visit.forums.groupNames(of: site)[group.id])
        let page = try await visit.get(visit.forum.members(of: group.name))
        let truth = visit.forums.staff(of: site).filter {
          role == .admin ? $0.isAdmin : $0.isModerator
        }
        #expect(page.items.map(\.userID) == truth.map(\.id) && page.total == truth.count)
        #expect(!page.hasMore && !truth.isEmpty)
      }
    }
  }

  @Test(arguments: [MemberOrder.oldestFirst, .newestFirst])
  func manyMembersComeOnSeveralPages(order: MemberOrder) async throws {
    try await Self.visit(site: "giant", giant: 4_300) { visit in
      var (ids, offset, requests): ([Int], Int?, Int) = ([], 0, 0)
      while let start = offset {
        let page = try await visit.get(
          visit.forum.members(of: "staff", offset: start, order: order))
        ids += page.items.map(\.userID)
        #expect(page.hasMore == (page.continuation != nil))
        offset = page.continuation.flatMap { Int($0) }
        requests += 1
      }
      let truth = visit.forums.staff(of: "giant").filter { $0.isAdmin || $0.isModerator }.map(\.id)
      #expect(ids == (order == .oldestFirst ? truth : truth.reversed()))
      #expect(requests == 4 && truth.count > 3_000)
    }
  }

  /// Why a list on several pages proves nothing by its total.
  @Test func aMemberCanBeLostWhileTheTotalIsRight() async throws {
    try await Self.visit(["swaps=1"], site: "giant", giant: 4_300) { visit in
      var (ids, offset): ([Int], Int?) = ([], 0)
      while let start = offset {
        let page = try await visit.get(visit.forum.members(of: "staff", offset: start))
        ids += page.items.map(\.userID)
        offset = page.continuation.flatMap { Int($0) }
        if offset == nil { #expect(page.total == ids.count) }
      }
      let now = visit.forums.staff(of: "giant").filter { $0.isAdmin || $0.isModerator }.map(\.id)
      let missing = Set(now).subtracting(ids)
      #expect(missing.count == 1)
    }
  }

  @Test func whoIsNotLoggedInDoesNotSeeTheGroups() async throws {
    try await Self.visit(key: nil) { visit in
      let groups = try await visit.get(visit.forum.groups())
      #expect(groups.items.isEmpty)
      let answer = try await visit.send(visit.forum.members(of: "moderators"))
      guard case .permanent(let fault) = answer.outcome else { return #expect(Bool(false)) }
      #expect(fault.kind == .refused && fault.message.contains("not visible"))
    }
    try await Self.visit(key: "sample") { visit in
      let groups = try await visit.get(visit.forum.groups())
      #expect(groups.items.map(\.id) == [2] && groups.items.map(\.name) == ["moderators"])
      let members = try await visit.get(visit.forum.members(of: "moderators"))
      #expect(!members.items.isEmpty)
    }
  }

  @Test(arguments: [
    ("address-limit", "locked out 10"), ("reader-limit", "locked out 17"),
    ("login-required", "permanent key_required"), ("login-redirect", "permanent key_required"),
    ("read-only", "temporary server"), ("html-shell", "temporary not_the_api"),
    ("wrong-type", "temporary not_the_api"), ("bad-gateway", "temporary not_the_api"),
    ("malformed", "temporary undecodable"), ("dangling-id", "temporary undecodable"),
  ])
  func aFaultOfTheForumIsUnderstood(fault: String, expected: String) async throws {
    try await Self.visit(["\(fault)=1"], key: nil) { visit in
      let faulty = try await visit.send(visit.forum.about())
      #expect(ForumReplies.kind(faulty.outcome) == expected)
      let good = try await visit.send(visit.forum.about())
      #expect(good.outcome == .good)
    }
  }

  @Test(arguments: [
    ("group-hidden", "permanent refused"), ("members-hidden", "permanent refused"),
    ("limit-ignored", "permanent undecodable"), ("offset-ignored", "permanent undecodable"),
    ("total-wrong", "good"),
  ])
  func aFaultOfTheListIsUnderstood(fault: String, expected: String) async throws {
    try await Self.visit(["\(fault)=1"]) { visit in
      let answer = try await visit.send(visit.forum.members(of: "admins", offset: 1, limit: 1_000))
      #expect(ForumReplies.kind(answer.outcome) == expected)
      // Nothing that is announced and does not come is taken for the end.
      if let page = answer.payload { #expect(page.hasMore) }
    }
  }

  @Test func limitsAreEnforcedAsTheRealOnes() async throws {
    try await Self.visit(perTenSeconds: 2) { visit in
      let tooMany = try await visit.send(visit.forum.members(of: "admins", limit: 1_001))
      #expect(ForumReplies.kind(tooMany.outcome) == "permanent refused")
      let good = try await visit.send(visit.forum.about())
      #expect(good.outcome == .good)
      guard case .lockedOut(let seconds) = try await visit.send(visit.forum.about()).outcome else {
        return #expect(Bool(false))
      }
      #expect((1...10).contains(seconds))
    }
  }

  @Test func aWrongKeyIsRefused() async throws {
    try await Self.visit(key: "system:wrong") { visit in
      let answer = try await visit.send(visit.forum.about())
      #expect(ForumReplies.kind(answer.outcome) == "permanent key_refused")
    }
  }

  @Test func theForumTellsItsTitle() async throws {
    try await Self.visit(["login-required"], site: "es.stackoverflow", key: nil, siteLimit: nil) {
      visit in
      let info = try await visit.get(visit.forum.info())
      #expect(info.title?.isEmpty == false)
    }
  }

  @Test func aFaultIsReadFromText() throws {
    #expect(try ServerFault<ForumFault>("swaps=2") == ServerFault(.swaps, most: 2))
    #expect(try ServerFault<ForumFault>("swaps") == ServerFault(.swaps))
    for text in ["", "swap", "swaps=", "swaps=x", "swaps=-1", "swaps=10%"] {
      #expect(throws: SampleFault.Unreadable.self) { try ServerFault<ForumFault>(text) }
    }
  }

  /// The same seed, day and faults give the same answers, byte for byte.
  @Test func aSeedDecidesEveryAnswer() {
    func bodies(_ seed: UInt64, _ day: Int) -> [[UInt8]] {
      let network = SampleConfiguration(seed: seed, day: day, siteLimit: 5)
      let forums = SampleForums(ForumConfiguration(network: network))
      return ["about.json", "groups/staff/members.json"].map { path in
        let request = SampleRequest(
          target: "/forum/stackoverflow/\(path)",
          headers: ["api-key": "sample", "api-username": "system"])
        return forums.respond(to: request, at: .distantPast).body
      }
    }
    #expect(bodies(1, 9) == bodies(1, 9))
    #expect(bodies(1, 9)[0] != bodies(2, 9)[0] && bodies(1, 9)[1] != bodies(1, 10)[1])
  }
}
