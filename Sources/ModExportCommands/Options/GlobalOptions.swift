import ArgumentParser
import Logging

/// The options that every command takes.
package struct GlobalOptions: ParsableArguments {
  @Option(GlobalSettings.archive) var archive: String

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.quiet.help)")
  var quiet = false

  @Flag(name: .shortAndLong, help: "\(GlobalSettings.verbose.help)")
  var verbose: Int

  @Option(GlobalSettings.color) var color: ColorMode

  package init() {}

  package mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("Use --quiet or --verbose, not both.") }
  }
}

extension [String] {
  /// The value that a command line gives an option, whether or not it can be parsed; nil where it gives none.
  func value(of option: String) -> String? {
    let words = prefix { $0 != "--" }
    var value: String?
    for (index, word) in words.enumerated() {
      if word.hasPrefix("\(option)=") { value = String(word.dropFirst(option.count + 1)) }
      if word == option, index + 1 < words.count { value = words[index + 1] }
    }
    return value
  }
}

/// How much goes to stderr.
enum Verbosity: Hashable, Sendable {
  case quiet
  /// 0 for the usual messages, 1 to 3 for more.
  case detail(Int)

  /// Both options on the command line take precedence over both variables.
  ///
  /// - Throws: `CommandFailure` (64) where a variable has an invalid value.
  init(_ options: GlobalOptions, _ environment: [String: String]) throws(CommandFailure) {
    if options.quiet || options.verbose > 0 {
      self = options.quiet ? .quiet : .detail(options.verbose)
    } else if try GlobalSettings.quiet.value(in: environment) == true {
      self = .quiet
    } else {
      self = .detail(try GlobalSettings.verbose.value(in: environment) ?? 0)
    }
  }

  /// The least important messages that are still shown.
  var logLevel: Logger.Level {
    switch self {
    case .quiet: .error
    case .detail(0): .notice
    case .detail(1): .info
    case .detail(2): .debug
    case .detail: .trace
    }
  }
}

/// The settings of every command. A `-q` or `-v` of the command line overrules both variables.
enum GlobalSettings {
  static let archive = Setting.path(
    "archive", "The file of the archive.", valueName: "file", default: "modexport.sqlite")
  static let quiet = Setting.flag("quiet", "Write only errors to stderr.").readByTheCommand
  static let verbose = Setting.number(
    "verbose", "More detail on stderr (-vv: every request).", within: 0...3, default: 0
  ).readByTheCommand
  static let color = Setting.word("color", "Colours", valueName: "when", default: ColorMode.auto)

  static let all: [any AnySetting] = [archive, quiet, verbose, color]
}
