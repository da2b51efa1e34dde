import Foundation
import TestKit
import Testing

/// What the layers below the commands may say.
struct LayerTests {
  /// A server or another program that uses them must not be told to run a command: errors carry codes and
  /// values, and `ModExportCommands` adds what to do.
  @Test func noLowerLayerNamesACommandOrAnOption() throws {
    let named = try Self.lines(outside: ["ModExportCommands", "Sample", "modexport"])
      .filter { Self.namesCommand($0.line) }
    #expect(named.map(\.described) == [])
  }

  private static let networks = ["Discourse", "MediaWiki", "StackExchange"]

  /// A network is a value: only its own target and the registry name one, and texts for users.
  @Test func nothingAboveANetworkNamesIt() throws {
    let lines = try Self.lines(outside: Self.networks + ["Sample"])
    let imports = lines.filter { line in
      Self.networks.contains { line.line.contains("import \($0)") }
    }
    #expect(Set(imports.map(\.file)) == ["NetworkRegistry+entries.swift"])
    let texts: Set = [
      "APIAddress.swift", "NetworkRegistry+entries.swift", "Sync.swift", "ViewColumn.swift",
    ]
    let named = lines.filter { Self.namesNetwork($0.line) && !texts.contains($0.file) }
    #expect(named.map(\.described) == [])
  }

  /// The networks know nothing of each other.
  @Test(arguments: networks)
  func noNetworkNamesAnother(network: String) throws {
    let others = Set(try Self.lines(outside: [network]).map(\.described))
    let own = try Self.lines(outside: []).filter { !others.contains($0.described) }
    #expect(own.contains { Self.namesNetwork($0.line) })
    #expect(own.filter { Self.namesNetwork($0.line, besides: network) }.map(\.described) == [])
  }

  private static func namesNetwork(_ line: Substring, besides network: String = "") -> Bool {
    let text = line.lowercased()
    return networks.contains { $0 != network && text.contains($0.lowercased()) }
  }

  /// All lines of code and comments of the targets but some.
  private static func lines(
    outside targets: [String]
  ) throws -> [(file: String, line: Substring, described: String)] {
    let sources = projectFolder.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: [(file: String, line: Substring, described: String)] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      guard !targets.contains(where: { file.path.contains("/Sources/\($0)/") }) else { continue }
      let name = file.lastPathComponent
      found += try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { (name, $0, "\(name): \($0)") }
    }
    #expect(found.count > 10_000)
    return found
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
