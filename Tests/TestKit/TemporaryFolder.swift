import Foundation

/// Runs the body with the path of a new, empty folder, which is deleted afterwards.
package func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "modexport-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// Runs the asynchronous body with the path of a new, empty folder, which is deleted afterwards.
package func withTemporaryFolder<Result>(
  _ body: (String) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "modexport-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}

/// The same on a file system in memory, where the machine has one: for tests that mostly write.
package func withMemoryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
  let isThere = FileManager.default.isWritableFile(atPath: memory.path)
  let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
    .appending(path: "modexport-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}
