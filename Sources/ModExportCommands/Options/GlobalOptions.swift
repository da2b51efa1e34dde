import ArgumentParser

/// The options that every command takes.
package struct GlobalOptions: ParsableArguments {
  @Option(GlobalSettings.archive) var archive: String?

  @Option(
    help: ArgumentHelp(
      "The configuration file, in YAML. (default: modexport/config.yaml in $XDG_CONFIG_HOME or ~/.config)",
      valueName: "file"), completion: .file())
  var config: String?

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.quiet.help)")
  var quiet = false

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.verbose.help)")
  var verbose: Int

  @Option(GlobalSettings.logFormat) var logFormat: LogFormat?

  @Option(GlobalSettings.color) var color: ColorMode?

  @Option(GlobalSettings.pager) var pager: String?

  @Flag(help: "Print lists as a whole, however long they are.")
  var noPager = false

  package init() {}

  package mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("Use --quiet or --verbose, not both.") }
    if noPager, pager != nil { throw ValidationError("Use --pager or --no-pager, not both.") }
  }

  /// The values of the other settings: from the environment and the configuration file.
  ///
  /// - Throws: `CommandFailure` (64) where the file cannot be used.
  func settings(in environment: [String: String]) throws(CommandFailure) -> Settings {
    let named = environment["MODEXPORT_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = config ?? named ?? ConfigurationFile.usualPath(in: environment)
    return Settings(
      environment: environment, file: try path.map(ConfigurationFile.init(at:)))
  }
}

extension LogFormat {
  /// The format that a command line and its environment ask for, also where the command line is wrong: the
  /// message about it has that format.
  package static func wanted(
    by arguments: [String], in environment: [String: String]
  ) -> LogFormat {
    let options = arguments.prefix { $0 != "--" }
    var named: String?
    for (index, option) in options.enumerated() {
      if option.hasPrefix("--log-format=") {
        named = String(option.dropFirst("--log-format=".count))
      } else if option == "--log-format", index + 1 < options.count {
        named = options[index + 1]
      }
    }
    let variable = environment[GlobalSettings.logFormat.setting.variable]
    return (named ?? variable).flatMap(LogFormat.init(rawValue:)) ?? .text
  }
}
