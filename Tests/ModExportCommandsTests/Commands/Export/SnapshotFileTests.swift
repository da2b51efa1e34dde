import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// `export --format sqlite`; `scripts/test-readers` opens the file in Datasette.
struct SnapshotFileTests {
  private func export(_ file: String, from path: String) async -> CommandResult {
    await modexport(["export", "--format", "sqlite", file], archive: path)
  }

  @Test func everyTableHasTheRowsOfItsView() async throws {
    try await withSample { path in
      let file = path + "-readers.db"
      let outcome = await export(file, from: path)
      #expect(outcome.code == 0 && outcome.message.isEmpty)
      #expect(outcome.output.hasPrefix("\(file): ") && outcome.output.hasSuffix(" bytes\n"))
      let readers = ArchiveFile(file)
      for view in View.ofSnapshots {
        let sql = "SELECT * FROM \(view.name)"
        let (found, expected) = (try readers.rows(sql), try ArchiveFile(path).rows(sql))
        #expect(found.map(\.description).sorted() == expected.map(\.description).sorted())
      }
      let tables = try readers.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_fts*' AND name NOT GLOB 'sqlite_*'"
      ).compactMap(\.[0])
      #expect(Set(tables) == Set(View.ofSnapshots.map(\.name)))
    }
  }

  /// An older SQLite calls a file with one strict table malformed.
  @Test func anOlderSQLiteReadsIt() async throws {
    try await withSample { path in
      let file = path + "-readers.db"
      #expect(await export(file, from: path).code == 0)
      let newer = "sql LIKE '%STRICT%' OR sql LIKE '%GENERATED%' OR sql LIKE '%iif(%'"
      let schema = "SELECT name FROM sqlite_schema WHERE \(newer)"
      let (exported, archive) = (
        try ArchiveFile(file).rows(schema), try ArchiveFile(path).rows(schema)
      )
      #expect(exported == [])
      #expect(archive.count > 20)
    }
  }

  @Test func itsTextIsFound() async throws {
    try await withSample { path in
      let file = path + "-readers.db"
      #expect(await export(file, from: path).code == 0)
      let found = try ArchiveFile(file).rows(
        """
        SELECT DISTINCT m.display_name FROM moderators m JOIN moderators_fts f ON f.rowid = m.rowid
        WHERE moderators_fts MATCH 'bergen'
        """)
      #expect(found == [["Bob Økland"]])
    }
  }

  @Test func itHasNoLogAndTheSameBytesEveryTime() async throws {
    try await withSample { path in
      let files = ["-one.db", "-two.db"].map { path + $0 }
      for file in files + files.prefix(1) {
        #expect(await export(file, from: path).code == 0)
      }
      let bytes = try files.map { try Data(contentsOf: URL(filePath: $0)) }
      #expect(bytes[0] == bytes[1])
      // Neither for writing nor for reading a write-ahead log is needed.
      #expect(Array(bytes[0][18..<20]) == [1, 1])
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.allSatisfy { !$0.hasSuffix("-journal") && !$0.contains(".modexport-") })
      let archive = await modexport(["list", "math"], archive: files[0])
      #expect(archive.code == 66)
    }
  }

  @Test func otherFilesAreNotReplaced() async throws {
    try await withSample { path in
      let file = path + "-mine.db"
      try Data("mine".utf8).write(to: URL(filePath: file))
      let outcome = await export(file, from: path)
      #expect(outcome.code == 73)
      #expect(
        outcome.message
          == "Error: \(file) is not replaced: it is not such an export; choose another file, or move it away.\n"
      )
      #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
      #expect(await export(path, from: path).code == 73)
      #expect(await export("/nowhere/readers.db", from: path).code == 73)
    }
  }

  /// What somebody put into the file is not lost with it.
  @Test(arguments: [
    ("table mine", "CREATE TABLE mine (a)"),
    ("index by_name", "CREATE INDEX by_name ON sites (name)"),
    ("view mine", "CREATE VIEW mine AS SELECT site FROM sites"),
  ])
  func aFileWithSomethingElseIsNotReplaced(what: String, sql: String) async throws {
    try await withSample { path in
      let file = path + "-readers.db"
      #expect(await export(file, from: path).code == 0)
      try ArchiveFile(file).execute(sql)
      let outcome = await export(file, from: path)
      #expect(outcome.code == 73)
      #expect(
        outcome.message.contains("is not replaced: it contains the \(what), which is not part"))
      #expect(
        try ArchiveFile(file).count(
          "SELECT count(*) FROM sqlite_master WHERE type || ' ' || name = '\(what)'") == 1)
    }
  }

  @Test func aStopLeavesNothing() async throws {
    try await withSample { path in
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      archive.interrupt()
      #expect(throws: CancellationError.self) {
        try archive.writeSnapshot(to: path + "-stopped.db")
      }
      #expect(throws: CancellationError.self) {
        try archive.forEachExportedRow(of: .moderators) { _ in }
      }
      #expect(!FileManager.default.fileExists(atPath: path + "-stopped.db"))
    }
  }

  @Test(arguments: [
    (["--format", "sqlite"], "Name a file for the export."),
    (["--partition", "x", "y"], "Name a file with --format sqlite only."),
    (["--format", "sqlite", "x", "--partition", "y"], "Use --format or --partition, not both."),
  ])
  func aFileIsForSQLiteAlone(arguments: [String], sentence: String) async throws {
    let outcome = await modexport(["export"] + arguments, archive: "/nowhere")
    #expect(outcome.code == 64 && outcome.message.contains(sentence))
  }
}
