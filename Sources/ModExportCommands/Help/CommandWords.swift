import ArgumentParser
import Roster

/// The words at the beginning of a command line, which name a command.
struct CommandWords {
  private let arguments: [String]
  let root: any ParsableCommand.Type
  /// The commands that the words name, from the root on.
  let path: [any ParsableCommand.Type]

  init(_ arguments: [String], in root: any ParsableCommand.Type) {
    self.arguments = arguments
    self.root = root
    var path = [root]
    for word in arguments {
      guard
        let next = path.last?.configuration.subcommands.first(where: { $0._commandName == word })
      else { break }
      path.append(next)
    }
    self.path = path
  }

  /// The arguments as ArgumentParser takes them: after the command what variables give, a negative number after an
  /// option as its value, and a text that begins with a dash is no option where it has white space before any value.
  ///
  /// - Throws: `CommandFailure` (64) where a variable has an invalid value.
  func parsed(in environment: [String: String]) throws(CommandFailure) -> [String] {
    let command = path.last as? any ConsoleCommand.Type
    let takesText = command?.takesText ?? false
    let names = path.count - 1
    var parsed = Array(arguments.prefix(names))
    if let command, !arguments.contains(where: ["-h", "--help"].contains) {
      let settings = GlobalSettings.all + command.settings
      parsed += try settings.arguments(besides: arguments, in: environment)
    }
    for argument in arguments.dropFirst(names) {
      let name = argument.prefix { $0 != "=" }
      if argument.first == "-", argument.dropFirst().first?.isWholeNumber == true,
        let last = parsed.last, last.hasPrefix("--"), last.count > 2, !last.contains("=")
      {
        parsed[parsed.count - 1] = "\(last)=\(argument)"
      } else {
        let isText = takesText && name.hasPrefix("-") && name.contains(where: \.isWhitespace)
        parsed.append(isText ? " \(argument)" : argument)
      }
    }
    return parsed
  }

  /// What a user reads for help with the command.
  var help: String {
    ([root._commandName, "help"] + path.dropFirst().map { $0._commandName }).joined(separator: " ")
  }

  /// Throws `CommandFailure` (64) where the first word is no command, or is an option that belongs to the
  /// command after it.
  func check() throws(CommandFailure) {
    let names = root.configuration.subcommands.map { $0._commandName }
    guard path.count == 1, !names.isEmpty, let first = arguments.first else { return }
    if first == "help" { return try checkHelp(names) }
    if !first.hasPrefix("-") {
      throw CommandFailure(
        .usage, "Unknown command \(Self.mistaken(first, for: names)) See '\(help)'.")
    }
    let option = String(first.prefix { $0 != "=" })
    guard !Self.ownOptions.contains(option), let command = arguments.first(where: names.contains)
    else { return }
    throw CommandFailure(
      .usage,
      "Options follow the command: write '\(root._commandName) \(command) \(option)', not '\(root._commandName) "
        + "\(option) … \(command)'.")
  }

  /// - Parameter names: Those of the commands.
  private func checkHelp(_ names: [String]) throws(CommandFailure) {
    let asked = arguments.dropFirst().filter { !$0.hasPrefix("-") }.joined(separator: " ")
    let known = names + (root == ModExport.self ? HelpTopic.all.map(\.name) : [])
    guard !asked.isEmpty, !known.contains(asked) else { return }
    throw CommandFailure(
      .usage,
      "Unknown command or topic \(Self.mistaken(asked, for: known)) See '\(root._commandName) help'."
    )
  }

  /// The options that come without a command: ArgumentParser's own.
  private static let ownOptions: Set<String> = [
    "-h", "--help", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help", "---completion", "-", "--",
  ]

  /// A name in quotes, and the end of a sentence that says which of the known names may be meant.
  static func mistaken(_ name: String, for known: [String]) -> String {
    let typed = name.lowercased()
    let near = known.compactMap { candidate in
      EditDistance.between(typed, candidate, atMost: max(1, typed.count / 3))
        .map { ($0, candidate) }
    }
    let longer = known.filter { typed.count > 1 && $0.hasPrefix(typed) }
    guard let meant = near.min(by: { $0 < $1 })?.1 ?? longer.first else { return "'\(name)'." }
    return "'\(name)'; did you mean '\(meant)'?"
  }
}
