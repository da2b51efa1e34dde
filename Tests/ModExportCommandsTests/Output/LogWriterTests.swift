import ArgumentParser
import FoundationEssentials
import Logging
import Networks
import Tables
import Testing

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
    let text = written(.json) {
      $0.warning("Odd\n\"name\"", metadata: ["url": "https://x/2.3", "key": "\(key)"])
      $0.info("second")
    }
    let first =
      #"{"level":"warning","message":"Odd\n\"name\"","metadata":{"key":"(key)","#
      + #""url":"https://x/2.3"},"time":"2026-11-20T03:00:00Z"}"#
    let second =
      #"{"level":"info","message":"second","metadata":{},"time":"2026-11-20T03:00:00Z"}"#
    #expect(text == first + "\n" + second + "\n")
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

  private func written(_ format: LogFormat, _ body: (Logger) -> Void) -> String {
    let sink = CapturedStream()
    let writer = LogWriter(
      format: format, logLevel: .trace, messages: MessageStream(sink),
      now: { Date(timeIntervalSince1970: 1_795_143_600) })
    body(Logger(label: "test") { _ in writer })
    return sink.text
  }
}
