import ArgumentParser

/// The options that every command takes.
package struct GlobalOptions: ParsableArguments {
  @Option(GlobalSettings.archive) var archive: String?

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.quiet.help)")
  var quiet = false

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.verbose.help)")
  var verbose: Int

  @Option(GlobalSettings.logFormat) var logFormat: LogFormat?

  @Option(GlobalSettings.color) var color: ColorMode?

  package init() {}

  package mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("Use --quiet or --verbose, not both.") }
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
