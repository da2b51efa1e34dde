import FoundationEssentials
import Roster
import Sync
import Synchronization
import TestKit
import Testing

/// Walks over lists with page tokens and without a `total`.
struct TokenWalkTests {
  private static let rules = ListNetwork.tokens.rules

  /// A walk over a list of numbered users in pages of three; each page can be changed before the
  /// walk gets it.
  private static func walk(
    _ users: ClosedRange<Int>?, resuming kept: [RecordedPage] = [], mostPages: Int = 50,
    failAt: Int? = nil,
    _ change: @escaping @Sendable (Reading, Int, inout Page<Moderator>) -> Void = { _, _, _ in },
    kept recorded: @escaping @Sendable (RecordedPage) -> Void = { _ in }
  ) async throws -> (evidence: Evidence, fetched: [String]) {
    let fetched = Mutex<[String]>([])
    let walk = PageWalker(
      paging: .tokens, pageSize: 3, rules: rules, limit: 4, mostPages: mostPages,
      fetch: { reading, position in
        let number = fetched.withLock { fetched in
          fetched.append("\(reading.rawValue) \(position)")
          return fetched.count
        }
        if number == failAt { throw Cut() }
        var page = page(at: position, reading, of: users)
        change(reading, number, &page)
        return page
      },
      record: recorded, now: { Date(unixSeconds: 0) })
    let pages = try await walk.run(resuming: kept)
    return (Evidence(pages: pages.map(\.evidence)), fetched.withLock { $0 })
  }

  private struct Cut: Error {}

  private static func page(
    at position: PagePosition, _ reading: Reading, of users: ClosedRange<Int>?
  ) -> Page<Moderator> {
    let ids = users.map(Array.init) ?? []
    let ordered = reading == .first ? ids : ids.reversed()
    var start = 0
    if case .token(let token) = position { start = ordered.firstIndex(of: Int(token) ?? 0) ?? 0 }
    let rest = ordered[start...]
    let next = rest.dropFirst(3).first.map { String($0) }
    return Page(
      items: rest.prefix(3).map { Moderator(userID: $0, displayName: "u\($0)") },
      next: next.map(PagePosition.token))
  }

  @Test(arguments: [0, 1, 3, 4, 6, 7, 31])
  func everyRosterIsReadTwice(count: Int) async throws {
    let (evidence, fetched) = try await Self.walk(count == 0 ? nil : 1...count)
    #expect(evidence.verdict(by: Self.rules) == .complete)
    #expect(evidence.pages(of: .first).flatMap(\.userIDs) == Array(1..<count + 1))
    #expect(fetched.count == 2 * max(1, (count + 2) / 3))
    #expect(Set(fetched).count == fetched.count)
  }

  /// Only the second reading shows that a list was truncated.
  @Test(arguments: 1...6)
  func aLostTokenIsNoticed(at number: Int) async throws {
    let (evidence, _) = try await Self.walk(1...8) { _, asked, page in
      if asked == number { page.next = nil }
    }
    let isLastOfReading = number == 3 || number == 6
    #expect((evidence.verdict(by: Self.rules) == .complete) == isLastOfReading)
  }

  @Test func oneLineThatIsCutShortIsNoticed() async throws {
    let (evidence, _) = try await Self.walk(1...2) { reading, _, page in
      if reading == .first { page.items.removeLast() }
    }
    #expect(evidence.verdict(by: Self.rules) == .incomplete([.notRepeated]))
  }

  @Test func aTokenThatComesAgainEndsTheWalk() async throws {
    let (evidence, fetched) = try await Self.walk(1...9) { _, _, page in page.next = .token("4") }
    #expect(fetched == ["1 start", "1 token(\"4\")"])
    #expect(evidence.verdict(by: Self.rules).reasons.contains(.hasMoreChain))
  }

  @Test func pagesWithoutRowsEndNothingButAreBounded() async throws {
    let (evidence, _) = try await Self.walk(1...7) { reading, asked, page in
      if reading == .first, asked == 2 { page = Page(items: [], next: .token("04")) }
    }
    #expect(evidence.verdict(by: Self.rules) == .complete)
    let (_, fetched) = try await Self.walk(1...7) { _, _, page in
      page = Page(items: [], next: .token("1"))
    }
    #expect(fetched.count == 2)
    let (endless, asked) = try await Self.walk(1...7) { _, number, page in
      page = Page(items: [], next: .token("\(number)"))
    }
    #expect(asked.count == 50)
    #expect(endless.verdict(by: Self.rules).reasons.contains(.hasMoreChain))
  }

  @Test func aPageThatNamesAnotherKindOfPageFailsTheWalk() async throws {
    let (evidence, fetched) = try await Self.walk(1...7) { _, _, page in page.next = .number(2) }
    #expect(fetched.count == 1)
    #expect(evidence.verdict(by: Self.rules).reasons.contains(.hasMoreChain))
  }

  @Test func oneWhoJoinsBehindTheTokenIsNoticed() async throws {
    let (evidence, _) = try await Self.walk(2...9) { reading, asked, page in
      if reading == .second, page.next == nil {
        page.items.append(Moderator(userID: 1, displayName: "u1"))
      }
    }
    #expect(evidence.verdict(by: Self.rules) == .incomplete([.notRepeated]))
  }

  @Test(arguments: 1...6)
  func anInterruptedWalkGoesOnWithItsToken(failAt: Int) async throws {
    let kept = Mutex<[RecordedPage]>([])
    await #expect(throws: Cut.self) {
      try await Self.walk(
        1...8, failAt: failAt, kept: { page in kept.withLock { $0.append(page) } })
    }
    let pages = kept.withLock { $0.map(\.withoutItems) }
    let (evidence, fetched) = try await Self.walk(1...8, resuming: pages)
    #expect(fetched.count + pages.count == 6)
    #expect(evidence.verdict(by: Self.rules) == .complete)
  }
}
