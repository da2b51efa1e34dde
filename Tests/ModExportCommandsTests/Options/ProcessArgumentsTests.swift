import Testing

@testable import ModExportCommands

struct ProcessArgumentsTests {
  @Test(arguments: [
    ("modexport\0", []), ("modexport", []), ("\0", []),
    ("modexport\0sites\0", ["sites"]), ("modexport\0sites", ["sites"]),
    ("modexport\0search\0\0", ["search", ""]),
    ("/a b/modexport\0sql\0SELECT 'é\n'\0--json\0", ["sql", "SELECT 'é\n'", "--json"]),
  ])
  func argumentsAreThoseThatTheKernelHas(line: String, arguments: [String]) throws {
    #expect(try ProcessArguments.arguments(in: Array(line.utf8)) == arguments)
  }

  @Test func anArgumentThatIsNotUTF8IsNamed() {
    let bytes = Array("modexport\0sites\0--archive\0x".utf8) + [0xFF, 0]
    let failure = #expect(throws: CommandFailure.self) {
      try ProcessArguments.arguments(in: bytes)
    }
    #expect(failure?.status == .usage)
    #expect(
      failure?.sentence
        == "The argument 'x\u{FFFD}' is not UTF-8: rename what it names, or write it in UTF-8.")
  }
}
