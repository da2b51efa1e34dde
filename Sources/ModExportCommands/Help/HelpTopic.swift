import Roster

/// A subject that `modexport help` explains beside the commands.
struct HelpTopic {
  /// What a user types after `modexport help`.
  let name: String
  let introduction: String
  /// Names, and what each means.
  let entries: [(name: String, meaning: String)]

  static let all = [exitCodes, environment, sql]

  /// The text in lines that fit a terminal.
  func text(columns: Int) -> String {
    TextBlock.wrapped(introduction, indent: 0, columns) + "\n"
      + entries.map { TextBlock.entry($0.name, $0.meaning, columns) }.joined()
  }

  private static let exitCodes = HelpTopic(
    name: "exit-codes",
    introduction: "`modexport help COMMAND` says what a code means for one command.",
    entries: ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })

  private static let environment = HelpTopic(
    name: "environment",
    introduction:
      "An option takes precedence over its variable. An empty variable counts as not set.",
    entries: SettingList.all.map { ($0.variable, $0.help) } + variables)

  /// The variables that no option gives.
  static let variables = [
    (
      NetworkRegistry.standard.entries.compactMap(\.keyVariable).joined(separator: ", "),
      "The API key itself, if --key-file names no file."
    ),
    ("CREDENTIALS_DIRECTORY", "The folder in which systemd puts the API key."),
    ("https_proxy, HTTPS_PROXY", "The proxy for https addresses."),
    ("http_proxy", "The proxy for http addresses."),
    ("all_proxy, ALL_PROXY", "The proxy for addresses that have no other proxy."),
    ("no_proxy, NO_PROXY", "The hosts that are asked without a proxy."),
    (
      "SSL_CERT_FILE",
      "A PEM file of certificate authorities to trust instead of the system's."
    ),
    ("NO_COLOR", "Use no colours, unless --color always is given."),
    ("COLUMNS", "The width of a terminal that does not report it."),
    ("TERM", "If it is dumb, there are no colours and no progress bar."),
  ]

  private static let sql = HelpTopic(
    name: "sql",
    introduction:
      "`modexport sql` runs one query; `modexport sql --help` says how. The views are the same for every "
      + "program that reads SQLite 3.37 (of 2021) or newer. An older one calls the file malformed, since its "
      + "tables are strict: `modexport export --format sqlite` writes a file that it reads, and `modexport "
      + "report` tables in CSV. Times are text such as 2026-11-20T03:00:00Z, in UTC. A user is network, site "
      + "and user_id, and has a row for each role; a person is network and account_id. The views moderators "
      + "and former_moderators contain staff and the Community account too, and people contains staff: a "
      + "query of moderators leaves them out with kind = 'moderator'. Whom only a log, a badge or a claim has is in "
      + "tenures alone.",
    entries: View.allCases.map { ($0.name, $0.columnNames.joined(separator: ", ") + ".") })
}

extension HelpTopic {
  /// The topic that `help` or `help NAME` is asked for; nil for a command.
  init?(of arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help",
      let topic = Self.all.first(where: { $0.name == arguments[1] })
    else { return nil }
    self = topic
  }
}
