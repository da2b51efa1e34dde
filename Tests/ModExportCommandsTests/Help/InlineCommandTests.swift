import ArgumentParser
import Foundation
import SampleCommands
import TestKit
import Testing

@testable import ModExportCommands

/// Commands that a sentence names, such as `modexport scope --set`: in the manual, the README, help and messages.
struct InlineCommandTests {
  /// The options of each command of each program, by their names; those of the program by the empty name.
  private static let options = {
    let roots: [any ParsableCommand.Type] = [ModExport.self, SampleProgram.self]
    var options: [String: [String: Set<String>]] = [:]
    for root in roots {
      var own = ["": SettingsTests.optionNames(of: root)]
      for command in root.configuration.subcommands {
        own[command._commandName] = SettingsTests.optionNames(of: command)
      }
      options[root._commandName] = own
    }
    return options
  }()

  /// What is wrong with a command line that a sentence names; nil if nothing is.
  static func fault(in code: Substring) -> String? {
    let words = code.split(separator: " ")
    guard words.count > 1, let known = options[String(words[0])] else { return nil }
    if words[1] == "help" { return nil }
    let command = words[1].hasPrefix("-") ? "" : String(words[1])
    guard let own = known[command] else { return "no command: \(code)" }
    let unknown = words.dropFirst().filter { word in
      word.hasPrefix("--") && word != "--"
        && !own.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
    }
    return unknown.isEmpty ? nil : "no option \(unknown[0]): \(code)"
  }

  private static func texts() throws -> [String] {
    var texts = [
      try String(contentsOf: projectFolder.appending(path: "README.md"), encoding: .utf8)
    ]
    for folder in ["Sources/ModExportCommands", "Sources/Sample"] {
      let sources = projectFolder.appending(path: folder)
      let files = try #require(
        FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      while let url = files.nextObject() as? URL {
        guard ["swift", "md"].contains(url.pathExtension) else { continue }
        texts.append(try String(contentsOf: url, encoding: .utf8))
      }
    }
    return texts
  }

  @Test func everyCommandThatASentenceNamesExists() throws {
    let codes = try Self.texts().flatMap { text in
      text.replacing(/\\?\n *(\/\/\/ )?/, with: " ").matches(
        of: /`(modexport(?:-sample)? [a-z-][^`\\…]*)`/
      )
      .map(\.1)
    }
    #expect(codes.count > 60)
    #expect(codes.compactMap(Self.fault) == [])
  }

  @Test(
    arguments: [
      ("modexport nosuch", "no command: modexport nosuch"),
      ("modexport probe", "no command: modexport probe"), ("modexport-sample probe", nil),
      ("modexport-sample sync", "no command: modexport-sample sync"),
      ("modexport list --fromer x", "no option --fromer: modexport list --fromer x"),
      ("modexport sync --max-age=5m SITE", nil), ("modexport --version", nil), ("modexport", nil),
    ] as [(Substring, String?)])
  func aMistakeIsSeen(code: Substring, fault: String?) {
    #expect(Self.fault(in: code) == fault)
  }
}
