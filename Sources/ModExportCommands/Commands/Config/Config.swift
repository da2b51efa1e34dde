import ArgumentParser
import Networks
import Reports
import Roster
import Tables

/// `modexport config`
struct ConfigCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Shows each setting, its value, and where the value comes from.",
    discussion: """
      A setting is the long name of an option of sync, mirror or report, such as max-wait. Its value \
      comes from the option, else from a variable such as $MODEXPORT_MAX_WAIT, else from the \
      configuration file, else it is the default. The file has one setting on each line, such as \
      max-wait: 5m. It is named by --config, else by $MODEXPORT_CONFIG; else it is \
      modexport/config.yaml in $XDG_CONFIG_HOME or ~/.config. Secrets are never shown.
      """)

  static let guide = CommandGuide(
    [
      CommandGuide.Example(
        "Show each setting, its value, and where the value comes from", "modexport config"),
      CommandGuide.Example(
        "Check a configuration file", "modexport config --config /etc/modexport/config.yaml"),
      CommandGuide.Example(
        "Show the settings with one variable set", "MODEXPORT_RATE=5 modexport config"),
    ],
    exits: ExitStatus.ofAnyCommand, variables: EnvironmentVariable.ofRequests.filter { $0 == .key })

  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    var rows = try SettingList.all.map { setting in
      let (text, source) = try setting.resolved(in: context.settings)
      return Self.row(setting.name, text.map(setting.show), source.description, setting.help)
    }
    rows.append(try keyRow(in: context))
    try context.printer(output).print(
      Listing(columns: Self.columns, rows: rows), tableColumns: ["setting", "value", "source"])
    if let file = context.settings.file {
      context.note("The configuration file is \(file.path).")
    } else {
      context.note("There is no configuration file.")
    }
    return .done
  }

  /// Whether there is a key, and where it comes from.
  private func keyRow(in context: CommandContext) throws -> Row {
    let file = try context.settings.value(of: RequestSettings.keyFile, option: nil)
    var key: APIKey?
    for entry in context.networks.entries where key == nil {
      guard let address = entry.address, let variable = entry.keyVariable else { continue }
      key = try APIKey.resolve(
        file: file, environment: context.environment, variable: variable, address: address)
    }
    return Self.row(
      "key", key == nil ? nil : "(set)", key?.origin, "The API key, which is never shown.")
  }

  private static func row(
    _ setting: String, _ value: String?, _ source: String?, _ meaning: String
  ) -> Row {
    [.text(setting), Cell(value), Cell(source), .text(meaning)]
  }

  private static let columns = [
    View.Column(
      "setting", .text, "The name of the setting, which is that of its option.", shortening: .never),
    View.Column("value", .text, "The value; absent where there is none."),
    View.Column("source", .text, "Where the value comes from."),
    View.Column("meaning", .text, "What the setting is for."),
  ]
}
