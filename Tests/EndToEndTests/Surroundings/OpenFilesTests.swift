import ArchiveKit
import Foundation
import TestKit
import Testing

/// A shell that allows few open files.
struct OpenFilesTests {
  @Test(arguments: [8, 12, 16, 20, 24, 32, 64])
  func tooFewOpenFilesAreSaidAndEndInNoTrap(limit: Int) async throws {
    try await withTemporaryFolder { folder in
      let limited = ["/bin/sh", "-c", #"ulimit -n "$0" && exec "$@""#, "\(limit)", Program.path]
      let arguments = [
        "sync", "https://127.0.0.1:9", "--archive", ArchiveFile.name, "--retries", "0",
      ]
      try await Program.running(arguments, command: limited, in: folder) { program in
        let ending = try await program.ending
        if ending.code == 69 { return #expect(limit > 16) }
        #expect(ending.code < 128 && ending.code > 0, "\(ending)")
        #expect(ending.messages.contains("ulimit -n") || limit < 16, "\(ending)")
      }
    }
  }
}
