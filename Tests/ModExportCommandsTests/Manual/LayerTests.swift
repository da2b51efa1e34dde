import Foundation
import TestKit
import Testing

/// What the layers below the commands may say.
struct LayerTests {
  /// A server or another program that uses them must not be told to run a command: errors carry codes and
  /// values, and `ModExportCommands` adds what to do.
  @Test func noLowerLayerNamesACommandOrAnOption() throws {
    let sources = projectFolder.appending(path: "Sources")
    let above = ["ModExportCommands", "SampleNetwork", "modexport"]
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var (count, named): (Int, [String]) = (0, [])
    for case let file as URL in files where file.pathExtension == "swift" {
      guard !above.contains(where: { file.path.contains("/Sources/\($0)/") }) else { continue }
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      named += lines.filter(Self.namesCommand).map { "\(file.lastPathComponent): \($0)" }
    }
    #expect(count > 100)
    #expect(named == [])
  }

  private static func namesCommand(_ line: Substring) -> Bool {
    let isComment = line.drop { $0 == " " }.hasPrefix("//")
    return !isComment && line.contains(/--[a-z]{2,}|`modexport |\bsync --/)
      && !line.contains("<!--")
  }

  @Test(arguments: [
    ("  \"use --archive\"", true), ("\"; `modexport sync` makes one\"", true),
    ("  /// As `modexport sync` does.", false), ("let header = \"modexport writes\"", false),
    ("Array(\"<!--hole:\".utf8)", false),
  ])
  func aNamedCommandIsSeen(line: Substring, isSeen: Bool) {
    #expect(Self.namesCommand(line) == isSeen)
  }
}
