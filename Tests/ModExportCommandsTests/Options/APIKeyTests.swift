import FoundationEssentials
import Glibc
import Networks
import Roster
import TestKit
import Testing

@testable import ModExportCommands

struct APIKeyTests {
  @Test(arguments: [
    "abc((", "abc((\n", "\u{20}abc((\r\n", "\nabc((\n\n", "\u{FEFF}abc((\n", "\u{FEFF}\r\n abc((",
  ])
  func theKeyIsTheOneWordOfItsFile(content: String) throws {
    try withFile(content) { path in
      let key = try APIKey.resolve(
        file: path, environment: ["STACKEXCHANGE_KEY": "other"], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange)
      #expect(key?.secret == "abc((")
    }
  }

  @Test(arguments: [
    ("", "it is blank"), ("\n", "it is blank"), ("\u{FEFF}\n", "it is blank"),
    ("two words", "it has spaces or line breaks inside"),
    ("two\nlines", "it has spaces or line breaks inside"),
    ("a\u{A0}b", "it has spaces or line breaks inside"),
    ("schlüssel", "it has the character U+00FC"), ("a\u{0}b", "it has the character U+0000"),
    ("a\u{7F}", "it has the character U+007F"), ("a\u{1B}[m", "it has the character U+001B"),
    ("abc\u{FEFF}", "it has the character U+FEFF"), ("ab\u{200B}c", "it has the character U+200B"),
    ("\"abc\"", "it is in quotes"), ("'abc'\n", "it is in quotes"),
    ("\"two words\"", "it is in quotes"),
    ("\u{201C}abc\u{201D}", "it is in quotes"), ("\u{AB}abc\u{BB}", "it is in quotes"),
    ("\u{FEFF}\u{201E}abc\u{201C}", "it is in quotes"), ("`abc`", "it is in quotes"),
    ("abc\"", "it is in quotes"),
    (String(repeating: "a", count: 5_000), "it is longer than any key"),
  ])
  func aFileWithoutAKeyIsRefused(content: String, reason: String) throws {
    try withFile(content) { path in
      let failure = #expect(throws: CommandFailure.self) {
        try APIKey.resolve(
          file: path, environment: [:], variable: "STACKEXCHANGE_KEY", address: .stackExchange)
      }
      #expect(
        failure
          == CommandFailure(
            .usage,
            "The key file '\(path)' must hold one line, the key, and nothing else: "
              + "visible ASCII without spaces, and no quotes around it; \(reason)."))
    }
  }

  @Test func aMissingFileIsNamed() {
    let failure = #expect(throws: CommandFailure.self) {
      try APIKey.resolve(
        file: "/no/such/key", environment: [:], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange)
    }
    #expect(
      failure
        == CommandFailure(
          .usage,
          "The key file '/no/such/key' cannot be read: check the path and its permissions."))
  }

  @Test func theEnvironmentMayHoldTheKey() throws {
    for (value, secret) in [(nil, nil), ("", nil), ("abc", "abc"), (" abc\n", "abc")] {
      let key = try APIKey.resolve(
        file: nil, environment: value.map { ["STACKEXCHANGE_KEY": $0] } ?? [:],
        variable: "STACKEXCHANGE_KEY", address: .stackExchange)
      #expect(key?.secret == secret)
    }
    let failure = #expect(throws: CommandFailure.self) {
      try APIKey.resolve(
        file: nil, environment: ["STACKEXCHANGE_KEY": "a b"], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange)
    }
    #expect(
      failure?.description
        == "$STACKEXCHANGE_KEY must hold the key and nothing else: visible ASCII without spaces, "
        + "and no quotes around it; it has spaces or line breaks inside.")
  }

  @Test(arguments: ["/home/me/key", "./key", "../key", "~/.stackexchange-key", " ~/key\n"])
  func aPathInTheVariableIsNotTakenForAKey(value: String) {
    let failure = #expect(throws: CommandFailure.self) {
      try APIKey.resolve(
        file: nil, environment: ["STACKEXCHANGE_KEY": value], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange)
    }
    #expect(
      failure
        == CommandFailure(
          .usage,
          "$STACKEXCHANGE_KEY holds a path, but must hold the key itself: name the file with "
            + "--key-file."))
  }

  @Test(arguments: [(nil, nil), ("", nil), ("\n", nil), ("abc((\n", "abc(("), ("abc", "abc")])
  func aServiceMayGetTheKeyAsACredential(content: String?, secret: String?) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/stackexchange-key"
      if let content { try Data(content.utf8).write(to: URL(filePath: path)) }
      let key = try APIKey.resolve(
        file: nil, environment: ["CREDENTIALS_DIRECTORY": folder], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange)
      #expect(key?.secret == secret)
      #expect(key?.origin == secret.map { _ in "the file '\(path)'" })
    }
  }

  @Test func aPipeAmongTheKeysOfForumsIsNotWaitedFor() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/forum.example.org"
      let made = unsafe mkfifo(path, 0o600)
      #expect(made == 0)
      let found = try APIKey.all(in: folder)
      #expect(found.unusable == ["forum.example.org": "the key file '\(path)' is no file"])
    }
  }

  /// What an editor or a version control system leaves in the folder costs nothing.
  @Test func aFileThatIsNamedAsNoSiteIsNoKey() throws {
    try withTemporaryFolder { folder in
      let others = ["README", "a.example~", "Forum.example", "#a.example#"]
      for name in others + [".gitkeep", "a.example", "b.example_forum"] {
        try Data("\(name.count)\n".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      let found = try APIKey.all(in: folder)
      #expect(found.keys.mapValues(\.secret) == ["a.example": "9", "b.example/forum": "15"])
      #expect(found.unusable.isEmpty)
      #expect(found.others == others.sorted().map { "\(folder)/\($0)" })
    }
  }

  @Test func theFileIsReadAnewByEachRun() throws {
    try withFile("first((") { path in
      for secret in ["first((", "second(("] {
        try Data(secret.utf8).write(to: URL(filePath: path))
        let key = try APIKey.resolve(
          file: path, environment: [:], variable: "STACKEXCHANGE_KEY", address: .stackExchange)
        #expect(key?.secret == secret)
        #expect(key?.origin == "the file '\(path)'")
      }
    }
  }

  @Test(arguments: [
    ("http://example.com/2.3", false), ("https://example.com/2.3", true),
    ("http://127.0.0.1:80/2.3", true), ("http://127.9.9.9/2.3", true),
    ("http://[::1]/2.3", true), ("http://localhost/2.3", true),
  ])
  func aKeyNeverTravelsInTheOpen(address: String, isSent: Bool) throws {
    let address = try WebAddress(base: address)
    let environment = ["STACKEXCHANGE_KEY": "abc"]
    if isSent {
      let key = try APIKey.resolve(
        file: nil, environment: environment, variable: "STACKEXCHANGE_KEY", address: address)
      #expect(key?.secret == "abc")
    } else {
      let failure = #expect(throws: CommandFailure.self) {
        try APIKey.resolve(
          file: nil, environment: environment, variable: "STACKEXCHANGE_KEY", address: address)
      }
      #expect(
        failure
          == CommandFailure(
            .usage,
            "A key is not sent over plain http to example.com, where others can read it: use https."
          ))
    }
    #expect(
      try APIKey.resolve(
        file: nil, environment: [:], variable: "STACKEXCHANGE_KEY", address: address) == nil)
  }

  @Test func aKeyHidesItself() throws {
    let key = try #require(
      try APIKey.resolve(
        file: nil, environment: ["STACKEXCHANGE_KEY": "abc(("], variable: "STACKEXCHANGE_KEY",
        address: .stackExchange))
    var dumped = ""
    dump([key], to: &dumped)
    for text in ["\(key)", String(reflecting: [key]), "\(Optional(key) as Any)", dumped] {
      #expect(text.contains("(key)"))
      #expect(!text.contains("abc"))
    }
  }

  private func withFile(_ content: String, _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID().uuidString)")
    try Data(content.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }
}
