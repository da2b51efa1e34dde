import Foundation
import Tables
import TestKit
import Testing

struct AtomicFileTests {
  @Test func writersOfOneFileDoNotMeet() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/file"
      let contents = (0..<64).map { [UInt8](repeating: UInt8($0), count: 1_000) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for bytes in contents { group.addTask { try AtomicFile.write(bytes, to: path) } }
        try await group.waitForAll()
      }
      let bytes = try Data(contentsOf: URL(filePath: path))
      #expect(contents.contains([UInt8](bytes)))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
    }
  }
}
