import ArgumentParser
import Foundation
import ModExportCommands
import SampleCommands
import TestKit

/// The command lines that a user reads: in the README, in the manual, and in the help of both programs.
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
      all += Self.prompts(in: text).map { Line(page: name, text: $0) }
    }
    for (page, root) in [
      ("modexport", ModExport.configuration), ("modexport-sample", SampleProgram.configuration),
    ] {
      for command in root.subcommands {
        all += Self.examples(in: command.configuration.discussion).map {
          Line(page: page, text: $0)
        }
      }
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

  /// The examples of a command's help: each is what is indented below its purpose.
  static func examples(in discussion: String) -> [String] {
    discussion.matches(of: /(?m)^  .*:\n((?:    .*\n)+)/).map { match in
      match.1.split(separator: "\n").map { String($0.dropFirst(4)) }.joined(separator: "\n")
    }
  }

  private static func blocks(in text: String) -> [(language: Substring, text: String)] {
    text.matches(of: /(?m)^```(\w*)\n((?:(?!```).*\n)*)```$/).map { match in
      (match.1, String(match.2.dropLast()))
    }
  }
}
