import FoundationEssentials
import Roster
import Sync
import Synchronization
import TestKit
import Testing

/// A roster of numbered users with a function that returns its pages.
struct PageWalkTests {
  static let size = 3

  /// Page `number` of users 1...count, or count...1 in the second reading.
  static func page(_ number: Int, _ reading: Reading, of count: Int) -> Page<Moderator> {
    let ids = reading == .first ? Array(1...max(1, count)) : (1...max(1, count)).reversed()
    let all = count == 0 ? [] : ids.map { Moderator(userID: $0, displayName: "u\($0)") }
    let items = Array(all.dropFirst((number - 1) * size).prefix(size))
    return Page(
      items: items, next: number * size < count ? .number(number + 1) : nil, total: count)
  }

  /// Walks, and returns the pages and the fetched page numbers in order.
  static func walk(
    limit: Int = 4, mostPages: Int = 1_000, resuming: [RecordedPage] = [],
    _ page: @escaping @Sendable (Int, Reading) async throws -> Page<Moderator>
  ) async throws -> (pages: [RecordedPage], fetched: [String]) {
    let fetched = Mutex<[String]>([])
    let walk = PageWalker(
      paging: .numbered, pageSize: size, rules: .test, limit: limit, mostPages: mostPages,
      fetch: { reading, position in
        let number = position.number
        fetched.withLock { $0.append("\(reading.rawValue).\(number)") }
        return try await page(number, reading)
      },
      record: { _ in }, now: { Date(unixSeconds: 0) })
    let pages = try await walk.run(resuming: resuming)
    return (pages, fetched.withLock { $0 })
  }

  @Test(arguments: [0, 1, 3, 4, 6, 7, 30, 31], [1, 2, 5])
  func everyRosterIsReadWholeWithNoRequestTooMany(count: Int, limit: Int) async throws {
    let (pages, fetched) = try await Self.walk(limit: limit) { Self.page($0, $1, of: count) }
    let evidence = Evidence(pages: pages.map(\.evidence))
    #expect(evidence.verdict(by: .test) == .complete)
    #expect(evidence.pages(of: .first).flatMap(\.userIDs).sorted() == Array(1..<count + 1))
    let needed = max(1, (count + Self.size - 1) / Self.size)
    #expect(fetched.count == (count == 0 || needed > 1 ? needed * 2 : 1))
    #expect(Set(fetched).count == fetched.count)
  }

  @Test func withoutATotalHasMoreIsFollowed() async throws {
    let (pages, fetched) = try await Self.walk {
      var page = Self.page($0, $1, of: 8)
      page.total = nil
      return page
    }
    #expect(fetched == ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3"])
    #expect(Evidence(pages: pages.map(\.evidence)).verdict(by: .test) == .unproven([.totalMissing]))
  }

  @Test func anAbsurdTotalWithoutAnEndIsBounded() async throws {
    let (_, fetched) = try await Self.walk(limit: 4) { number, reading in
      var page = Self.page(number, reading, of: 4)
      (page.total, page.next) = (1 << 53, .number(number + 1))
      return page
    }
    #expect(fetched.count < 12)
  }

  @Test func anAbsurdTotalCostsNoMoreThanWhatIsUnderWay() async throws {
    let (pages, fetched) = try await Self.walk(limit: 4) {
      var page = Self.page($0, $1, of: 4)
      page.total = 1_000_000_000
      return page
    }
    #expect(fetched.filter { $0.hasPrefix("1.") }.count <= 6)
    #expect(
      Evidence(pages: pages.map(\.evidence)).verdict(by: .test) == .unproven([.totalMismatch]))
  }

  @Test func hasMoreThatNeverEndsIsLeftTwoPagesAfterTheTotal() async throws {
    let (pages, fetched) = try await Self.walk { number, reading in
      var page = Self.page(number, reading, of: 6)
      page.next = .number(number + 1)
      return page
    }
    #expect(fetched == ["1.1", "1.2", "1.3", "1.4"])
    #expect(
      Evidence(pages: pages.map(\.evidence)).verdict(by: .test)
        == .incomplete([.hasMoreChain, .notRepeated]))
  }

  @Test func pagesThatBringNobodyNewAreLeftAfterThree() async throws {
    let (_, fetched) = try await Self.walk { number, _ in
      Page(items: [Moderator(userID: 1, displayName: "u")], next: .number(number + 1))
    }
    #expect(fetched == ["1.1", "1.2", "1.3", "1.4"])
  }

  /// Endless new users, and a `total` that is never reached or keeps growing.
  @Test(arguments: [1 << 53, nil, -1] as [Int?], [1, 4])
  func aRosterWithoutEndIsBounded(total: Int?, limit: Int) async throws {
    let (pages, fetched) = try await Self.walk(limit: limit, mostPages: 12) { number, _ in
      let ids = (number * Self.size..<(number + 1) * Self.size)
      return Page(
        items: ids.map { Moderator(userID: $0, displayName: "u") }, next: .number(number + 1),
        total: total == -1 ? (number + 1) * Self.size : total)
    }
    #expect(fetched.count <= 12)
    #expect(
      Evidence(pages: pages.map(\.evidence)).verdict(by: .test).reasons.contains(.hasMoreChain))
  }

  /// The bound is the first reported `total`: a growing one does not move it.
  @Test func aTotalThatRunsAheadIsNotRunAfter() async throws {
    let (_, fetched) = try await Self.walk(limit: 1) { number, _ in
      let ids = (number * Self.size..<(number + 1) * Self.size)
      return Page(
        items: ids.map { Moderator(userID: $0, displayName: "u") }, next: .number(number + 1),
        total: (number + 1) * Self.size)
    }
    #expect(fetched.count == 4)
  }

  @Test func anEmptyPageInTheMiddleEndsNothing() async throws {
    let (pages, _) = try await Self.walk(limit: 1) { number, reading in
      if number == 2 { return Page(items: [], next: .number(3), total: 9) }
      var page = Self.page(number > 2 ? number - 1 : number, reading, of: 9)
      page.next = number < 4 ? .number(number + 1) : nil
      return page
    }
    #expect(Evidence(pages: pages.map(\.evidence)).verdict(by: .test) == .complete)
  }

  @Test func oneWhoLeavesWhileAnotherJoinsIsNoticed() async throws {
    let (pages, _) = try await Self.walk { number, reading in
      var page = Self.page(number, reading, of: 7)
      if reading == .second, number == 3 { page.items[0].userID = 99 }
      return page
    }
    #expect(
      Evidence(pages: pages.map(\.evidence)).verdict(by: .test) == .incomplete([.notRepeated]))
  }

  @Test(arguments: 0..<6)
  func whatAnInterruptedWalkRecordedIsNotFetchedAgain(failAt: Int) async throws {
    struct Cut: Error {}
    let kept = Mutex<[RecordedPage]>([])
    let sent = Mutex(0)
    let walk = PageWalker(
      paging: .numbered, pageSize: Self.size, rules: .test, limit: 2, mostPages: 1_000,
      fetch: { reading, position in
        if sent.withLock({ count in
          defer { count += 1 }; return count
        }) == failAt {
          throw Cut()
        }
        return Self.page(position.number, reading, of: 8)
      },
      record: { page in kept.withLock { $0.append(page) } }, now: { Date(unixSeconds: 0) })
    await #expect(throws: Cut.self) { try await walk.run() }
    let pages = kept.withLock { $0 }
    let (all, fetched) = try await Self.walk(resuming: pages) { Self.page($0, $1, of: 8) }
    #expect(fetched.count + pages.count == 6)
    #expect(Evidence(pages: all.map(\.evidence)).verdict(by: .test) == .complete)
  }
}

extension PagePosition {
  /// The page's number; 0 where it has none.
  fileprivate var number: Int { if case .number(let number) = self { number } else { 0 } }
}
