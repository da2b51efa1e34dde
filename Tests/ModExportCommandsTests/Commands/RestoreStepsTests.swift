import Testing

@testable import ModExportCommands

struct RestoreStepsTests {
  @Test(arguments: [
    ("/a/b-c_1.sqlite", "/a/b-c_1.sqlite"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    ("100%", "'100%'"), ("$HOME", "'$HOME'"), (#"a\"b"#, #"'a\"b'"#), ("", "''"), (";", "';'"),
    ("é", "'é'"),
  ])
  func aPathIsOneWordOfAShell(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}
