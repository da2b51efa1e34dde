import FoundationEssentials
import Networks
import Roster
import Sync
import Synchronization
import TestKit
import Testing
import Transport

/// What walks over lists of each kind prove under each fault.
struct ListKindTests {
  /// What goes wrong on the second page of the first reading, where nothing else is said.
  enum Fault: String, CaseIterable {
    case none
    /// The page lacks its last row.
    case shortPage
    /// The page lacks all rows.
    case emptyPage
    /// No page has a total.
    case missingTotal
    /// The next page is the page itself.
    case repeatedToken
    /// The page has no rows, and the next one begins where it begins, under another name.
    case pageWithoutRows
    /// All totals count one user more.
    case laggingTotal
    /// After the first page its first user leaves, and another joins at the end.
    case swap
    /// The page begins with the last row of the page before.
    case duplicate
    /// The last page of each reading lacks all rows.
    case truncatedLast
  }

  /// What a walk proves: a grade, and `?` where it needs to be accepted; or `-`, or `failed` where no
  /// answer can be read. In the order of the kinds: numbered, counted, offset, tokens, lagging, whole.
  static let table: [Fault: [String]] = [
    .none: ["complete", "complete", "complete", "complete", "corroborated", "published"],
    .shortPage: ["-", "-", "complete", "-", "-", "published"],
    .emptyPage: ["-", "-", "-", "-", "-", "-"],
    .missingTotal: ["published?", "failed", "failed", "complete", "published?", "published"],
    // Numbered pages are read by their numbers, and the others agree about where the list ends.
    .repeatedToken: ["complete", "complete", "-", "-", "-", "-"],
    .pageWithoutRows: ["-", "-", "-", "complete", "corroborated", "-"],
    .laggingTotal: ["published?", "published?", "-", "complete", "published", "published"],
    .swap: ["-", "-", "-", "-", "-", "published"],
    .duplicate: ["-", "-", "-", "-", "-", "-"],
    .truncatedLast: ["-", "-", "-", "-", "-", "published"],
  ]

  @Test(arguments: ListNetwork.Kind.allCases, Fault.allCases)
  func noFaultGivesAFalseProof(kind: ListNetwork.Kind, fault: Fault) async throws {
    let list = FaultyList(ListNetwork(kind), fault)
    let expected = try #require(Self.table[fault])[
      try #require(ListNetwork.Kind.allCases.firstIndex(of: kind))]
    guard let pages = try await list.walk() else {
      #expect(expected == "failed")
      return
    }
    let evidence = Evidence(pages: pages.map(\.evidence))
    let verdict = evidence.verdict(by: ListNetwork(kind).rules)
    let grade = verdict.grade.map { $0.rawValue + (verdict.needsAcceptance ? "?" : "") } ?? "-"
    #expect(grade == expected, "\(verdict)")
    let ids = evidence.pages(of: .first).flatMap(\.userIDs)
    if let grade = verdict.grade, grade > .published {
      #expect(ids == list.truth, "\(ids) is not everybody")
    }
  }

  /// Lists of several roles, each with a fault of its own, walked one after another; the walk of one of
  /// them is interrupted and resumed.
  @Test(arguments: ListNetwork.Kind.allCases, 0..<40 as Range<UInt64>)
  func severalListsProveWhatTheWeakestDoes(kind: ListNetwork.Kind, seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let rules = ListNetwork(kind).rules
    var pages: [RecordedPage] = []
    var verdicts: [Verdict] = []
    var truth: [Moderator.Key] = []
    for name in ["moderator", "admin", "sysop"].prefix(Int.random(in: 2...3, using: &random)) {
      let role = Role(rawValue: name)
      let fault = random.chance(60) ? .none : random.pick(Fault.allCases)
      let list = FaultyList(ListNetwork(kind), fault, role: role)
      let kept = fault == .none ? Int.random(in: 0...4, using: &random) : 0
      guard let alone = try await list.walk() else { continue }
      let recorded = Array(alone.prefix(kept))
      let resumed = try #require(try await list.walk(resuming: pages + recorded))
      pages += fault == .none ? resumed : alone
      verdicts.append(Evidence(pages: alone.map(\.evidence)).verdict(by: rules))
      truth += list.truth.map { Moderator.Key($0, as: role) }
    }
    let evidence = Evidence(pages: pages.map(\.evidence))
    guard !verdicts.isEmpty else { return }
    let verdict = evidence.verdict(by: rules)
    #expect(verdict.grade == verdicts.reduce(.complete) { weaker($0, $1.grade) }, "\(verdict)")
    #expect(
      verdict.needsAcceptance
        == (verdict.grade != nil && verdicts.contains(where: \.needsAcceptance)))
    if let grade = verdict.grade, grade > .published {
      #expect(
        evidence.users
          == Dictionary(grouping: truth, by: \.role).mapValues { Set($0.map(\.userID)) })
    }
  }

  private func weaker(_ one: Grade?, _ other: Grade?) -> Grade? {
    guard let one, let other else { return nil }
    return min(one, other)
  }

  /// The case that counts alone cannot see: as many distinct ids as each page says there are.
  @Test(arguments: [ListNetwork.Kind.numbered, .counted, .offset])
  func aSwapLeavesTheCountAsItWas(kind: ListNetwork.Kind) async throws {
    let list = FaultyList(ListNetwork(kind), .swap)
    let evidence = Evidence(pages: try #require(try await list.walk()).map(\.evidence))
    let first = evidence.pages(of: .first)
    #expect(Set(first.flatMap(\.userIDs)).count == 7 && first.allSatisfy { $0.total == 7 })
    #expect(evidence.verdict(by: ListNetwork(kind).rules) == .incomplete([.notRepeated]))
  }
}

/// A list of seven users in pages of three, with a fault.
private final class FaultyList: Sendable {
  private let network: ListNetwork
  private let fault: ListKindTests.Fault
  private let role: Role
  private let users: Mutex<Set<Int>>

  init(_ network: ListNetwork, _ fault: ListKindTests.Fault, role: Role = .moderator) {
    (self.network, self.fault, self.role) = (network, fault, role)
    users = Mutex(Set(1...7))
  }

  /// Who is on the list now.
  var truth: [Int] { users.withLock { $0.sorted() } }

  private struct Unreadable: Error {}

  /// All pages of a walk; nil where an answer cannot be read.
  func walk(resuming pages: [RecordedPage] = []) async throws -> [RecordedPage]? {
    let walker = PageWalker(
      role: role, paging: network.paging, pageSize: 3, rules: network.rules, limit: 1,
      mostPages: 20,
      fetch: { try self.page($0, $1) }, record: { _ in }, now: { Date(unixSeconds: 0) })
    do {
      return try await walker.run(resuming: pages)
    } catch is Unreadable {
      return nil
    }
  }

  /// Where the second page of a list begins; the only page of a list without pages.
  private var second: Set<PagePosition> {
    [.number(2), .offset(3), .token("4"), .whole]
  }

  private func page(_ reading: Reading, _ position: PagePosition) throws -> Page<Moderator> {
    let query = PageQuery(at: position, pageSize: 3, reading: reading)
    let request = network.page(query, of: SiteRef(network.id, "x"))
    let isHit = reading == .first && second.contains(position)
    let names = Dictionary(uniqueKeysWithValues: truth.map { ($0, "u\($0)") })
    let total = names.count + (fault == .laggingTotal ? 1 : 0)
    let response = network.respond(to: request.url, users: names, total: total) { body in
      if isHit { hit(&body, at: position) }
      if fault == .missingTotal { body.total = nil }
    }
    guard var page = request.read(response).payload else { throw Unreadable() }
    if isHit, fault == .repeatedToken { page.next = position }
    if fault == .truncatedLast, page.next == nil { page.items = [] }
    if fault == .swap, reading == .first, position == network.paging.first {
      users.withLock { _ = ($0.remove(1), $0.insert(99)) }
    }
    return page
  }

  private func hit(_ body: inout ListBody, at position: PagePosition) {
    switch fault {
    case .shortPage: body.users.removeLast()
    case .emptyPage: body.users = []
    case .duplicate:
      let again = position == .whole ? body.users[1].id : 3
      body.users[0].id = again
    case .pageWithoutRows:
      body.users = []
      if body.next != nil { body.next = "04" }
    case .none, .missingTotal, .repeatedToken, .laggingTotal, .swap, .truncatedLast: break
    }
  }
}
