import ArchiveKit
import Foundation
import Gzip
import Roster
import Tables
import TestKit
import Testing

@testable import ModExportCommands

/// `export --partition`; `scripts/test-readers` reads the folders with other engines.
struct PartitionTests {
  private let manager = FileManager.default

  private func export(to folder: String, from path: String) async -> CommandResult {
    await modexport(["export", "--partition", folder], archive: path)
  }

  private func files(in folder: String) throws -> [String: Data] {
    let names = try manager.subpathsOfDirectory(atPath: folder)
    let pairs = names.map { ($0, manager.contents(atPath: "\(folder)/\($0)")) }
    return Dictionary(uniqueKeysWithValues: pairs).compactMapValues { $0 }
  }

  private func text(_ data: Data?) throws -> String {
    let bytes = try GzipCodec.unpack(Array(try #require(data)), .gzip, limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func aFolderHasAFileForEachTableAndNetwork() async throws {
    try await withSample { path in
      let folder = path + "-tables"
      let outcome = await export(to: folder, from: path)
      #expect(outcome.code == 0 && outcome.message.isEmpty)
      let written = try files(in: folder)
      #expect(
        outcome.output
          == "\(written.count) files in \(folder); \(folder)/schema.json describes them\n")
      let names = written.keys.filter { $0.hasPrefix("moderators/") }.sorted()
      #expect(names == ["moderators/network=stackexchange/part-0.csv.gz"])
      #expect(written["sites/network=stackexchange/part-0.csv.gz"] != nil)
      #expect(written["runs/part-0.csv.gz"] != nil)
      let lines = try text(written[names[0]]).split(separator: "\r\n")
      #expect(lines.count == 6)
      let first = try #require(lines.first)
      #expect(first.hasPrefix("site,user_id,account_id,") && !first.contains("network"))
      let sums = String(decoding: try #require(written["SHA256SUMS"]), as: UTF8.self)
      let listed = sums.split(separator: "\n").map { String($0.dropFirst(66)) }
      #expect(listed == written.keys.filter { $0 != "SHA256SUMS" }.sorted())
    }
  }

  @Test func theSameArchiveGivesTheSameBytesInThePlaceOfOldOnes() async throws {
    try await withSample { path in
      let folders = ["-one", "-two"].map { path + $0 }
      for folder in folders + folders.prefix(1) {
        #expect(await export(to: folder, from: path).code == 0)
      }
      let (one, two) = (try files(in: folders[0]), try files(in: folders[1]))
      #expect(one == two)
    }
  }

  /// Nothing but an export is replaced, and no report is one.
  @Test func otherFoldersAreNotReplaced() async throws {
    try await withSample { path in
      let folder = path + "-folder"
      _ = await modexport(
        ["report", "--quiet", "--output", folder], archive: path)
      let before = try files(in: folder)
      let outcome = await export(to: folder, from: path)
      #expect(outcome.code == 73)
      #expect(
        outcome.message
          == "Error: \(folder) is not replaced: it contains something other than an export; choose another folder, or move it away.\n"
      )
      #expect(try files(in: folder) == before)
      let tables = path + "-tables"
      #expect(await export(to: tables, from: path).code == 0)
      let report = await modexport(["report", "--output", tables], archive: path)
      #expect(report.code == 73 && report.message.contains("something other than a report"))
      #expect(await export(to: path, from: path).code == 73)
    }
  }

  /// Running it again goes on from there, as with the archive itself.
  @Test func whileAnotherRunWritesAFolderItIsToldToWait() async throws {
    try await withSample { path in
      let folder = path + "-folder"
      for (noun, document) in [("export", "schema.json"), ("report", "datapackage.json")] {
        let other = try OutputFolder(
          replacing: folder, by: FolderKind(noun: noun, document: document))
        defer { other.discard() }
        let outcome =
          noun == "export"
          ? await export(to: folder, from: path)
          : await modexport(["report", "--output", folder], archive: path)
        #expect(outcome.code == 75)
        #expect(
          outcome.message
            == "Error: another \(noun) is being written to \(folder); try again when it is done.\n")
      }
    }
  }

  @Test(arguments: [
    (["--partition", ""], "Name a folder for the export with --partition."),
    (["--format", "postgres", "--partition", "x"], "Use --format or --partition, not both."),
    (["--partition", "x", "y"], "Name a file with --format sqlite only."),
    (
      [], "Say what to write: --format sqlite FILE, --format postgres, or --partition FOLDER."
    ),
  ])
  func optionsOfAnotherFormatAreRefused(arguments: [String], sentence: String) async throws {
    let outcome = await modexport(["export"] + arguments, archive: "/nowhere")
    #expect(outcome.code == 64 && outcome.message.contains(sentence))
  }
}
