import Archive
import ArchiveKit
import FoundationEssentials
import Networks
import Roster
import Synchronization
import TestKit
import Testing
import Transport

@testable import Sync

/// Logs that a server answers wrongly, or that go on for ever.
struct LogReaderTests {
  private static let site = SiteRef("wikimedia", "dewiki")
  private static let ref = LogRef("rights", of: nil, in: "wikimedia")
  private static let start = Date(timeIntervalSince1970: 1_800_000_000)

  /// What a run read of a log, and how it ended.
  private struct Reading {
    var state: LogState
    var fault: Fault?
    var requests: [LogQuery]
    var warnings: [String]
  }

  /// Reads the log once; `answer` gives each page.
  private static func read(
    _ archive: ArchiveDatabase, at date: Date = start, pages: Int = 100, mostPages: Int = 2_000,
    age: Int = 0, answer: @escaping @Sendable (LogQuery) -> Page<LogEntry>
  ) throws -> Reading {
    let asked = Mutex<[LogQuery]>([])
    let warned = Mutex<[String]>([])
    let fault = try Simulation.run(seed: 1, start: date) { world -> Fault? in
      let log = HistoryLog("rights", of: nil) { query in
        asked.withLock { $0.append(query) }
        return Request(label: "rights", url: "", method: "rights") { _ in
          var answer = Answer(.good, payload: answer(query))
          answer.head = AnswerHead(headers: ["age": "\(age)"])
          return answer
        }
      }
      let reader = LogReader(
        archive: archive, transport: WithoutServer(), time: world, log: log, network: "wikimedia",
        warn: { sentence in warned.withLock { $0.append(sentence) } }, mostPages: mostPages)
      let state = try archive.beginLogs([ref])[0]
      do {
        try await reader.read(from: state, about: [.moderator], pages: pages)
        return nil
      } catch let fault as Fault {
        return fault
      }
    }
    return Reading(
      state: try archive.beginLogs([ref])[0], fault: fault, requests: asked.withLock(\.self),
      warnings: warned.withLock(\.self))
  }

  private static func withArchive(_ body: (ArchiveDatabase) throws -> Void) throws {
    try withMemoryFolder { folder in
      let archive = try ArchiveDatabase.open(at: "\(folder)/archive.sqlite", for: .writing)
      let wiki = Site(site, name: "Wikipedia", url: "https://de.wikipedia.org")
      _ = try archive.recordSites([wiki], network: "wikimedia", at: start)
      try body(archive)
      try archive.close()
    }
  }

  /// A row that makes a user a moderator.
  private static func entry(_ id: Int, after seconds: TimeInterval) -> LogEntry {
    LogEntry(
      id: id, time: start.addingTimeInterval(seconds),
      .rights(
        RightsChange(name: "U\(id)", site: site.id, before: [], after: [.init(.moderator)])))
  }

  /// A wrong clock dated it: it is read once that date has come.
  @Test func aRowThatIsYetToComeIsLeftOutAndNamed() throws {
    try Self.withArchive { archive in
      let rows = [Self.entry(1, after: -100), Self.entry(2, after: 200_000)]
      func read(at date: Date) throws -> Reading {
        try Self.read(archive, at: date) {
          Page(items: $0.order == .oldestFirst ? rows : rows.reversed(), next: nil)
        }
      }
      let file = ArchiveFile(archive.path)
      let first = try read(at: Self.start)
      #expect(first.fault == nil && first.state.isWhole)
      #expect(
        first.warnings == [
          "The log rights has rows with a date that is yet to come, which are left out: 1."
        ])
      #expect(try file.rows("SELECT id FROM log_entry") == [["1"]])
      let later = try read(at: Self.start.addingTimeInterval(200_000))
      #expect(later.warnings == [])
      #expect(try file.rows("SELECT id FROM log_entry ORDER BY id") == [["1"], ["2"]])
    }
  }

  /// The wiki's own row counts.
  @Test func whatADumpToldOtherwiseIsNamed() throws {
    try withMemoryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [], at: Self.start)
      let wiki = Site(Self.site, name: "Wikipedia", url: "https://de.wikipedia.org")
      try maker.list([wiki], of: "wikimedia", at: Self.start)
      try maker.publish([.made(1, "Ann")], site: Self.site, at: Self.start)
      var dumped = Self.entry(1, after: -100)
      dumped.time -= 1
      let logs = DumpedLogs(of: Self.site, names: [], central: "rights", hasCentral: true)
      _ = try maker.archive.backfill(
        BackfillFile(name: "dump.xml", bytes: 1, sha256: "ab"), logs, at: Self.start
      ) { store in
        try store("rights", dumped)
        return LogDumpReach(from: Self.start - 200, until: Self.start - 50, isWhole: true)
      }
      func read() throws -> [String] {
        try Self.read(maker.archive) { _ in Page(items: [Self.entry(1, after: -100)], next: nil) }
          .warnings
      }
      #expect(
        try read() == [
          "The log rights and an imported dump differ in 1 row, and the log counts; ids: 1."
        ])
      #expect(try read() == [])
    }
  }

  /// What was added since a cached answer was true is not known.
  @Test func aCachedLogIsReadUntilItsOwnTime() throws {
    try Self.withArchive { archive in
      func read(age: Int) throws -> Reading {
        try Self.read(archive, age: age) { _ in
          Page(items: [Self.entry(1, after: -9_000)], next: nil)
        }
      }
      // An older answer takes nothing back.
      for age in [3_000, 6_000] {
        let reading = try read(age: age)
        #expect(reading.state.readUntil == Self.start - 3_000)
      }
    }
  }

  @Test func emptyPagesWithoutEndAreAFault() throws {
    try Self.withArchive { archive in
      let reading = try Self.read(archive) { query in
        let number = if case .token(let text)? = query.position { Int(text) ?? 0 } else { 0 }
        return Page(items: [], next: .token("\(number + 1)"))
      }
      #expect(reading.fault?.kind == .undecodable)
      #expect(reading.fault?.message.contains("20 pages without a row") == true)
      #expect(reading.requests.count == 20)
      #expect(!reading.state.isWhole)
    }
  }

  @Test func aPageThatNamesItselfAsTheNextIsAFault() throws {
    try Self.withArchive { archive in
      let reading = try Self.read(archive) { _ in
        Page(items: [Self.entry(1, after: -60)], next: .token("same"))
      }
      #expect(reading.fault?.message.contains("the same page twice") == true)
      #expect(reading.requests.count == 2)
      #expect(!reading.state.isWhole)
    }
  }

  /// Rows of a log, as a wiki gives them: from a moment on, ten on a page.
  private static func page(_ rows: [LogEntry], _ query: LogQuery) -> Page<LogEntry> {
    let isOlder = query.order == .newestFirst
    let sorted = rows.sorted { (isOlder ? $1 : $0).place < (isOlder ? $0 : $1).place }
      .filter { row in
        query.start.map { isOlder ? row.time <= $0 : row.time >= $0 } ?? true
      }
    let first = if case .token(let text)? = query.position { Int(text) ?? 0 } else { 0 }
    let next = first + 10
    return Page(
      items: Array(sorted.dropFirst(first).prefix(10)),
      next: next < sorted.count ? .token("\(next)") : nil)
  }

  /// Otherwise every run would read the same page for ever.
  @Test func moreRowsOfOneSecondThanARunReadsAreReadToTheirEnd() throws {
    try Self.withArchive { archive in
      let rows =
        (0..<55).map { Self.entry($0, after: $0 < 10 ? -900 : -600) } + [Self.entry(60, after: -1)]
      var counts: [Int] = []
      for night in 0..<6 {
        let date = Self.start.addingTimeInterval(Double(night) * 86_400)
        let reading = try Self.read(archive, at: date, pages: 1) { Self.page(rows, $0) }
        #expect(reading.fault == nil)
        if reading.state.isWhole { break }
        counts.append(reading.requests.count)
      }
      #expect(try archive.beginLogs([Self.ref])[0].isWhole)
      #expect(counts.count < 5)
    }
  }

  @Test(arguments: [LogOrder.newestFirst, .oldestFirst])
  func aLogOfWhichNoRunComesFurtherSaysSo(order: LogOrder) throws {
    try Self.withArchive { archive in
      let rows = (0..<99).map { Self.entry($0, after: -600) }
      if order == .oldestFirst {
        _ = try Self.read(archive) { Self.page([rows[0]], $0) }
        #expect(try archive.beginLogs([Self.ref])[0].isWhole)
      } else {
        _ = try Self.read(archive, pages: 1, mostPages: 1) { Self.page(rows, $0) }
      }
      let reading = try Self.read(archive, pages: 1, mostPages: 3) { Self.page(rows, $0) }
      #expect(reading.fault?.message.contains("no run comes further") == true)
    }
  }

  /// A wrong clock of the server must not hide what is added until its date has come.
  @Test func aRowWithADateToComeHoldsBackNothing() throws {
    try Self.withArchive { archive in
      let wrong = Self.entry(1, after: 10 * 365 * 86_400)
      let first = try Self.read(archive) { _ in Page(items: [wrong], next: nil) }
      #expect(first.fault == nil && first.state.isWhole)
      #expect(first.state.newestAt == Self.start)
      let later = Self.start.addingTimeInterval(86_400)
      let second = try Self.read(archive, at: later) { query in
        Page(items: [Self.entry(2, after: 3_600), wrong], next: nil)
      }
      let asked = try #require(second.requests.first)
      #expect(asked.order == .oldestFirst)
      #expect(asked.start == Self.start.addingTimeInterval(-LogReader.overlap))
      #expect(second.state.newestAt == later)
    }
  }
}

extension LogEntry {
  fileprivate var place: (Date, Int) { (time, id) }
}

/// Answers each request with what its own reader makes of an empty answer.
private struct WithoutServer: ClientTransport {
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    request.read(RawResponse(status: 200, body: []))
  }
}
