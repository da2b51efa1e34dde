import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

@testable import ModExportCommands

/// Ann O’Brien moderates Mathematics, where she was Anne Brien, and Seasoned Advice.
struct WithholdTests {
  @Test func itSaysWhatItWouldRemoveAndRemovesItWhereToldTo() async throws {
    try await withSample { path in
      let asked = await modexport(["withhold", "math/12"], archive: path)
      #expect(
        asked.output
          == "Would remove Ann O’Brien: 2 rows of rosters, 2 names, 1 change, 0 rows of logs, 0 claims.\n"
      )
      #expect(asked.message == "Nothing is removed without --yes.\n")
      #expect(await modexport(["show", "501"], archive: path).code == 0)
      let removed = await modexport(["withhold", "501", "--yes", "--json"], archive: path)
      #expect(
        removed.json
          == .object([
            "roles": 2, "names": 2, "changes": 1, "log_rows": 0, "claims": 0,
            "namesakes": .array([]),
            "removed": 1,
            "copies": .array([]),
            "copies_unread": .array([]),
          ]))
      #expect(removed.message.isEmpty)
      let bytes = try Data(contentsOf: URL(filePath: path))
      for secret in ["Ann", "Brien", "brien", "Cork", "users/12"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
      }
    }
  }

  private static let freeing =
    "PRAGMA secure_delete = OFF; CREATE TABLE freed (name); INSERT INTO freed VALUES ('Anne Brien'); DROP TABLE freed"

  /// As after a kill between the removal and the writing of the file anew.
  @Test(arguments: [["scope", "--add", "math"], ["withhold", "501", "--yes"]])
  func theNextRunErasesWhatWasFreed(command: [String]) async throws {
    try await withSample { path in
      _ = await modexport(["withhold", "501", "--yes"], archive: path)
      try ArchiveFile(path).execute(Self.freeing)
      let key = path + ".withheld-key"
      let lines = try String(contentsOfFile: key, encoding: .utf8).split(separator: "\n")
      try Data((lines[0] + "\n").utf8).write(to: URL(filePath: key))
      let name = Data("Anne Brien".utf8)
      #expect(try Data(contentsOf: URL(filePath: path)).range(of: name) != nil)
      let check = await modexport(["status", "--check"], archive: path)
      #expect(
        check.output.contains("withheld: values of who is withheld still stand in freed parts"),
        "\(check)")
      let next = await modexport(command, archive: path)
      #expect(
        next.code == 0 && (command[0] == "scope" || next.message.hasPrefix("Erased ")), "\(next)")
      #expect(try Data(contentsOf: URL(filePath: path)).range(of: name) == nil)
      #expect(await modexport(["verify"], archive: path).code == 0)
    }
  }

  /// The file is not written anew: what others freed in it stays.
  @Test(arguments: [false, true]) func aNameThatNobodyHasChangesNothing(isLater: Bool) async throws
  {
    try await withSample { path in
      if isLater { _ = await modexport(["withhold", "501", "--yes"], archive: path) }
      try ArchiveFile(path).execute(Self.freeing)
      let nobody = await modexport(["withhold", "Nobody Such", "--yes"], archive: path)
      #expect(nobody.code == 64, "\(nobody)")
      #expect(ArchiveFile(path).bytes.range(of: Data("Anne Brien".utf8)) != nil)
    }
  }

  @Test func mergingSaysWhatToDo() async throws {
    try await withSample { path in
      _ = await modexport(["withhold", "501", "--yes"], archive: path)
      let merged = await modexport(["merge", path, path, "--output", path + ".new"], archive: path)
      #expect(merged.code == 64 && merged.message.contains("; leave it out"), "\(merged)")
    }
  }

  @Test func everyListSaysThatSomebodyIsWithheld() async throws {
    try await withSample { path in
      _ = await modexport(["withhold", "501", "--yes"], archive: path)
      let list = await modexport(["list", "math"], archive: path)
      #expect(!list.output.contains("Ann"))
      #expect(list.message.contains("One person withheld.\n"))
      let then = await modexport(["list", "math", "--as-of", "2026-11"], archive: path)
      #expect(then.code == 3 && then.message.contains("One person withheld.\n"), "\(then)")
      let other = await modexport(["list", "cooking", "--as-of", "2026-11-12"], archive: path)
      #expect(other.message.contains("withheld"), "\(other)")
      let verify = await modexport(["verify"], archive: path)
      #expect(verify.code == 0)
      #expect(verify.output.hasSuffix("all agree with their evidence. One person withheld.\n"))
      #expect(await modexport(["verify", "--json"], archive: path).json?["withheld"] == 1)
      #expect(await modexport(["status"], archive: path).output.contains("\nwithheld  1 person\n"))
      let show = await modexport(["show", "501"], archive: path)
      #expect(show.code == 64)
      #expect(show.message.contains("One person withheld."))
    }
  }

  @Test func reportsAndExportsCountThePerson() async throws {
    try await withSample { path in
      _ = await modexport(["withhold", "501", "--yes"], archive: path)
      let folder = URL(filePath: path).deletingLastPathComponent()
      let report = folder.appending(path: "report").path
      let made = await modexport(
        ["report", "--output", report], archive: path)
      #expect(made.code == 0, "\(made.message)")
      let export = folder.appending(path: "export.sqlite").path
      let exported = await modexport(["export", "--format", "sqlite", export], archive: path)
      #expect(exported.code == 0, "\(exported.message)")
      let copy = folder.appending(path: "copy.sqlite").path
      #expect(await modexport(["backup", copy], archive: path).code == 0)
      let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      for name in files ?? [] {
        guard let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(name)") else {
          continue
        }
        for secret in ["O’Brien", "Anne Brien", "anne brien", "users/12\"", "O&#8217;Brien"] {
          #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
        }
      }
      let page = try String(contentsOfFile: "\(report)/sites/math.html", encoding: .utf8)
      #expect(page.contains("One person withheld."))
    }
  }

  @Test func copiesThatHaveThePersonAreNamed() async throws {
    try await withSample { path in
      let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "copies").path
      _ = await modexport(["backup", folder, "--copies", "9"], archive: path)
      try Data("no archive".utf8).write(to: URL(filePath: "\(folder)/other"))
      let asked = await modexport(["withhold", "501", "--copies", folder], archive: path)
      #expect(asked.output.contains("/copies/archive-2026-"))
      #expect(asked.output.hasSuffix(".sqlite has Ann O’Brien.\n"))
      let removed = await modexport(
        ["withhold", "501", "--yes", "--copies", folder], archive: path)
      #expect(removed.output.contains(".sqlite has Ann O’Brien.\n"))
      let nested = "\(folder)/2025/old"
      try FileManager.default.createDirectory(
        atPath: nested, withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        atPath: asked.output.split(separator: "\n")[1].split(separator: " ")[0].description,
        toPath: "\(nested)/kept.sqlite")
      try Data([0x1F, 0x8B, 8, 0]).write(to: URL(filePath: "\(nested)/older.sqlite.gz"))
      let below = await modexport(["withhold", "502", "--copies", folder], archive: path)
      #expect(below.output.contains("/2025/old/kept.sqlite has Bob Økland.\n"), "\(below)")
      #expect(below.output.contains("/2025/old/older.sqlite.gz cannot be looked into"), "\(below)")
      #expect(!below.output.contains("/other"))
      let none = await modexport(["withhold", "502", "--copies", "\(folder)/none"], archive: path)
      #expect(none.code == 64)
    }
  }

  /// Log rows name them, in whatever form, and no tenure follows.
  @Test(arguments: ["math/old_Hand", "math/Old Hand", "old_Hand"])
  func somebodyWhomOnlyRowsOfLogsNameIsFound(name: String) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.publish([.made(1, "Ann"), .made(5, "Old Handy")], at: .november(2))
      let log = LogRef("renames", of: "math", in: testNetwork)
      _ = try maker.archive.beginLogs([log])
      let rename = UserRename(oldName: "Old Hand", newName: "Old_Hands")
      var state = LogState(roles: [.moderator])
      state.readUntil = .november(3)
      try maker.archive.record(
        [LogEntry(id: 1, time: .november(1), .rename(rename))], of: log, reaching: state)
      try maker.finish(at: .november(3))
      let removed = await modexport(["withhold", name, "--yes"], archive: maker.path)
      #expect(removed.code == 0, "\(removed)")
      #expect(
        removed.output
          == "Removed Old Hand: 0 rows of rosters, 2 names, 0 changes, 1 row of logs, 0 claims.\n")
      #expect(await modexport(["withhold", "math/Old Hand"], archive: maker.path).code == 64)
    }
  }

  /// Another account had the name before the person took it or after they gave it up, or only rows of logs name the person.
  @Test(arguments: ["math/1", "math/Last", "math/Third"])
  func rowsThatMayBeOfSomebodyElseAreCounted(person: String) async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.publish([.made(1, "New")], at: .november(20))
      let log = LogRef("log", of: "math", in: testNetwork)
      _ = try maker.archive.beginLogs([log])
      func rename(_ old: String, _ new: String) -> LogEntry.Content {
        .rename(UserRename(oldName: old, newName: new))
      }
      func rights(_ name: String) -> LogEntry.Content {
        .rights(RightsChange(name: name, before: [], after: []))
      }
      let rows = [
        rights("Old"), rights("New"), rename("Old", "New"), rights("Third"), rights("New"),
        rename("Third", "Old"), rename("Old", "Last"),
      ]
      var state = LogState(roles: [.moderator])
      (state.oldestAt, state.newestAt, state.readUntil) = (
        .november(1), .november(9), .november(21)
      )
      state.isWhole = true
      try maker.archive.record(
        rows.enumerated().map { LogEntry(id: $0, time: .november($0 + 1), $1) }, of: log,
        reaching: state)
      try maker.archive.recordLoggedTenures(in: testNetwork)
      try maker.finish(at: .november(21))
      for arguments in [[], ["--yes"]] {
        let gone = await modexport(["withhold", person] + arguments, archive: maker.path)
        #expect(gone.output.contains("7 rows of logs"), "\(gone)")
        #expect(gone.message.contains("4 of the rows of logs may be somebody else’s"), "\(gone)")
      }
    }
  }

  @Test func aNamesakeWhoStaysIsNoted() async throws {
    try await withTemporaryFolder { folder in
      let maker = try ArchiveMaker(folder, sites: [.math], at: .november(1))
      try maker.publish([.made(1, "Ann"), .made(5, "Ann")], at: .november(2))
      try maker.finish(at: .november(3))
      let asked = await modexport(["withhold", "math/1"], archive: maker.path)
      #expect(asked.message.hasPrefix("math/5 is another user with that name, and stays.\n"))
      let json = await modexport(["withhold", "math/1", "--json"], archive: maker.path)
      #expect(json.json?["namesakes"]?.elements.first?["user_id"] == 5, "\(json)")
    }
  }

  @Test func theCommunityAccountIsNoPerson() async throws {
    let outcome = try await sample("withhold", "math/-1", "--yes")
    #expect(outcome.code == 64)
    #expect(outcome.message.contains("no person"))
  }

  @Test(arguments: [[], ["--yes"]])
  func whereThereIsNoArchiveNoneIsMade(arguments: [String]) async throws {
    let outcome = await modexport(["withhold", "1"] + arguments, archive: "/nowhere/none")
    #expect(outcome.code == 66)
  }
}
