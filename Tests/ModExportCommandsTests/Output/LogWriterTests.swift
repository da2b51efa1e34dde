import ArgumentParser
import FoundationEssentials
import Logging
import Networks
import Tables
import Testing
import Transport

@testable import ModExportCommands

struct LogWriterTests {
  static let messages: [(Logger.Level, Logger.Message, Logger.Metadata, String)] = [
    (
      .notice, "Waiting as the API asked", ["seconds": "12", "method": "users/moderators"],
      "2026-11-20T03:00:00Z notice: Waiting as the API asked method=users/moderators seconds=12\n"
    ),
    (
      .warning, "Site failed", ["name": "Ann \"x\" Ex", "empty": ""],
      "2026-11-20T03:00:00Z warning: Site failed empty=\"\" name=\"Ann \\\"x\\\" Ex\"\n"
    ),
    (
      .error, "Odd\nname", ["name": "a\u{1B}[2Jb"],
      "2026-11-20T03:00:00Z error: Odd\u{FFFD}name name=a\u{FFFD}[2Jb\n"
    ),
  ]

  @Test(arguments: messages)
  func textIsOneLine(
    level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata, line: String
  ) {
    #expect(written(.text) { $0.log(level: level, message, metadata: metadata) } == line)
  }

  @Test func jsonIsOneObjectALine() throws {
    let key = try hidden
    let text = written(.json, run: 12) {
      $0.warning("Odd\n\"name\"", metadata: ["url": "https://x/2.3", "key": "\(key)"])
      $0.info("second", metadata: ["time": "never", "event": "other", "run": "x"])
    }
    let first =
      #"{"time":"2026-11-20T03:00:00.250Z","level":"warning","event":"warning","run":12,"#
      + #""message":"Odd\n\"name\"","key":"(key)","url":"https://x/2.3"}"#
    let second =
      #"{"time":"2026-11-20T03:00:00.250Z","level":"info","event":"other","run":12,"message":"second"}"#
    #expect(text == first + "\n" + second + "\n")
  }

  /// Numbers are numbers, and what is not known is null.
  @Test func factsKeepTheirTypes() {
    let facts: [String: JSONValue] = [
      "site": .text("a b"), "pages": .integer(3), "seconds": .seconds(0.04161),
      "whole": .seconds(2),
      "last": .bool(true), "until": .integer(nil), "sites": ["complete": .integer(1)],
    ]
    func write(_ logger: Logger) { logger.log(.rosterPublished, .info, "published", facts) }
    #expect(
      written(.json, run: nil, write)
        == #"{"time":"2026-11-20T03:00:00.250Z","level":"info","event":"roster_published","run":null,"#
        + #""message":"published","last":true,"pages":3,"seconds":0.042,"site":"a b","#
        + #""sites":{"complete":1},"until":null,"whole":2}"# + "\n")
    #expect(
      written(.text, run: 4, write)
        == "2026-11-20T03:00:00Z info: published last=true pages=3 seconds=0.042 site=\"a b\" "
        + "sites=complete:1 until=none whole=2.0\n")
  }

  @Test func nearerFactsReplaceFartherOnes() {
    let text = written(.text) {
      var logger = $0
      logger[metadataKey: "site"] = "a"
      logger[metadataKey: "run"] = "7"
      logger.notice("Walked", metadata: ["site": "b"])
    }
    #expect(text == "2026-11-20T03:00:00Z notice: Walked run=7 site=b\n")
  }

  @Test(arguments: [
    (["-q"], Logger.Level.error), ([], .notice), (["-v"], .info), (["-vv"], .debug),
    (["-v", "-v", "-v"], .trace),
  ])
  func theLevelFollowsTheOptions(arguments: [String], level: Logger.Level) throws {
    let sink = CapturedStream()
    let options = try GlobalOptions.parse(arguments)
    let logger = try CommandContext(options, on: .recording(CapturedStream(), sink)).logger
    #expect(logger.logLevel == level)
    for level in Logger.Level.allCases { logger.log(level: level, "said") }
    #expect(
      sink.text.split(separator: "\n").count == Logger.Level.allCases.filter { $0 >= level }.count)
  }

  private var hidden: APIKey {
    get throws {
      try #require(
        try APIKey.resolve(
          file: nil, environment: ["STACKEXCHANGE_KEY": "abc(("], variable: "STACKEXCHANGE_KEY",
          address: .stackExchange))
    }
  }

  private func written(
    _ format: LogFormat, run number: Int? = nil, _ body: (Logger) -> Void
  ) -> String {
    let sink = CapturedStream()
    let run = RunNumber()
    if let number { run.set(number) }
    let writer = LogWriter(
      format: format, logLevel: .trace, messages: MessageStream(sink), run: run,
      now: { Date(timeIntervalSince1970: 1_795_143_600.25) })
    body(Logger(label: "test") { _ in writer })
    return sink.text
  }
}
