import Roster

/// A subject that `modexport help` explains beside the commands.
struct HelpTopic {
  /// What a user types after `modexport help`.
  let name: String
  let introduction: String
  /// Names, and what each means.
  let entries: [(name: String, meaning: String)]
  /// Text that is printed as it is.
  var appendix = ""

  static let all = [exitCodes, environment, words, sql]

  /// The topic that `help` or `help NAME` is asked for; nil for a command.
  init?(of arguments: [String]) {
    guard arguments.count == 2, arguments[0] == "help",
      let topic = Self.all.first(where: { $0.name == arguments[1] })
    else { return nil }
    self = topic
  }

  private init(
    _ name: String, _ introduction: String, _ entries: [(String, String)], appendix: String = ""
  ) {
    (self.name, self.introduction) = (name, introduction)
    (self.entries, self.appendix) = (entries, appendix)
  }

  /// The text in lines that fit a terminal.
  func text(columns: Int) -> String {
    TextBlock.wrapped(introduction, indent: 0, columns) + "\n"
      + entries.map { TextBlock.entry($0.name, $0.meaning, columns) }.joined() + appendix
  }

  private static let exitCodes = HelpTopic(
    "exit-codes", "`modexport help COMMAND` says what a code means for one command.",
    ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })

  private static let environment = HelpTopic(
    "environment",
    "An option takes precedence over its variable. An empty variable counts as not set.",
    SettingList.all.map { ($0.variable, $0.help) } + variables)

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
    (
      "TZ",
      "The time zone of your day: today and yesterday in dates, changes --today and --follow."
    ),
  ]

  private static let sql = HelpTopic(
    "sql",
    "`modexport sql` runs one query; `modexport sql --help` says how. The views are the same for every "
      + "program that reads SQLite 3.37 (of 2021) or newer. An older one calls the file malformed, since its "
      + "tables are strict: `modexport export --format sqlite` writes a file that it reads, and `modexport "
      + "report` tables in CSV. Times are text such as 2026-11-20T03:00:00Z, in UTC. A user is network, site "
      + "and user_id, and has a row for each role; a person is network and account_id. The views moderators "
      + "and former_moderators contain staff and the Community account too, and people contains staff: a "
      + "query of moderators leaves them out with kind = 'moderator'.",
    View.allCases.map { ($0.name, $0.columnNames.joined(separator: ", ") + ".") },
    appendix: SQLRecipe.all.map { recipe in
      let lines = recipe.sql.split(separator: "\n").map { "  \($0)\n" }.joined()
      return "\n\(recipe.purpose):\n\(lines)"
    }.joined())

  private static let words = HelpTopic(
    "words", "The words that modexport uses, in one sentence each.",
    glossary.split(separator: "\n").map { line in
      let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
      return (parts[0], parts[1])
    })

  private static let glossary = """
    account: What one person has on all sites of the network; its id is what `show` takes.
    archive: The SQLite file that holds every roster, what proves it, and its history.
    backoff: A pause that the API asks for between requests of one kind.
    change: Something that differs between two rosters of a site: somebody joined, left or was renamed.
    complete: A roster is complete if the answers of the API prove that no moderator is missing.
    cursor: A place in the list of changes, from which a later call continues.
    elected: The moderator won an election of the site; `sync --elected` asks the API for this.
    evidence: What the API answered while a roster was read; it proves that the roster is complete.
    failed: The site could not be read, because the API answered with an error each time.
    former: A former moderator was on an earlier roster of the site, and is not on the current one.
    grade: What is claimed of a roster: complete, corroborated by an old total, or only published by the site.
    incomplete: Answers are missing or contradict each other, so the roster is not published.
    journal: All changes of the archive, in the order in which they were recorded.
    kind: What a moderator is: a moderator, an employee of the network (staff), or the Community user.
    lock-out: The API answers nothing to this address until a time that it names.
    main site: A site with a subject of its own, such as cooking.
    meta site: A site where users of a main site discuss that site, such as cooking.meta.
    network: A family of sites that one API serves, such as Stack Exchange.
    proven: The answers of the API show that the roster is complete, and the archive keeps what shows it.
    published: A published roster is the current one of its site, which every command shows.
    quota: How many requests the API still answers on this day.
    reading: One pass over all pages of a roster; a roster of several pages is read twice.
    roster: The list of all moderators of one site at one time.
    run: One call of `sync` or `mirror`, from its first request to its summary.
    scope: The sites that the archive is to hold, which `sync` without a SITE mirrors.
    skipped: The site was left for a later run, or was read so recently that this was not necessary.
    stale: The roster was last read longer ago than `status --stale-after` allows.
    tenure: The time for which somebody was a moderator of a site, between two dates of readings.
    total: The number of moderators that the API states beside a list, with which the list is compared.
    unproven: The number that the API states is missing or wrong, or the list cannot prove itself; see grade.
    verify: To derive every roster again from its evidence, and compare it with what the archive says.
    walk: All requests for one roster, from its first page to its last.
    """
}
