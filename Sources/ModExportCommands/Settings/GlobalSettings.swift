import ArgumentParser

/// The settings of every command.
enum GlobalSettings {
  static let archive = DefaultedSetting(
    .path("archive", "The archive.", valueName: "file"),
    usual: "modexport.sqlite")
  static let quiet = Setting.flag("quiet", "Write only errors to stderr.")
  static let verbose = DefaultedSetting(
    .number("verbose", "More detail on stderr (-vv: every request).", within: 0...3), usual: 0)
  static let logFormat = DefaultedSetting(
    .word("log-format", "How messages on stderr are written.", valueName: "format"),
    usual: LogFormat.text)
  static let color = DefaultedSetting(
    .word("color", "When to use colours; NO_COLOR is honoured.", valueName: "when"),
    usual: ColorMode.auto)

  static let all: [any AnySetting] = [archive, quiet, verbose, logFormat, color]
}
