import FoundationEssentials
import ModExportCommands
import TestKit
import Testing

struct ConfigurationFileTests {
  @Test func eachSettingHasItsTextAndItsLine() throws {
    let file = try ConfigurationFile(
      "# nightly\nrate: 5\nformat: [html, csv]\n\nmax-age: \"12h\"\nelected: true\n", path: "c")
    #expect(
      file.entries == [
        "rate": .init(text: "5", line: 2), "format": .init(text: "html,csv", line: 3),
        "max-age": .init(text: "12h", line: 5), "elected": .init(text: "true", line: 6),
      ])
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "---\n", "{}"])
  func aFileMayGiveNothing(text: String) throws {
    #expect(try ConfigurationFile(text, path: "c").entries.isEmpty)
  }

  static let refused: [(String, String)] = [
    ("rat: 5", "Unknown setting 'rat' in c, line 1: did you mean 'rate'?"),
    ("\nMax_Wait: 5s", "Unknown setting 'Max_Wait' in c, line 2: did you mean 'max-wait'?"),
    (
      "nonsense: 5",
      "Unknown setting 'nonsense' in c, line 1: `modexport config` lists all settings."
    ),
    (
      "sync:\n  rate: 5",
      "Unknown setting 'sync' in c, line 1: `modexport config` lists all settings."
    ),
    ("[1, 2]: 5", "Unknown setting '' in c, line 1: `modexport config` lists all settings."),
    (
      "accept-shrink: true",
      "The setting 'accept-shrink' in c, line 1, is for one run only: remove it there, and give "
        + "--accept-shrink to that run."
    ),
    (
      "rate: 0",
      "The value '0' of rate in c, line 1, is invalid: give a whole number from 1 to 100000."
    ),
    (
      "elected: maybe", "The value 'maybe' of elected in c, line 1, is invalid: give true or false."
    ),
    (
      "archive: ~/a.sqlite",
      "The value '~/a.sqlite' of archive in c, line 1, is invalid: give the whole path: '~' is not "
        + "expanded here."
    ),
    (
      "ping: ftp://hc.example.org/secret",
      "The value '…' of ping in c, line 1, is invalid: give an http or https address without '?' and "
        + "'#', such as https://hc.example.org/ID."
    ),
    (
      "ping: http://127.0.0.1:99999/secret",
      "The value '…' of ping in c, line 1, is invalid: give an http or https address without '?' and "
        + "'#', such as https://hc.example.org/ID."
    ),
    (
      "ping: https://me:word@hc.example.org/secret",
      "The value '…' of ping in c, line 1, is invalid: leave the user and the password out of the "
        + "address."
    ),
    (#"archive: "a\0b""#, "The value of archive in c, line 1, has a NUL: remove it."),
    ("rate:", "The value of rate in c, line 1, must be one word or a list of words."),
    ("rate: {a: 1}", "The value of rate in c, line 1, must be one word or a list of words."),
    (
      "format: [html, [csv]]",
      "The value of format in c, line 1, must be one word or a list of words."
    ),
    ("format: []", "The value of format in c, line 1, must be one word or a list of words."),
    (
      "- rate", "The configuration file 'c' must have one setting on each line, such as 'rate: 10'."
    ),
    ("rate", "The configuration file 'c' must have one setting on each line, such as 'rate: 10'."),
    (
      "rate: 5\n---\nrate: 6",
      "The configuration file 'c' must have one setting on each line, such as 'rate: 10'."
    ),
  ]

  @Test(arguments: refused)
  func whatIsNoSettingIsRefused(text: String, sentence: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try ConfigurationFile(text, path: "c")
    }
    #expect(failure == CommandFailure(.usage, sentence))
  }

  @Test(arguments: [
    "rate: [1", "rate: 5\n\tretries: 3", "a: *b", "\"rate", "rate: 5\n  retries: 3",
  ])
  func whatIsNoYAMLIsRefusedWithItsPlace(text: String) throws {
    let failure = try #require(
      #expect(throws: CommandFailure.self) { try ConfigurationFile(text, path: "c") })
    #expect(failure.status == .usage)
    #expect(failure.sentence.hasPrefix("The configuration file 'c' is not valid YAML: "))
    #expect(failure.sentence.contains("(line "))
  }

  @Test func aDeviceIsReadToItsEndOrItsBound() throws {
    #expect(try ConfigurationFile(at: "/dev/null").entries.isEmpty)
    let failure = #expect(throws: CommandFailure.self) { try ConfigurationFile(at: "/dev/zero") }
    #expect(
      failure == CommandFailure(.usage, "The configuration file '/dev/zero' is larger than 1 MiB."))
  }

  @Test func aFileThatCannotBeReadIsNamed() throws {
    try withTemporaryFolder { folder in
      let large = "\(folder)/large"
      try Data(repeating: 35, count: 1 << 20 | 1).write(to: URL(filePath: large))
      let binary = "\(folder)/binary"
      try Data([0xFF]).write(to: URL(filePath: binary))
      let sentences = [
        (folder, "cannot be read: check the path and its permissions."),
        ("\(folder)/none", "cannot be read: check the path and its permissions."),
        (large, "is larger than 1 MiB."), (binary, "is not UTF-8 text."),
      ]
      for (path, end) in sentences {
        let failure = #expect(throws: CommandFailure.self) { try ConfigurationFile(at: path) }
        #expect(failure == CommandFailure(.usage, "The configuration file '\(path)' \(end)"))
      }
    }
  }
}
