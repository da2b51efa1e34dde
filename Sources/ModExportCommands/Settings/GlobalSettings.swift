import ArgumentParser

/// The settings of every command.
enum GlobalSettings {
  static let archive = DefaultedSetting(
    .path("archive", "The file of the archive.", valueName: "file"),
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

  static let pager = Setting(
    name: "pager",
    help:
      "Where to read lists that are longer than the screen; cat for none. Without it $PAGER, else less.",
    valueName: "command", completion: .shellCommand("compgen -c"), read: { $0 }, write: { $0 })

  static let all: [any AnySetting] = [archive, quiet, verbose, logFormat, color, pager]
}
