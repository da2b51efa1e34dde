import ArgumentParser
import FoundationEssentials
import Logging
import Networks
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
    #expect(written { $0.log(level: level, message, metadata: metadata) } == line)
  }

  @Test func nearerFactsReplaceFartherOnes() {
    let text = written {
      var logger = $0
      logger[metadataKey: "site"] = "a"
      logger[metadataKey: "run"] = "7"
      logger.notice("Walked", metadata: ["site": "b"])
    }
    #expect(text == "2026-11-20T03:00:00Z notice: Walked run=7 site=b\n")
  }

  @Test func aKeyIsHidden() throws {
    let key = try #require(
      try APIKey.resolve(
        file: nil, environment: ["STACKEXCHANGE_KEY": "abc(("], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange))
    #expect(
      written { $0.info("sent", metadata: ["key": "\(key)", "seconds": .seconds(0.04161)]) }
        == "2026-11-20T03:00:00Z info: sent key=(key) seconds=0.042\n")
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

  private func written(_ body: (Logger) -> Void) -> String {
    let sink = CapturedStream()
    let writer = LogWriter(
      logLevel: .trace, messages: MessageStream(sink),
      now: { Date(timeIntervalSince1970: 1_795_143_600.25) })
    body(Logger(label: "test") { _ in writer })
    return sink.text
  }
}
