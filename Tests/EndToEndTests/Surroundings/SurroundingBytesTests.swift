import Foundation
import TestKit
import Testing

/// What surrounds the process: preloaded libraries, and bytes that are no text.
@Suite(.bounded) struct SurroundingBytesTests {
  /// libfaketime and the profiler of jemalloc do so.
  @Test func argumentsArriveBesideALibraryThatSetsAVariable() async throws {
    try await withTemporaryFolder { folder in
      let source = """
        #include <stdlib.h>
        __attribute__((constructor)) static void set(void) { setenv("A_NEW_VARIABLE", "x", 1); }
        """
      try Data(source.utf8).write(to: URL(filePath: "\(folder)/preload.c"))
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = [
        "cc", "-shared", "-fPIC", "-o", "\(folder)/preload.so", "\(folder)/preload.c",
      ]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      let ending = try await Program.run(
        ["sites", "--archive", "\(folder)/none.sqlite"], in: folder,
        environment: ["LD_PRELOAD": "\(folder)/preload.so"])
      #expect(ending.code == 66)
      #expect(ending.messages.contains("There is no archive at \(folder)/none.sqlite"))
    }
  }

  /// Each in one sentence, and nothing is written at a place with a similar name.
  @Test(arguments: [
    (
      "\"$0\" sites --archive \"$(printf 'x\\377.db')\"", "The argument 'x\u{FFFD}.db' is not UTF-8"
    ),
    ("\"$0\" \"$(printf '\\377')\"", "The argument '\u{FFFD}' is not UTF-8"),
    (
      "MODEXPORT_ARCHIVE=\"$(printf 'x\\377.db')\" \"$0\" sync --all --api-url http://127.0.0.1:9/2.3",
      "The variable MODEXPORT_ARCHIVE, 'x\u{FFFD}.db', is not UTF-8"
    ),
    (
      "mkdir \"$(printf 'd\\377')\"; cd d*; \"$0\" sync --all --api-url http://127.0.0.1:9/2.3",
      "The path of the current folder, '"
    ),
    (
      "mkdir \"$(printf 'd\\377')\"; ln -s d* link; "
        + "\"$0\" sync --all --api-url http://127.0.0.1:9/2.3 --archive link/a.sqlite",
      "/link leads to "
    ),
  ])
  func bytesThatAreNoTextAreRefusedInOneSentence(command: String, words: String) async throws {
    try await withTemporaryFolder { folder in
      let ending = try await Program.running(
        [], command: ["sh", "-c", command, Program.path], in: folder
      ) { try await $0.ending }
      #expect(ending.code == 64, "\(ending.messages)")
      #expect(ending.messages.hasPrefix("Error: ") && ending.messages.contains(words))
      #expect(ending.messages.filter { $0 == "\n" }.count == 1)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      #expect(!names.contains { $0.hasSuffix("sqlite") || $0.hasSuffix("db") })
    }
  }
}
