import Archive
import ArchiveKit
import Foundation
import TestKit
import Testing

@testable import ModExportCommands

struct BackupTests {
  @Test func aCopyIsNamedAndProven() async throws {
    try await withSample { path in
      let copy = path + "-copy"
      let outcome = await modexport(["backup", copy], archive: path)
      #expect(outcome.code == 0)
      #expect(outcome.message.isEmpty)
      #expect(outcome.output.hasPrefix("\(copy): "))
      #expect(
        outcome.output.contains(
          " bytes; 2 sites with 4 moderators and 1 staff or Community account: all agree with their evidence.\nhead "
        ))
      #expect(await modexport(["backup", copy, "--quiet"], archive: path).output.isEmpty)
      let (old, new) = (
        await modexport(["list", "math"], archive: path),
        await modexport(["list", "math"], archive: copy)
      )
      #expect(new.output == old.output)
    }
  }

  /// The sample console's clock stands at 2026-11-20T03:00:00Z.
  @Test func inAFolderItHasADateAndTheOldestGo() async throws {
    try await withSample { path in
      let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "copies").path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let old = "\(folder)/archive-2026-11-19T030000Z.sqlite"
      try FileManager.default.copyItem(atPath: path, toPath: old)
      let outcome = await modexport(["backup", folder, "--copies", "1", "--json"], archive: path)
      #expect(outcome.code == 0)
      let copy = "\(folder)/archive-2026-11-20T030000Z.sqlite"
      let bytes = try FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int ?? 0
      let head = try #require(await modexport(["status", "--json"], archive: copy).json?["head"])
      #expect(
        outcome.json
          == .object([
            "path": .text(copy), "bytes": .number(bytes), "head": head, "sites": 2, "moderators": 5,
            "withheld": 0,
            "unproven": .array(["cooking"]), "ahead": .null, "findings": .array([]),
            "grades": .object(["complete": 1, "corroborated": 0, "published": 1]),
            "removed": .array([.text(old)]),
          ]))
      let again = await modexport(["backup", folder, "--copies", "1"], archive: path)
      #expect(again.code == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    }
  }

  @Test func aDamagedArchiveReplacesNoCopy() async throws {
    try await withSample { path in
      let copy = path + "-copy"
      #expect(await modexport(["backup", copy], archive: path).code == 0)
      let before = try Data(contentsOf: URL(filePath: copy))
      try ArchiveFile(path).execute(
        """
        UPDATE name SET display_name = 'X'
        WHERE member = (SELECT id FROM member WHERE user_id = 12)
        """)
      let outcome = await modexport(["backup", copy], archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains("math"))
      #expect(
        outcome.message.hasPrefix("Error: \(copy) was not written, because the copy of \(path)"))
      #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }
  }

  @Test func whatIsNotACopyStaysAsItIs() async throws {
    try await withSample { path in
      let letter = path + ".txt"
      let content = Data(String(repeating: "Dear archive, ", count: 100).utf8)
      try content.write(to: URL(filePath: letter))
      for options in [[], ["--force"]] {
        let outcome = await modexport(["backup", letter] + options, archive: path)
        #expect(outcome.code == 73)
        #expect(
          outcome.message
            == "Error: \(letter) is not replaced: \(letter) is not a modexport archive. Choose another "
            + "file, or move it away.\n")
        #expect(try Data(contentsOf: URL(filePath: letter)) == content)
      }
      let itself = await modexport(["backup", path, "--force"], archive: path)
      #expect(itself.code == 73)
      #expect(
        itself.message
          == "Error: \(path) is the archive itself or belongs to it; choose another file.\n")
    }
  }

  @Test func anotherArchiveIsReplacedOnlyByForce() async throws {
    try await withSample { path in
      let other = path + "-other"
      try ArchiveDatabase.open(at: other, for: .writing).close()
      let refused = await modexport(["backup", other], archive: path)
      #expect(refused.code == 73)
      #expect(
        refused.message
          == "Error: \(other) is a copy of another archive; choose another file, or use --force to "
          + "replace it.\n")
      #expect(await modexport(["backup", other, "--force"], archive: path).code == 0)
      #expect(await modexport(["verify"], archive: other).code == 0)
    }
  }

  @Test func aCommandLineThatMakesNoSenseIsRefused() async throws {
    try await withSample { path in
      #expect(await modexport(["backup"], archive: path).code == 64)
      #expect(await modexport(["backup", ""], archive: path).code == 64)
      #expect(await modexport(["backup", "x", "--copies", "0"], archive: path).code == 64)
      #expect(FileManager.default.createFile(atPath: path + "-copy", contents: Data()))
      let file = await modexport(["backup", path + "-copy", "--copies", "3"], archive: path)
      #expect(file.code == 73)
      #expect(file.message.contains("-copy is not a folder"))
      let deep = await modexport(["backup", "/nowhere/at/all", "--copies", "3"], archive: path)
      #expect(deep.code == 73)
      #expect(deep.message.contains("/nowhere/at/all for copies cannot be created"))
      let none = await modexport(["backup", "/nowhere/at/all"], archive: path)
      #expect(none.code == 73)
      #expect(none.message.contains("There is no folder /nowhere/at for a copy"))
    }
  }

  /// A number of copies means a folder.
  @Test(arguments: [["copies", "--copies", "2"], ["copies/", "--copies", "2"]])
  func aMissingFolderIsCreated(arguments: [String]) async throws {
    try await withSample { path in
      let folder = URL(filePath: path).deletingLastPathComponent().path + "/"
      let place = folder + arguments[0]
      let first = await modexport(["backup", place] + arguments.dropFirst(), archive: path)
      #expect(first.code == 0)
      #expect(first.output.hasPrefix("The folder \(folder)copies was missing and is created.\n"))
      let copies = try FileManager.default.contentsOfDirectory(atPath: folder + "copies")
      #expect(copies == ["archive-2026-11-20T030000Z.sqlite"])
      let again = await modexport(["backup", place] + arguments.dropFirst(), archive: path)
      #expect(again.output.hasPrefix("\(folder)copies/archive-"))
    }
  }
}
