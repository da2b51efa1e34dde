import ArgumentParser

extension HelpPage {
  /// The page of the program itself.
  ///
  /// - Parameter isWhole: Whether all that the guide says is there, as a manual page needs; a terminal gets
  ///   the commands and a first example.
  /// - Throws: `DecodingError` where ArgumentParser's description has another form.
  init(program root: any ParsableCommand.Type, isWhole: Bool) throws {
    let info = try CommandInfo(of: root)
    let name = info.commandName
    self.init(words: [name], summary: info.abstract ?? "")
    usage = "\(name) <command> [<options>]"
    description =
      HelpBlock.blocks(of: info.discussion ?? "")
      + [
        .paragraph(
          "`\(name) help COMMAND` explains a command"
            + (root.hasTopics ? ", `\(name) help TOPIC` a topic." : "."))
      ]
    let guide = (root as? any GuidedCommand.Type)?.guide
    if let first = guide?.examples.first, !isWhole {
      add("First step", HelpBlock.blocks(of: first))
    }
    let configuration = root.configuration
    for group in configuration.groupedSubcommands {
      add(group.name, Self.entries(of: group.subcommands))
    }
    add("Commands", Self.entries(of: configuration.ungroupedSubcommands))
    if root.hasTopics {
      add("Topics", HelpTopic.all.map { .entry(.literal($0.name), $0.abstract) })
    }
    add("Options", info.shown.map { .entry(.option($0.label), $0.meaning) }, isOptions: true)
    if let guide, isWhole { add(guide, settings: SettingList.all) }
  }

  private static func entries(of commands: [any ParsableCommand.Type]) -> [HelpBlock] {
    commands.filter { $0.configuration.shouldDisplay }.map { command in
      .entry(.literal(command._commandName), command.configuration.abstract)
    }
  }
}
