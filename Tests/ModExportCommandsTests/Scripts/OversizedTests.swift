import Foundation
import Testing

/// `scripts/oversized.py`, which `scripts/check` runs over all sources.
@Suite(.timeLimit(.minutes(5)))
struct OversizedTests {
  static let openings = [
    "func a() {", "  package init(\n    b: Int\n  ) throws {", "var a: Int {",
    "  private static func a<B>(\n    _ b: B\n  ) -> [B]\n  where B: Hashable {",
  ]

  @Test(arguments: openings, [40, 41])
  func aFunctionOfMoreThan40LinesIsNamed(opening: String, count: Int) throws {
    let lines = opening.split(separator: "\n")
    let indent = opening.prefix { $0 == " " }
    let body = Array(repeating: "\(indent)  b()", count: count - lines.count - 1)
    let source = (lines.map(String.init) + body + ["\(indent)}"]).joined(separator: "\n")
    let outcome = try check(["A/a.swift": source])
    let first = lines[0].drop { $0 == " " }
    #expect(outcome.text == (count > 40 ? "Sources/A/a.swift:1: \(count) lines: \(first)\n" : ""))
    #expect(outcome.code == (count > 40 ? 1 : 0))
  }

  @Test(arguments: [(1, true), (2, true), (3, false), (15, false), (16, true)])
  func aFolderOfFewOrManyFilesIsNamed(count: Int, isNamed: Bool) throws {
    let files = (0..<count).map { ("A/B/\($0).swift", "") }
    let outcome = try check(Dictionary(uniqueKeysWithValues: files))
    #expect(outcome.text == (isNamed ? "Sources/A/B: \(count) files\n" : ""))
  }

  private func check(_ files: [String: String]) throws -> (text: String, code: Int32) {
    let folder = try ScriptFolder()
    for (name, text) in files {
      let file = URL(filePath: "\(folder.path)/Sources/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((text + "\n").utf8).write(to: file)
    }
    let (process, output, _) = folder.process(["-c", "python3 scripts/oversized.py Sources"])
    try process.run()
    let text = output.text
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
