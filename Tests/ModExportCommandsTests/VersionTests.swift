import BuildRecord
import Foundation
import TestKit
import Testing

@testable import ModExportCommands

struct VersionTests {
  private func line(_ commit: BuildRecord.Commit?, swift: String? = "6.3.1") -> String {
    VersionText(
      version: "1.2.3", build: BuildRecord(commit: commit, swiftVersion: swift), archiveFormat: 4,
      sqlite: "3.40.1", libxml2: "2.9.14"
    ).line
  }

  @Test func theLineSaysWhatTheProgramIsMadeOf() {
    let libraries = "SQLite 3.40.1, libxml2 2.9.14)"
    #expect(
      line(.init(hash: "a1b2c3d", day: "2026-11-22", isModified: false))
        == "modexport 1.2.3 (a1b2c3d, 2026-11-22; archive format 4; Swift 6.3.1, " + libraries)
    #expect(
      line(.init(hash: "a1b2c3d", day: "2026-11-22", isModified: true))
        == "modexport 1.2.3 (a1b2c3d with changes, 2026-11-22; archive format 4; Swift 6.3.1, "
        + libraries)
    #expect(
      line(nil, swift: nil) == "modexport 1.2.3 (commit unknown; archive format 4; " + libraries)
  }

  @Test func theLibrariesAreThoseThatRun() throws {
    let version = VersionText.ofThisProgram
    #expect(version.archiveFormat >= 2)
    #expect(version.sqlite.contains(/^3\.\d+\.\d+$/))
    #expect(version.libxml2.contains(/^2\.\d+\.\d+$/))
    #expect(try #require(version.build.swiftVersion).contains(/^6\.\d/))
  }
}
