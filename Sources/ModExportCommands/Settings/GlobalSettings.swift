import ArgumentParser

/// The settings of every command.
enum GlobalSettings {
  static let archive = DefaultedSetting(
    .path("archive", "The file of the archive.", valueName: "file"),
    default: "modexport.sqlite")
  static let quiet = Setting.flag("quiet", "Write only errors to stderr.")
  static let verbose = DefaultedSetting(
    .number("verbose", "More detail on stderr (-vv: every request).", within: 0...3), default: 0)
  static let logFormat = DefaultedSetting(
    .word("log-format", "Messages on stderr", valueName: "format"),
    default: LogFormat.text)
  static let color = DefaultedSetting(
    .word("color", "Colours", valueName: "when"),
    default: ColorMode.auto)

  static let all: [any AnySetting] = [archive, quiet, verbose, logFormat, color]
}
