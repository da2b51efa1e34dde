/// All settings, in the order in which help lists their variables.
enum SettingList {
  static let all: [any AnySetting] =
    GlobalSettings.all + RequestSettings.all + SyncSettings.all + ReportSettings.all
    + MirrorSettings.all
}

/// A setting of any type.
protocol AnySetting: Sendable {
  /// See ``Setting``.
  var name: String { get }
  var help: String { get }
  var variable: String { get }
  /// The default as a user would write it; nil where there is none.
  var defaultText: String? { get }
  /// Throws `ValidationError` with a sentence where the text is not a value of the setting.
  func check(_ text: String) throws
}

extension Setting: AnySetting {
  var defaultText: String? { nil }

  func check(_ text: String) throws { _ = try read(text) }
}

extension DefaultedSetting: AnySetting {
  var name: String { setting.name }
  var help: String { setting.help }
  var variable: String { setting.variable }
  var defaultText: String? { setting.write(defaultValue) }

  func check(_ text: String) throws { try setting.check(text) }
}
