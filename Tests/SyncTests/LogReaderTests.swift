import Archive
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
  }

  /// Reads the log once; `answer` gives each page.
  private static func read(
    _ archive: ArchiveDatabase, at date: Date = start,
    answer: @escaping @Sendable (LogQuery) -> Page<LogEntry>
  ) throws -> Reading {
    let asked = Mutex<[LogQuery]>([])
    let fault = try Simulation.run(seed: 1, start: date) { world -> Fault? in
      let log = HistoryLog("rights", of: nil) { query in
        asked.withLock { $0.append(query) }
        return Request(label: "rights", url: "", method: "rights") { _ in
          Answer(.good, payload: answer(query))
        }
      }
      let reader = LogReader(
        archive: archive, transport: WithoutServer(), time: world, log: log, network: "wikimedia")
      let state = try archive.beginLogs([ref])[0]
      do {
        try await reader.read(from: state, about: [.moderator], pages: 100)
        return nil
      } catch let fault as Fault {
        return fault
      }
    }
    return Reading(
      state: try archive.beginLogs([ref])[0], fault: fault, requests: asked.withLock(\.self))
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

/// Answers each request with what its own reader makes of an empty answer.
private struct WithoutServer: ClientTransport {
  func send<Payload>(_ request: Request<Payload>) async throws -> Answer<Payload> {
    request.read(RawResponse(status: 200, body: []))
  }
}
