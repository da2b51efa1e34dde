import ArgumentParser

/// `modexport help`
struct HelpCommand: GuidedCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explains a command or a topic.",
    discussion: "Without a name, it lists the commands and the topics.")

  static let guide = CommandGuide(
    [
      CommandGuide.Example("List the commands and the topics", "modexport help"),
      CommandGuide.Example("Explain a command, with examples", "modexport help sync"),
      CommandGuide.Example("Explain the words that modexport uses", "modexport help words"),
    ],
    exits: [.done, .usage, .cannotWrite])

  @Argument(
    help: ArgumentHelp("The name of a command or a topic.", valueName: "name"),
    completion: .custom { _, _, _ in HelpRequest.names(in: ModExport.self) })
  var name: [String] = []

  /// For packages: the folder to which the manual pages are written.
  @Option(help: .hidden) var manual: String?
  /// The day in their footers.
  @Option(help: .hidden) var date = ""
  /// Prints the page *Commands* of the manual.
  @Flag(help: .hidden) var markdown = false

  /// What is asked of it but help; nil where help is.
  ///
  /// - Throws: `CommandFailure` (73) where the manual pages cannot be written.
  func manual(of root: any ParsableCommand.Type) throws -> String? {
    guard manual != nil || markdown else { return nil }
    let pages = try Manual(of: root)
    if let manual { try pages.write(to: manual, date: date) }
    return markdown ? pages.markdown : ""
  }
}

extension ParsableCommand {
  /// Whether it is a program whose `help` also explains topics.
  static var hasTopics: Bool {
    configuration.subcommands.contains { $0 == HelpCommand.self }
  }
}

/// A command line that asks for help, by `help` or by `--help`.
struct HelpRequest {
  private let names: [String]
  private let root: any ParsableCommand.Type
  private let help: HelpCommand?
  /// Whether a topic may be meant: `help sql` is one, and `sql --help` is about the command.
  private let mayBeTopic: Bool

  /// - Parameters:
  ///   - command: What the arguments were parsed as.
  ///   - arguments: The arguments after the program's name.
  ///   - root: The command that holds all others.
  init(
    _ command: any ParsableCommand, _ arguments: [String], in root: any ParsableCommand.Type
  ) {
    self.root = root
    help = command as? HelpCommand
    mayBeTopic = help != nil || arguments.first == "help"
    if let help = command as? HelpCommand {
      names = help.name
    } else if arguments.first == "help" {
      names = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    } else {
      names = CommandWords(arguments, in: root).path.dropFirst().map { $0._commandName }
    }
  }

  /// What can be asked for.
  static func names(in root: any ParsableCommand.Type) -> [String] {
    let topics = root.hasTopics ? HelpTopic.all.map(\.name) + ["topics"] : []
    return root.configuration.subcommands.map { $0._commandName } + topics
  }

  /// What is printed.
  ///
  /// - Parameter columns: The width to which text is wrapped.
  /// - Throws: As ``page()`` does, and `CommandFailure` (73) where the manual pages cannot be written.
  func text(columns: Int) throws -> String {
    if let text = try help?.manual(of: root) { return text }
    return TerminalHelp(columns: columns).text(of: try page())
  }

  /// The page that was asked for.
  ///
  /// - Throws: `CommandFailure` (64) where there is no such command or topic, and `DecodingError` where
  ///   ArgumentParser's description has another form.
  func page() throws -> HelpPage {
    guard let name = names.first else { return try HelpPage(program: root, isWhole: false) }
    if root.hasTopics, names == ["topics"] { return HelpTopic.list }
    if root.hasTopics, mayBeTopic, names.count == 1,
      let topic = HelpTopic.all.first(where: { $0.name == name })
    {
      return topic.page
    }
    let path = CommandWords(names, in: root).path
    guard path.count == names.count + 1, let command = path.last else { throw unknown }
    return try HelpPage(of: command, words: [root._commandName] + names)
  }

  private var unknown: CommandFailure {
    let name = names.joined(separator: " ")
    let known = Self.names(in: root)
    return CommandFailure(
      .usage,
      "Unknown command or topic \(CommandWords.mistaken(name, for: known)) See '\(root._commandName) help'."
    )
  }
}
