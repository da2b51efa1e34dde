import ArgumentParser
import FoundationEssentials

/// The manual pages and the page *Commands* of the manual, made of what the program says of itself.
struct Manual {
  private let root: any ParsableCommand.Type
  private let program: HelpPage
  private let commands: [HelpPage]

  /// - Parameter root: The command that holds all others.
  /// - Throws: `DecodingError` where ArgumentParser's description has another form.
  init(of root: any ParsableCommand.Type) throws {
    self.root = root
    program = try HelpPage(program: root, isWhole: true)
    commands = try root.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map {
      try HelpPage(of: $0, words: [root._commandName, $0._commandName])
    }
  }

  /// The manual pages.
  ///
  /// - Parameter date: The day in their footers, such as `2026-11-20`.
  func manPages(date: String) -> [ManPage] {
    let others = ["sqlite3": 1, "systemd.timer": 5, "crontab": 5].sorted { $0.key < $1.key }
    let first = ManPage(
      page: program.namingPages, name: program.name, section: 1,
      seeAlso: others.map { ManPage.Reference(name: $0.key, section: $0.value) },
      date: date)
    let reference = ManPage.Reference(name: program.name, section: 1)
    let ofCommands = commands.map { page in
      ManPage(
        page: page, name: page.words.joined(separator: "-"), section: 1, seeAlso: [reference],
        date: date)
    }
    return [first] + ofCommands
  }

  /// The page *Commands*.
  var markdown: String {
    let heads = """
      # Commands

      What each command does, as `\(program.name) help` says it.

      ## Overview

      The program prints this page itself: `scripts/commands` writes it anew.


      """
    return heads
      + (commands + HelpTopic.all.map(\.page)).map(MarkdownHelp.text).joined(separator: "\n")
  }

  /// Writes the manual pages to `man1` of a folder.
  ///
  /// - Throws: `CommandFailure` (73) where the folder cannot be written.
  func write(to folder: String, date: String) throws(CommandFailure) {
    do {
      for page in manPages(date: date) {
        let file = URL(filePath: folder).appending(path: page.path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(page.text.utf8).write(to: file)
      }
    } catch {
      throw CommandFailure(
        .cannotWrite, "The manual pages cannot be written to '\(folder)': choose another folder.",
        cause: "\(error)")
    }
  }
}

extension HelpPage {
  /// The page with the names of manual pages in place of commands and topics.
  fileprivate var namingPages: HelpPage {
    var page = self
    page.sections.removeAll { $0.title == "Topics" }
    page.description = [
      .paragraph(
        "The moderators of each site are mirrored into one SQLite file, which is searched without a network. "
          + "Each roster (the list of moderators of one site) carries the evidence that proves it complete; what "
          + "is not proven is not published."),
      .paragraph("Each command has a page of its own, such as `\(name)-sync`(1)."),
    ]
    return page
  }
}
