import FoundationEssentials
import Networks
import Roster
import Sync
import Synchronization
import TestKit
import Testing

/// The order in which the lists of one roster are read.
struct SeveralListsTests {
  private static let admin = Role(rawValue: "admin")
  private static let rules = ProofRules([.offset], total: .exact, allowsEmptyRoster: true)

  /// Two lists of few users.
  private final class Site: Sendable {
    let rosters: Mutex<[Role: [Int]]>
    let asked = Mutex<[String]>([])
    /// Called after each page.
    private let change: @Sendable (Role, Reading, inout [Role: [Int]]) -> Void

    init(
      _ rosters: [Role: [Int]],
      change: @escaping @Sendable (Role, Reading, inout [Role: [Int]]) -> Void = { _, _, _ in }
    ) {
      self.rosters = Mutex(rosters)
      self.change = change
    }

    func walk(resuming pages: [RecordedPage] = []) async throws -> [RecordedPage] {
      let lists = [Role.moderator, admin].map { role in
        PageWalker(
          role: role, paging: .offset, pageSize: 10, rules: rules, limit: 1, mostPages: 9,
          fetch: { reading, _ in self.page(of: role, reading) }, record: { _ in },
          now: { Date(unixSeconds: self.asked.withLock { $0.count }) })
      }
      return try await PageWalker.run(lists, resuming: pages)
    }

    private func page(of role: Role, _ reading: Reading) -> Page<Moderator> {
      asked.withLock { $0.append("\(role.rawValue) \(reading.rawValue)") }
      return rosters.withLock { rosters in
        let ids = rosters[role, default: []]
        change(role, reading, &rosters)
        let items = ids.map { Moderator(userID: $0, displayName: "u\($0)") }
        return Page(
          items: reading == .first ? items : items.reversed(), next: nil, total: ids.count)
      }
    }
  }

  private static func verdict(_ pages: [RecordedPage]) -> Verdict {
    Evidence(pages: pages.map(\.evidence)).verdict(by: rules)
  }

  @Test func secondReadingsComeAfterAllFirstOnes() async throws {
    let site = Site([.moderator: [1, 2], Self.admin: [3]])
    let pages = try await site.walk()
    #expect(
      site.asked.withLock { $0 } == ["moderator 1", "admin 1", "moderator 2", "admin 2"])
    #expect(Self.verdict(pages) == .complete)
    // A page that an interrupted walk has read is not read again.
    let other = Site([.moderator: [1, 2], Self.admin: [3]])
    _ = try await other.walk(resuming: pages.filter { $0.evidence.reading == .first })
    #expect(other.asked.withLock { $0 } == ["moderator 2", "admin 2"])
  }

  /// On the lists as they were read the person is nowhere, or on both.
  @Test(arguments: [(Role.moderator, SeveralListsTests.admin), (admin, .moderator)])
  func whoChangesFromOneListToAnotherIsNoticed(from: Role, to: Role) async throws {
    let site = Site([from: [1, 2, 7], to: [1, 2]]) { role, reading, rosters in
      guard role == .moderator, reading == .first else { return }
      rosters[from] = [1, 2]
      rosters[to] = [1, 2, 7]
    }
    #expect(Self.verdict(try await site.walk()).reasons.contains(.notRepeated))
    #expect(Self.verdict(try await site.walk()) == .complete)
  }
}
