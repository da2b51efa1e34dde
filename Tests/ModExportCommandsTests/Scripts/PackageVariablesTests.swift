import FoundationEssentials
import TestKit
import Testing

@testable import ModExportCommands

/// `scripts/packaging/modexport.default`, the variables of the Debian package's nightly job.
struct PackageVariablesTests {
  private static func lines(of name: String) throws -> [Substring] {
    let url = projectFolder.appending(path: "scripts/packaging/\(name)")
    return try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The variables of lines `#NAME=VALUE`.
  private static func variables() throws -> [String: String] {
    let pairs = try lines(of: "modexport.default").compactMap { line in
      line.wholeMatch(of: /#([A-Z_]+)=(.*)/).map { (String($0.1), String($0.2)) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func asShippedTheFileSetsNothing() throws {
    #expect(
      try Self.lines(of: "modexport.default").allSatisfy { $0.isEmpty || $0.hasPrefix("#") })
  }

  @Test func itShowsEveryVariable() throws {
    #expect(try Set(Self.variables().keys) == Set(SettingList.all.map(\.variable)))
  }

  @Test func aCommentedVariableShowsTheDefaultOfTheUnitOrTheProgram() throws {
    let variables = try Self.variables()
    let unit = try Self.lines(of: "modexport.service").compactMap { line in
      line.wholeMatch(of: /Environment=(MODEXPORT_[A-Z_]+)=(.*)/)
        .map { (String($0.1), String($0.2)) }
    }
    let ofUnit = Dictionary(uniqueKeysWithValues: unit)
    #expect(Set(ofUnit.keys) == ["MODEXPORT_ARCHIVE", "MODEXPORT_OUTPUT"])
    for setting in SettingList.all {
      let shown = try #require(variables[setting.variable])
      #expect(throws: Never.self, "\(setting.variable)") { try setting.check(shown) }
      if let text = ofUnit[setting.variable] ?? setting.defaultText {
        #expect(shown == text, "\(setting.variable)")
      }
    }
  }

  @Test func everyVariableIsExplained() throws {
    let lines = try Self.lines(of: "modexport.default")
    for (above, line) in zip(lines, lines.dropFirst()) where line.hasPrefix("#MODEXPORT_") {
      #expect(above.hasPrefix("# "), "\(line)")
    }
  }
}
