import Archive
import ArchiveKit
import Foundation
import TestKit
import Testing

/// The copy of an archive of an older format that is kept before it is migrated.
@Suite(.bounded) struct MigrationCopyTests {
  private func unpack(in folder: String, as name: String = "archive.sqlite") throws -> ArchiveFile {
    let fixture = try #require(
      Bundle.module.url(forResource: "archive-v1", withExtension: "db", subdirectory: "Fixtures"))
    let file = ArchiveFile("\(folder)/\(name)")
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: file.path))
    return file
  }

  @Test(arguments: [
    ("archive.sqlite", "archive.format1.sqlite"), ("archive", "archive.format1"),
  ])
  func aReadingCommandKeepsACopyAndSaysSo(name: String, copyName: String) async throws {
    try await withTemporaryFolder { folder in
      let file = try unpack(in: folder, as: name)
      let before = try Data(contentsOf: URL(filePath: file.path))
      let ending = try await Program.run(
        ["people", "--limit", "0", "--archive", file.path], in: folder)
      #expect(ending.code == 0)
      let copy = "\(folder)/\(copyName)"
      #expect(
        ending.messages
          == "\(file.path) had format 1 and now has format \(ArchiveDatabase.format), which an older modexport cannot read; "
          + "\(copy) is a copy of it as it was.\n")
      #expect(try ArchiveFile(copy).count("PRAGMA user_version") == 1)
      let (kept, members) = (
        try ArchiveFile(copy).rows("SELECT * FROM member"), try Self.members(of: before, in: folder)
      )
      #expect(kept == members)
      let again = try await Program.run(
        ["people", "--limit", "0", "--archive", file.path], in: folder)
      #expect(again.messages.isEmpty)
      // The copy is an archive that can be migrated in its turn.
      let verified = try await Program.run(["verify", "--archive", copy], in: folder)
      #expect(verified.code == 0)
    }
  }

  private static func members(of archive: Data, in folder: String) throws -> [[String?]] {
    let file = ArchiveFile("\(folder)/before")
    try archive.write(to: URL(filePath: file.path))
    return try file.rows("SELECT * FROM member")
  }

  /// The copy of a migration that failed serves the next one; another file of that name stays.
  @Test func noOtherCopyIsReplaced() throws {
    try withTemporaryFolder { folder in
      let names: [(before: String?, copy: String)] = [
        (nil, "archive.format1.sqlite"), (nil, "archive.format1.sqlite"),
        ("UPDATE site SET name = 'Renamed'", "archive.format1-2.sqlite"),
        ("UPDATE site SET name = 'Once more'", "archive.format1-3.sqlite"),
        ("UPDATE site SET name = 'Renamed'", "archive.format1-2.sqlite"),
      ]
      for (sql, name) in names {
        let file = try unpack(in: folder)
        if let sql { try file.execute(sql) }
        let archive = try ArchiveDatabase.open(at: file.path, for: .reading)
        let migration = archive.migration
        #expect(migration?.from == 1 && migration?.to == ArchiveDatabase.format)
        #expect(migration?.copy == "\(folder)/\(name)")
        try archive.close()
        try FileManager.default.removeItem(atPath: file.path)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(
        files == [
          "archive.format1-2.sqlite", "archive.format1-3.sqlite", "archive.format1.sqlite",
          "archive.sqlite.lock",
        ])
    }
  }

  /// Without room for the copy the archive is not migrated, and not touched.
  @Test(arguments: [4_096, 100_000]) func withoutACopyThereIsNoMigration(room: Int) async throws {
    try await withTemporaryFolder { folder in
      let file = try unpack(in: folder)
      let before = try Data(contentsOf: URL(filePath: file.path))
      try #require(before.count > 100_000)
      for command in [["sites"], ["scope", "--set", "math"]] {
        let ending = try await Program.run(
          command + ["--archive", file.path], in: folder, largestFile: room)
        #expect(ending.code == 66)
        #expect(ending.messages.contains("keeps its format 1: no copy of it can be made"))
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { $0.hasPrefix("archive") || $0.hasPrefix(".") }
        #expect(files.sorted() == ["archive.sqlite", "archive.sqlite.lock"])
      }
      let ending = try await Program.run(["verify", "--archive", file.path], in: folder)
      #expect(ending.code == 0)
    }
  }
}
