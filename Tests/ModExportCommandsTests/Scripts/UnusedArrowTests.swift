import Foundation
import Testing

/// `scripts/unused_arrows.py`, which `scripts/check` runs over the manifest.
@Suite(.timeLimit(.minutes(5)))
struct UnusedArrowTests {
  @Test(arguments: [
    "import B", "package import B", "public import B", "@testable import B",
    "@preconcurrency package import B", "@_spi(Tests) import B", "import struct B.Value",
    "package import func B.run", "  import B", "let a = 1\nimport B\n",
  ])
  func whatIsImportedPasses(source: String) throws {
    let outcome = try check(source)
    #expect(outcome.text.isEmpty)
    #expect(outcome.code == 0)
  }

  @Test(arguments: ["", "import A", "import Bee", "// import B", "let text = \"import B\""])
  func whatIsNotIsNamed(source: String) throws {
    let outcome = try check(source)
    #expect(outcome.text == "Package.swift: A depends on B and imports it nowhere\n")
    #expect(outcome.code == 1)
  }

  @Test(arguments: [
    #"{"byName": ["B", null]}"#, #"{"target": ["B", null]}"#,
    #"{"product": ["B", "package-b", null, null]}"#,
  ])
  func everyKindOfDependencyIsRead(dependency: String) throws {
    #expect(try check("", dependency: dependency).code == 1)
    #expect(try check("import B", dependency: dependency).code == 0)
  }

  /// Where the sources of a target are.
  @Test(arguments: [
    (#""type": "regular""#, "Sources/A"), (#""type": "executable""#, "Sources/A/Inner"),
    (#""type": "test""#, "Tests/A"), (#""type": "regular", "path": "Tests/Kit""#, "Tests/Kit"),
  ])
  func sourcesAreFound(target: String, folder: String) throws {
    #expect(try check("import B", target: target, in: folder).code == 0)
  }

  private func check(
    _ source: String, dependency: String = #"{"byName": ["B", null]}"#,
    target: String = #""type": "regular""#, in sources: String = "Sources/A"
  ) throws -> (text: String, code: Int32) {
    let folder = try ScriptFolder()
    let place = URL(filePath: "\(folder.path)/\(sources)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data((source + "\n").utf8).write(to: place.appending(path: "a.swift"))
    let manifest = #"{"targets": [{"name": "A", \#(target), "dependencies": [\#(dependency)]}]}"#
    try Data(manifest.utf8).write(to: URL(filePath: "\(folder.path)/manifest.json"))
    let (process, output, _) = folder.process([
      "-c", "python3 scripts/unused_arrows.py <manifest.json",
    ])
    try process.run()
    let text = output.text
    process.waitUntilExit()
    return (text, process.terminationStatus)
  }
}
