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
    let settings = ManPage.Reference(name: "\(program.name)-config", section: 5)
    let others = ["sqlite3": 1, "systemd.timer": 5, "crontab": 5].sorted { $0.key < $1.key }
    let first = ManPage(
      page: program.namingPages, name: program.name, section: 1,
      seeAlso: [settings] + others.map { ManPage.Reference(name: $0.key, section: $0.value) },
      date: date)
    let reference = ManPage.Reference(name: program.name, section: 1)
    let ofCommands = commands.map { page in
      ManPage(
        page: page, name: page.words.joined(separator: "-"), section: 1,
        seeAlso: [reference, settings], date: date)
    }
    let ofSettings = ManPage(
      page: .settings, name: settings.name, section: 5,
      seeAlso: [reference, ManPage.Reference(name: settings.name, section: 1)], date: date)
    return [first] + ofCommands + [ofSettings]
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

  /// Writes the manual pages to `man1` and `man5` of a folder.
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

  /// The page about the configuration file.
  fileprivate static var settings: HelpPage {
    var page = HelpPage(words: ["modexport-config"], summary: "Settings of modexport in a file.")
    page.description = HelpBlock.blocks(
      of: """
        The file is YAML in UTF-8 with one setting on each line. It is named by --config, else by \
        $MODEXPORT_CONFIG; else it is modexport/config.yaml in $XDG_CONFIG_HOME or ~/.config. An option takes \
        precedence over its variable, and a variable over the file.

        An unknown setting is an error, and so is an option that is for one run only, such as --all. \
        `modexport config` shows every setting, its value, and where the value comes from. Relative paths begin \
        at the current folder of the program, so absolute ones are better here. Durations are numbers with a \
        unit: ms, s, m, h or d.
        """)
    page.add(
      "Settings", SettingList.all.map { .entry(.literal($0.name), $0.helpWithDefault) })
    page.add(
      "Examples",
      [
        .paragraph("Write the report for a web server, and prune each night:"),
        .code(
          """
          archive: /var/lib/modexport/modexport.sqlite
          output: /srv/www/moderators
          format: [html, csv]
          keep: 180d
          """),
      ])
    return page
  }
}
