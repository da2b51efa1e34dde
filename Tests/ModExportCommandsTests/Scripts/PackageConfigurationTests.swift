import FoundationEssentials
import TestKit
import Testing

@testable import ModExportCommands

/// `scripts/packaging/config.yaml`, the configuration of the Debian package.
struct PackageConfigurationTests {
  /// Its text, and the same with every setting in use.
  static let texts: (shipped: String, complete: String) = {
    let url = projectFolder.appending(path: "scripts/packaging/config.yaml")
    let shipped = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let lines = shipped.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
    }
    return (shipped, lines.joined(separator: "\n"))
  }()

  @Test func asShippedItSetsOnlyWhereThingsAre() throws {
    let file = try ConfigurationFile(Self.texts.shipped, path: "config.yaml")
    #expect(
      file.entries.mapValues(\.text) == [
        "archive": "/var/lib/modexport/modexport.sqlite", "output": "/var/lib/modexport/report",
      ])
  }

  @Test func itShowsEverySetting() throws {
    let file = try ConfigurationFile(Self.texts.complete, path: "config.yaml")
    #expect(Set(file.entries.keys) == Set(SettingList.all.map(\.name)))
  }

  @Test func aCommentedSettingShowsItsDefault() throws {
    let shown = Settings(file: try ConfigurationFile(Self.texts.complete, path: "config.yaml"))
    for setting in SettingList.all where !["archive", "output"].contains(setting.name) {
      guard let usual = try setting.resolved(in: Settings()).text else { continue }
      #expect(try setting.resolved(in: shown).text == usual, "\(setting.name)")
    }
  }

  @Test func everySettingIsExplained() {
    let lines = Self.texts.complete.split(separator: "\n", omittingEmptySubsequences: false)
    for (above, line) in zip(lines, lines.dropFirst())
    where !line.hasPrefix("#") && !line.isEmpty {
      #expect(above.hasPrefix("# "), "\(line)")
    }
  }
}
