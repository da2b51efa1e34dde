import ArgumentParser

/// A completion script, as ArgumentParser writes it.
enum CompletionScript {
  /// The script without ArgumentParser's own `help`, which stands in it beside the program's and would take its
  /// place; any other text as it is.
  static func withOneHelp(_ text: String, of root: any ParsableCommand.Type) -> String {
    guard root.hasTopics else { return text }
    let name = HelpCommand.configuration.commandName ?? ""
    let function = "_\(root._commandName)_\(name)() {"
    var lines: [Substring] = []
    var (seen, skips) = (Set<Substring>(), false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isRepeated = line == function || line.hasPrefix("complete -c ")
      if isRepeated, !seen.insert(line).inserted {
        skips = line == function
      } else if !skips {
        if !line.contains("Show subcommand help information.") { lines.append(line) }
      }
      if line == "}" { skips = false }
    }
    return lines.joined(separator: "\n").replacing("|\(name)|\(name))", with: "|\(name))")
      .replacing(" \(name) \(name)'", with: " \(name)'")
  }
}
