import ArgumentParser

extension HelpPage {
  /// The page of a command.
  ///
  /// - Parameter words: The words that call it.
  /// - Throws: `DecodingError` where ArgumentParser's description has another form.
  init(of command: any ParsableCommand.Type, words: [String]) throws {
    let info = try CommandInfo(of: command)
    self.init(words: words, summary: info.abstract ?? "")
    usage = Self.usage(words, info)
    description = HelpBlock.blocks(of: info.discussion ?? "")
    addOptions(of: info)
    guard let guide = (command as? any GuidedCommand.Type)?.guide else { return }
    add(guide, settings: SettingList.settings(named: info.shown))
  }

  private static func usage(_ words: [String], _ info: CommandInfo) -> String {
    let arguments = info.shown
    let options = arguments.filter { $0.kind != .positional }
    return
      (words + options.compactMap(\.usage)
      + (options.contains(where: \.isOptional) ? ["[<options>]"] : [])
      + arguments.filter { $0.kind == .positional }.compactMap(\.usage)).joined(separator: " ")
  }

  /// Adds the arguments, then the options by the titles of their groups; those without one come last.
  private mutating func addOptions(of info: CommandInfo) {
    var groups: [(title: String, blocks: [HelpBlock])] = [("Arguments", [])]
    var others: [HelpBlock] = []
    for argument in info.shown {
      let block = HelpBlock.entry(.option(argument.label), argument.meaning)
      let title = argument.kind == .positional ? "Arguments" : argument.sectionTitle
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].blocks.append(block)
      } else if let title {
        groups.append((title, [block]))
      } else {
        others.append(block)
      }
    }
    for group in groups + [("Options", others)] { add(group.title, group.blocks, isOptions: true) }
  }

  /// Adds what a guide says.
  ///
  /// - Parameter settings: Those that the command's options give.
  mutating func add(_ guide: CommandGuide, settings: [any AnySetting]) {
    for table in guide.tables {
      add(table.title, table.rows.map { .entry(.literal($0.value), $0.meaning) })
    }
    add("Examples", guide.examples.flatMap(HelpBlock.blocks(of:)))
    add("Environment", Self.entries(of: settings) + guide.variables.map(HelpBlock.init))
    add("Exit status", guide.exits.map(HelpBlock.init))
    add("Files", guide.files.map { .entry(.path($0.path), $0.meaning) })
  }

  private static func entries(of settings: [any AnySetting]) -> [HelpBlock] {
    guard !settings.isEmpty else { return [] }
    let names = settings.map(\.variable).joined(separator: ", ")
    let meaning = "Values of the options with these names; an option takes precedence."
    return [.entry(.literal(names), meaning)]
  }
}

extension HelpBlock {
  init(_ variable: EnvironmentVariable) {
    self = .entry(.literal(variable.names.joined(separator: ", ")), variable.meaning)
  }

  init(_ exit: CommandGuide.Exit) {
    self = .entry(.literal("\(exit.status.rawValue)"), exit.meaning)
  }
}

extension SettingList {
  /// The settings that are among some options, in the order of the list. An option of the same name that is
  /// no setting, such as `backup --keep`, has another help.
  fileprivate static func settings(named options: [CommandInfo.Argument]) -> [any AnySetting] {
    all.filter { setting in
      options.contains { option in
        option.names?.contains { $0.name == setting.name } ?? false
          && option.abstract?.hasPrefix(setting.help) ?? false
      }
    }
  }
}
