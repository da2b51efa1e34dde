import Foundation
import TestKit
import Testing

/// The page *Threat model* of the manual.
struct ThreatModelTests {
  /// A defence is one that a test shows.
  @Test func everyDefenceNamesTestsThatExist() throws {
    let page = try ManualPage("ThreatModel")
    let rows = page.text.split(separator: "\n").filter {
      $0.hasPrefix("|") && !$0.contains("| what stops ") && !$0.hasPrefix("| ---")
    }
    #expect(rows.count > 15)
    let sources = try Self.sources()
    for row in rows {
      let cells = row.split(separator: "|").map { String($0) }
      let tests = ManualPage.codes(in: try #require(cells.last))
      #expect(!tests.isEmpty && cells.count == 3, "\(row)")
      for test in tests {
        #expect(sources.contains { Self.declares($0, test) }, "\(test)")
      }
    }
  }

  /// Whether a file has the test `Suite.function`, or `test_name` in Python.
  private static func declares(_ source: String, _ test: String) -> Bool {
    let parts = test.split(separator: ".")
    guard parts.count == 2 else { return source.contains("def \(test)(") }
    return source.contains("struct \(parts[0]) ") && source.contains("func \(parts[1])(")
  }

  private static func sources() throws -> [String] {
    let files = FileManager.default.enumerator(
      at: projectFolder.appending(path: "Tests"), includingPropertiesForKeys: nil)
    var sources: [String] = []
    while let url = files?.nextObject() as? URL {
      guard ["swift", "py"].contains(url.pathExtension) else { continue }
      sources.append(try String(contentsOf: url, encoding: .utf8))
    }
    return sources
  }
}
