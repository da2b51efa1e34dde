import ArgumentParser
package import Logging

/// The options that every command takes.
package struct GlobalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The archive. (default: $MODEXPORT_ARCHIVE, else modexport.sqlite)", valueName: "file"),
    completion: .file())
  var archive: String?

  @Flag(name: .shortAndLong, help: "Write only errors to stderr.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "More detail on stderr (-vv: every request).")
  var verbose: Int

  @Option(help: ArgumentHelp("How messages on stderr are written.", valueName: "format"))
  var logFormat = LogFormat.text

  /// `--color`
  @Option(help: ArgumentHelp("When to use colours; NO_COLOR is honoured.", valueName: "when"))
  package var color = ColorMode.auto

  package init() {}

  package mutating func validate() throws {
    if quiet, verbose > 0 { throw ValidationError("Use --quiet or --verbose, not both.") }
    if archive == "" { throw ValidationError("--archive needs the path of a file.") }
  }

  /// The archive's place: `--archive`, else `$MODEXPORT_ARCHIVE`, else `modexport.sqlite` in the
  /// working directory.
  package func archivePath(in environment: [String: String]) -> String {
    if let archive { return archive }
    let named = environment["MODEXPORT_ARCHIVE"] ?? ""
    return named.isEmpty ? "modexport.sqlite" : named
  }

  /// The least important messages that are still shown.
  package var logLevel: Logger.Level {
    switch (quiet, verbose) {
    case (true, _): .error
    case (false, 0): .notice
    case (false, 1): .info
    case (false, 2): .debug
    default: .trace
    }
  }
}

extension ColorMode: ExpressibleByArgument {}
extension LogFormat: ExpressibleByArgument {}
