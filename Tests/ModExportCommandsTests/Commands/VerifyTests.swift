import ArchiveKit
import Foundation
import TestKit
import Testing

@testable import ModExportCommands

struct VerifyTests {
  @Test func aWholeArchiveIsProvenAndUnprovenRostersAreNamed() async throws {
    let outcome = try await sample("verify")
    #expect(
      outcome.output == """
        The roster of cooking is published as unproven (grade published).
        2 sites with 4 moderators and 1 staff or Community account: all agree with their evidence.

        """)
    #expect(outcome.code == 0)
    let one = try await sample("verify", "Mathematics", "--json")
    #expect(
      one.json
        == .object([
          "sites": 1, "moderators": 3, "withheld": 0, "unproven": .array([]), "ahead": .null,
          "grades": .object(["complete": 1, "corroborated": 0, "published": 0]),
          "findings": .array([]),
        ]))
  }

  @Test func aReportIsSupportedByTheArchiveThatItCameFrom() async throws {
    try await withSample { path in
      let folder = path + "-report"
      let report = ["report", "--quiet", "--output", folder]
      #expect(await modexport(report, archive: path).code == 0)
      let supported = await modexport(["verify", "--report", folder], archive: path)
      #expect(supported.code == 0)
      #expect(supported.message.contains("has every roster of the report"))
      try Data("edited".utf8).write(to: URL(filePath: folder + "/index.html"))
      let edited = await modexport(["verify", "--report", folder, "--csv"], archive: path)
      #expect(edited.code == 1)
      #expect(edited.output.contains(",report_files,index.html is not as SHA256SUMS says."))
      #expect(edited.message.contains("1 finding in the report \(folder)"))
      try FileManager.default.removeItem(atPath: folder + "/rosters.txt")
      let unlisted = await modexport(["verify", "--report", folder, "--csv"], archive: path)
      #expect(unlisted.code == 1)
      #expect(
        unlisted.output.contains(",report_files,\"rosters.txt is missing, or cannot be read.\""))
      let nothing = await modexport(["verify", "--report", path], archive: path)
      #expect(nothing.code == 64)
      #expect(nothing.message.contains("has no rosters.txt"))
    }
  }

  /// Rosters that a broken reference keeps from being checked are there nevertheless.
  @Test func damageIsNoLackOfRosters() async throws {
    try await withSample { path in
      try ArchiveFile(path).execute("UPDATE network SET name = 'gone'")
      let outcome = await modexport(["verify"], archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains("foreign_key_check"))
      #expect(!outcome.message.contains("no roster"))
    }
  }

  @Test func aSiteNeverMirroredIsNoneOfItsBusiness() async throws {
    let outcome = try await sample("verify", "bicycles")
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.message == "The archive has no roster of bicycles: there is nothing to prove.\n")
    #expect(outcome.code == 0)
  }

  @Test func aChangedRowIsFoundNamedAndEndsWith1() async throws {
    try await withSample { path in
      try edit(path) { $0.replacing(Data("Cork".utf8), with: Data("York".utf8)) }
      let outcome = await modexport(["verify", "--csv"], archive: path)
      let lines = outcome.output.split(separator: "\r\n")
      #expect(lines.first == "site,rule,description")
      #expect(lines.contains { $0.hasPrefix("math,sha256,") })
      #expect(outcome.code == 1)
      let count = lines.count - 1
      #expect(
        outcome.message == "Error: \(count) finding\(count == 1 ? "" : "s") in \(path): "
          + "restore it from a copy, or sync into a new archive.\n")
    }
  }

  @Test func aDamagedIndexIsRebuiltAndNamesTheWay() async throws {
    try await withSample { path in
      try ArchiveFile(path).execute("INSERT INTO search_text (search_text) VALUES ('delete-all')")
      let found = await modexport(["verify"], archive: path)
      #expect(found.code == 1)
      #expect(
        found.message
          == "Error: 1 finding in \(path): `modexport verify --rebuild` rebuilds "
          + "what is derived from the tables.\n")
      let rebuilt = await modexport(["verify", "--rebuild"], archive: path)
      #expect(rebuilt.code == 0)
      #expect(
        rebuilt.message
          == "1 finding before what is derived was rebuilt; none after it.\n")
      #expect(rebuilt.output.hasSuffix("all agree with their evidence.\n"))
      let again = await modexport(["verify", "--rebuild"], archive: path)
      #expect(again.code == 0)
      #expect(
        again.message
          == "0 findings before what is derived was rebuilt; none after it.\n")
    }
  }

  @Test func whereATableIsDamagedNothingIsRebuilt() async throws {
    try await withSample { path in
      try ArchiveFile(path).execute(
        "DELETE FROM search_document; UPDATE name SET display_name = 'X'")
      let outcome = await modexport(["verify", "--rebuild"], archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains("searched texts"))
      #expect(
        outcome.message.hasSuffix(
          "rebuilding what is derived does not help and was undone; restore it from a copy, or sync "
            + "into a new archive.\n"))
      let site = await modexport(["verify", "math", "--rebuild"], archive: path)
      #expect(site.code == 64)
    }
  }

  @Test(arguments: [
    ("DROP TABLE throttle", "The table throttle is missing."),
    (
      "ALTER TABLE run RENAME COLUMN reason TO why",
      "The table run differs from the one that the program creates."
    ),
  ])
  func whatIsMissingFromTheTablesIsFound(damage: String, finding: String) async throws {
    try await withSample { path in
      try ArchiveFile(path).execute(damage)
      let outcome = await modexport(["verify"], archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains(finding))
      #expect(outcome.message.hasSuffix("restore it from a copy, or sync into a new archive.\n"))
    }
  }

  @Test func aHeadThatWasKeptIsComparedWithTheArchive() async throws {
    try await withSample { path in
      let status = await modexport(["status", "--json"], archive: path).json
      guard case .text(let head)? = status?["head"] else { Issue.record("no head"); return }
      let same = await modexport(["verify", "--head", head], archive: path)
      #expect(same.code == 0 && same.message.contains("goes on from that head"))
      let report = await modexport(["report", "--output", path + "-report"], archive: path)
      #expect(report.code == 0)
      for file in ["index.html", "datapackage.json"] {
        let text = try String(contentsOfFile: "\(path)-report/\(file)", encoding: .utf8)
        #expect(text.contains(head))
      }
      let other = await modexport(
        ["verify", "--head", String(repeating: "0", count: 64)], archive: path)
      #expect(other.code == 1 && other.message.contains("does not go on from the head 0000"))
      for wrong in ["12", "x" + head.dropFirst(), head + "0"] {
        let refused = await modexport(["verify", "--head", wrong], archive: path)
        #expect(refused.code == 64 && refused.message.contains("'\(wrong)' is no head"))
      }
    }
  }

  private func edit(_ path: String, _ change: (Data) -> Data) throws {
    let url = URL(filePath: path)
    let (before, after) = (try Data(contentsOf: url), change(try Data(contentsOf: url)))
    #expect(before != after)
    try after.write(to: url)
  }

  /// A file that cannot be read at all: `verify` must not send its user to `verify`.
  @Test func aFileThatCannotBeReadNamesTheSteps() async throws {
    try await withSample { path in
      var bytes = try Data(contentsOf: URL(filePath: path))
      bytes.replaceSubrange(100..<4_096, with: Data(count: 3_996))
      try bytes.write(to: URL(filePath: path))
      let outcome = await modexport(["verify"], archive: path)
      #expect(outcome.code == 1)
      #expect(!outcome.message.contains("run `modexport verify`"))
      #expect(outcome.message.contains("modexport verify --archive COPY"))
      #expect(outcome.message.contains("cp -p COPY \(path)"))
      #expect(outcome.message.contains("is damaged"))
      let backup = await modexport(["backup", path + "-copy"], archive: path)
      #expect(backup.code == 1)
      #expect(!backup.message.contains(".modexport-backup"))
      #expect(backup.message.contains(path))
    }
  }

  /// The pages of a table are lost: the finding names it.
  @Test(arguments: ["change", "member"]) func aDamagedTableIsNamed(table: String) async throws {
    try await withSample { path in
      let page = try ArchiveFile(path).count(
        "SELECT rootpage FROM sqlite_master WHERE name = '\(table)'")
      var bytes = try Data(contentsOf: URL(filePath: path))
      let start = (page - 1) * 4_096
      bytes.replaceSubrange(start..<(start + 4_096), with: Data(repeating: 0xFF, count: 4_096))
      try bytes.write(to: URL(filePath: path))
      let outcome = await modexport(["verify"], archive: path)
      #expect(outcome.code == 1)
      #expect(outcome.output.contains(table))
      #expect(outcome.message.contains("To restore \(path) from a copy"))
      #expect(!outcome.message.contains("run `modexport verify`"))
      let backup = await modexport(["backup", path + "-copy"], archive: path)
      #expect(!backup.message.contains(".modexport-backup"))
    }
  }

  @Test func aFileIsNoSite() async throws {
    try await withSample { path in
      let outcome = await modexport(["verify", path], archive: path)
      #expect(outcome.code == 64)
      #expect(
        outcome.message
          == "Error: '\(path)' is a file and no site: `modexport verify --archive \(path)` verifies it.\n"
      )
    }
  }

  @Test func theHelpListsWhatCannotBeDetected() async throws {
    let help = try await sample("help", "verify").output
    let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in ["rewritten as a whole", "filter", "layout of the search index", "normal form"] {
      #expect(words.contains(part))
    }
  }
}
