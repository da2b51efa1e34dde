import ArchiveKit
import Foundation
import Glibc
import TestKit
import Testing

@Suite(.bounded) struct QueryTests {
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "

  private func withArchiveFile(_ body: (String, String) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder)
      try maker.publish([.made(1)], at: day(1))
      try maker.finish(at: day(1))
      try await body(folder, maker.path)
    }
  }

  /// One that only computes, and one that prints.
  @Test(arguments: [SIGHUP, SIGINT, SIGTERM], ["max(i) FROM n", "i FROM n"])
  func aSignalEndsAQuery(signal: Int32, rest: String) async throws {
    try await withArchiveFile { folder, path in
      let arguments = ["sql", "--csv", Self.endless + rest, "--archive", path]
      try await Program.running(arguments, in: folder) { program in
        // The header is printed with the first rows; the other query has begun once signals are trapped.
        try await waitUntil { try Self.traps(signal, program.processIdentifier) }
        program.send(signal)
        let ending = try await program.ending
        #expect(ending.code == 128 + signal)
        #expect(ending.messages == "Error: Stopped; what was printed is not the whole result.\n")
      }
    }
  }

  /// Whether the process no longer ends by the signal itself.
  private static func traps(_ signal: Int32, _ process: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    func mask(_ name: String) -> UInt64 {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      return line.flatMap {
        UInt64($0.dropFirst(name.count).trimmingCharacters(in: .whitespaces), radix: 16)
      }
        ?? 0
    }
    return (mask("SigIgn:") | mask("SigCgt:")) & (1 << UInt64(signal - 1)) != 0
  }

  /// `modexport sql … | head -1`: the reader goes away in the middle.
  @Test func aReaderThatHasEnoughIsAQuietEnd() async throws {
    try await withArchiveFile { folder, path in
      let line = "\"$0\" sql --csv \"$1\" --archive \"$2\" | head -2; echo ${PIPESTATUS[0]}"
      let command = ["bash", "-c", line, Program.path]
      try await Program.running(
        [Self.endless + "i FROM n", path], command: command, in: folder
      ) { program in
        let ending = try await program.ending
        #expect(ending.output == "i\r\n1\r\n0\n")
        #expect(ending.messages.isEmpty)
      }
    }
  }

  @Test func manyRowsComeFromStdinToCSV() async throws {
    try await withArchiveFile { folder, path in
      let line =
        "echo \"$1 i, 'row' FROM n LIMIT 100000\" | \"$0\" sql - --csv --archive \"$2\" | tail -1"
      try await Program.running(
        [Self.endless, path], command: ["bash", "-c", line, Program.path], in: folder
      ) { program in
        let ending = try await program.ending
        #expect(ending.output == "100000,row\r\n")
      }
    }
  }
}
