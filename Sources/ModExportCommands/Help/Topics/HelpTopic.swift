/// A subject that `modexport help` explains beside the commands.
struct HelpTopic: Hashable, Sendable {
  /// What a user types after `modexport help`.
  var name: String
  /// One sentence.
  var abstract: String
  /// What is to be said.
  var blocks: [HelpBlock]

  init(name: String, abstract: String, blocks: [HelpBlock]) {
    self.name = name
    self.abstract = abstract
    self.blocks = blocks
  }

  /// - Parameter text: Paragraphs with empty lines between them; one whose lines all begin with two spaces is
  ///   code. Other code stands between backticks.
  init(name: String, abstract: String, text: String) {
    self.init(name: name, abstract: abstract, blocks: HelpBlock.blocks(of: text))
  }

  /// In the order in which they are listed.
  static let all = [exitCodes, environment, words, sql]

  /// What `modexport help topics` shows.
  static var list: HelpPage {
    HelpPage(
      words: ["topics"], summary: "What modexport help explains beside the commands.",
      description: all.map { .entry(.literal($0.name), $0.abstract) })
  }

  var page: HelpPage {
    HelpPage(words: [name], summary: abstract, description: blocks)
  }

  static let exitCodes = HelpTopic(
    name: "exit-codes", abstract: "What each exit code means.",
    blocks: [
      .paragraph("`modexport help COMMAND` says what a code means for one command.")
    ]
      + ExitStatus.allCases.map { status in
        .entry(.literal("\(status.rawValue)"), status.meaning)
      })

  static let environment = HelpTopic(
    name: "environment", abstract: "The environment variables that modexport reads.",
    blocks: [
      .paragraph(
        "An option takes precedence over its variable. An empty variable counts as not set.")
    ] + SettingList.all.map { .entry(.literal($0.variable), $0.help) }
      + EnvironmentVariable.all.map(HelpBlock.init))
}
