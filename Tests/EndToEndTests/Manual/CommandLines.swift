import ArgumentParser
import Foundation
import ModExportCommands
import SampleCommands
import TestKit

/// The command lines that a user reads: in the README, in the manual, whose page *Commands* has the examples of help
/// and of the manual pages, and in the help of the sample program.
struct CommandLines {
  /// One command line, or several lines that belong together.
  struct Line: Hashable, Sendable {
    var page: String
    var text: String
  }

  let all: [Line]

  /// - Throws: Where a page cannot be read.
  init() throws {
    let manual = projectFolder.appending(path: "Sources/ModExportCommands/ModExport.docc")
    let pages = try FileManager.default.contentsOfDirectory(
      at: manual, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "md" }
    let others = ["README.md", "CONTRIBUTING.md"].map { projectFolder.appending(path: $0) }
    var all: [Line] = []
    for url in (others + pages).sorted(by: { $0.path < $1.path }) {
      let text = try String(contentsOf: url, encoding: .utf8)
      let name = url.deletingPathExtension().lastPathComponent
      let lines = name == "Commands" ? Self.examples(in: text) : Self.prompts(in: text)
      all += lines.map { Line(page: name, text: $0) }
    }
    // Its help is on no page.
    for command in SampleProgram.configuration.subcommands {
      guard let guide = (command as? any GuidedCommand.Type)?.guide else { continue }
      all += guide.examples.map { Line(page: "modexport-sample", text: $0.command) }
    }
    self.all = all
  }

  /// What follows a prompt in blocks of a console; a backslash continues a line.
  static func prompts(in text: String) -> [String] {
    blocks(in: text).filter { $0.language == "console" }.flatMap { block in
      block.text.replacing("\\\n", with: " ").split(separator: "\n").compactMap { line in
        line.hasPrefix("$ ") ? String(line.dropFirst(2)) : nil
      }
    }
  }

  /// The blocks of the sections *Examples*: others show how a command is called, or SQL.
  static func examples(in text: String) -> [String] {
    let sections = text.matches(of: /(?m)^#+ Examples\n((?:(?!##).*\n)*)/)
    return sections.flatMap { blocks(in: String($0.1)).map(\.text) }
  }

  private static func blocks(in text: String) -> [(language: Substring, text: String)] {
    text.matches(of: /(?m)^```(\w*)\n((?:(?!```).*\n)*)```$/).map { match in
      (match.1, String(match.2.dropLast()))
    }
  }
}
