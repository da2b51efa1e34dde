import Logging

/// How much goes to stderr.
enum Verbosity: Hashable, Sendable {
  case quiet
  /// 0 for the usual messages, 1 to 3 for more.
  case detail(Int)

  /// Both options on the command line take precedence over both variables.
  ///
  /// - Throws: `CommandFailure` (64) where a variable has an invalid value.
  init(_ options: GlobalOptions, _ settings: Settings) throws(CommandFailure) {
    if options.quiet || options.verbose > 0 {
      self = options.quiet ? .quiet : .detail(options.verbose)
    } else if try settings.value(of: GlobalSettings.quiet, option: nil) {
      self = .quiet
    } else {
      self = .detail(try settings.value(of: GlobalSettings.verbose, option: nil))
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
