import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// What one site that lies in every way can cost: bounded memory and time of its own, and never the
/// roster of another site.
@Suite(.bounded) struct HostileServerTests {
  /// A way to be hostile.
  struct Hostility: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Whether the rosters of the other sites are published: not where the list of sites itself is bad.
    var sparesOthers = true
    var answer: @Sendable (HostileServer.Asked) -> HostileServer.Body

    init(
      _ name: String, sparesOthers: Bool = true,
      site answer: @escaping @Sendable (HostileServer.Asked) -> HostileServer.Body
    ) {
      testDescription = name
      self.sparesOthers = sparesOthers
      self.answer = { $0.method == "sites" ? HostileServer.unchanged : answer($0) }
    }

    init(
      _ name: String, sites answer: @escaping @Sendable () -> HostileServer.Body
    ) {
      testDescription = name
      sparesOthers = false
      self.answer = { $0.method == "sites" ? answer() : HostileServer.page([]) }
    }
  }

  private static func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

  static let hostilities: [Hostility] = [
    Hostility("a roster without end") { asked in
      HostileServer.page(
        (0..<100).map { HostileServer.item(asked.page * 1_000 + $0) }, hasMore: true,
        total: 1 << 53 - 1)
    },
    Hostility("a roster without end and without total") { asked in
      let items = (0..<100).map { HostileServer.item(asked.page * 1_000 + $0) }
      return HostileServer.Body(
        #"{"items":[\#(items.joined(separator: ","))],"has_more":true}"#)
    },
    Hostility("a roster of the largest pages and names that are allowed") { asked in
      let filler = letters(3_900) + " "
      let items = (0..<100).map {
        HostileServer.item(
          asked.page * 1_000 + $0, name: filler + "\(asked.page) \($0)",
          #","about_me":"\#(String(repeating: "<p>x</p> ", count: 6_000))""#)
      }
      return HostileServer.page(items, hasMore: true, total: 1_000_000)
    },
    Hostility("a page of three million items") { _ in
      HostileServer.longPage(3_000_000) { #"{"user_id":\#($0)}"# }
    },
    Hostility("a body without end") { _ in
      HostileServer.Body { AnySequence(sequence(first: #"{"items":["#) { _ in letters(65_536) }) }
    },
    Hostility("a name of a million letters") { _ in
      HostileServer.page([HostileServer.item(1, name: letters(1_000_000))])
    },
    Hostility("a hundred names of twenty thousand letters") { _ in
      HostileServer.page((1...100).map { HostileServer.item($0, name: letters(20_000)) })
    },
    Hostility("a name of ten thousand words") { _ in
      HostileServer.page([
        HostileServer.item(1, name: (0..<10_000).map { "w\($0)" }.joined(separator: " "))
      ])
    },
    Hostility("profiles of a hundred megabytes") { _ in
      HostileServer.longPage(100) {
        HostileServer.item($0, #","about_me":"\#(letters(1_000_000))""#)
      }
    },
    Hostility("HTML nested a hundred thousand deep") { _ in
      let html = String(repeating: "<div><b>", count: 50_000)
      return HostileServer.page([HostileServer.item(1, #","about_me":"\#(html)""#)])
    },
    Hostility("JSON nested a million deep") { _ in
      HostileServer.Body(String(repeating: "[", count: 1_000_000))
    },
    Hostility("unknown fields nested a hundred thousand deep") { _ in
      let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
      return HostileServer.page([HostileServer.item(1, #","more":\#(nested)"#)])
    },
    Hostility("numbers of a million digits") { _ in
      let digits = String(repeating: "9", count: 1_000_000)
      return HostileServer.page([HostileServer.item(1, #","reputation":\#(digits)"#)])
    },
    Hostility("reputations that overflow a sum") { _ in
      HostileServer.page(
        (1...100).map {
          #"{"user_id":\#($0),"account_id":7,"display_name":"x","reputation":9007199254740991}"#
        })
    },
    Hostility("a header of a megabyte") { _ in
      var page = HostileServer.page([HostileServer.item(1)])
      page.headers["X-Long"] = letters(1_000_000)
      return page
    },
    Hostility("errors of a megabyte") { _ in
      HostileServer.Body(
        #"{"error_id":400,"error_name":"bad_parameter","error_message":"\#(letters(1_000_000))"}"#,
        status: 400)
    },
    Hostility("HTML of ten megabytes instead of an answer") { _ in
      HostileServer.Body("<html>" + letters(10_000_000), status: 502)
    },
    Hostility("a list of two million sites") {
      HostileServer.longPage(2_000_000) {
        #"{"api_site_parameter":"s\#($0)","site_url":"https://s\#($0).example"}"#
      }
    },
    Hostility("a site with a name of a million letters") {
      HostileServer.page([
        #"{"api_site_parameter":"a","name":"\#(letters(1_000_000))","site_url":"https://a.example"}"#
      ])
    },
  ]

  @Test(arguments: hostilities)
  func itCostsABoundedAmountAndNeverAnotherSitesRoster(hostility: Hostility) async throws {
    try await withTemporaryFolder { folder in
      try await HostileServer(answer: hostility.answer).withRunning { base in
        let arguments =
          Program.sync(base)
          + ["--retries", "1", "--max-wait", "1s", "--timeout", "10s"]
        let (ending, usage) = try await Usage.measured(arguments, in: folder)
        #expect([0, 1, 3, 69, 75].contains(ending.code), "\(ending.code): \(ending.messages)")
        #expect(usage.peakMegabytes < 300, "\(usage)")
        #expect(usage.processorSeconds < 60, "\(usage)")
        print("\(hostility.testDescription): exit \(ending.code), \(usage)")
        if hostility.sparesOthers { try expectHonestSites(in: folder) }
      }
      for command in ["search a", "people", "verify", "report --output out", "sites", "status"] {
        let arguments = command.split(separator: " ").map(String.init)
        let (ending, usage) = try await Usage.measured(
          arguments + ["--archive", ArchiveFile.name], in: folder)
        #expect(ending.code < 128 && ending.code != 1, "\(command): \(ending.messages)")
        #expect(usage.peakMegabytes < 300 && usage.processorSeconds < 60, "\(command): \(usage)")
      }
    }
  }

  private func expectHonestSites(in folder: String) throws {
    let rosters = try ArchiveFile(in: folder).rows(
      "SELECT site, count(*) FROM moderators WHERE site <> 'hostile' GROUP BY site ORDER BY site")
    #expect(rosters == [["alpha", "3"], ["beta", "3"], ["gamma", "3"]])
  }
}

/// What a process used, as Linux counted it shortly before its end.
struct Usage: CustomStringConvertible {
  var peakMegabytes = 0
  var processorSeconds = 0.0

  var description: String { "\(peakMegabytes) MB, \(processorSeconds) s of CPU" }

  /// Runs the program to its end and looks at it meanwhile.
  static func measured(
    _ arguments: [String], in folder: String
  ) async throws -> (Ending, Usage) {
    try await Program.running(arguments, in: folder) { program in
      var usage = Usage()
      try await waitUntil {
        usage.look(at: program.processIdentifier)
        return !program.isRunning
      }
      return (try await program.ending, usage)
    }
  }

  private mutating func look(at process: Int32) {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    // Until the program is loaded, its process is a copy of that of the tests, with their memory.
    guard status.hasPrefix("Name:\tmodexport\n") else { return }
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    if let kilobytes = peak?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
      peakMegabytes = max(peakMegabytes, kilobytes / 1_000)
    }
    let stat = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return
    }
    processorSeconds = max(processorSeconds, (user + system) / 100)
  }
}
