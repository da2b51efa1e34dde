import Roster

/// All settings, by name.
enum SettingList {
  /// In the order in which `modexport config` lists them.
  static let all: [any AnySetting] =
    GlobalSettings.all + RequestSettings.all + SyncSettings.all + ReportSettings.all
    + MirrorSettings.all

  /// Options that a file must not give: what the user accepts, or asks for, in one run only.
  static let ofOneRun: Set<String> = [
    "accept-shrink", "adopt-api", "all", "as-of", "columns", "config", "csv", "deposit", "dry-run",
    "json", "jsonl", "meta", "network", "redate", "refresh-sites",
  ]

  static func named(_ name: String) -> (any AnySetting)? { byName[name] }

  /// The setting whose name is most like this one; nil where none is.
  static func nearest(to name: String) -> String? {
    let typed = name.lowercased().replacing("_", with: "-")
    let near = all.compactMap { setting in
      EditDistance.between(typed, setting.name, atMost: max(1, typed.count / 3))
        .map { ($0, setting.name) }
    }
    return near.min { $0 < $1 }?.1
  }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

/// A setting of any type.
protocol AnySetting: Sendable {
  /// See ``Setting``.
  var name: String { get }
  var help: String { get }
  /// What `--help` says, which ends with the default where there is one.
  var helpWithDefault: String { get }
  var variable: String { get }
  /// The part of a text that is not secret.
  var show: @Sendable (String) -> String { get }
  /// Throws `ValidationError` with a sentence where the text is not a value of the setting.
  func check(_ text: String) throws
  /// The value that counts where no option gives one, as text, and where it came from; a nil text for no
  /// value.
  ///
  /// - Throws: `CommandFailure` (64) where the variable or the file has an invalid value.
  func resolved(in settings: Settings) throws(CommandFailure) -> (
    text: String?, source: SettingSource
  )
}

extension Setting: AnySetting {
  var helpWithDefault: String { help }

  func check(_ text: String) throws { _ = try read(text) }

  func resolved(
    in settings: Settings
  ) throws(CommandFailure) -> (text: String?, source: SettingSource) {
    let value = try settings.value(of: self, option: nil)
    return (value.map(write), settings.text(of: self)?.source ?? .usual)
  }
}

extension DefaultedSetting: AnySetting {
  var name: String { setting.name }
  var help: String { setting.help }
  var variable: String { setting.variable }
  var show: @Sendable (String) -> String { setting.show }

  func check(_ text: String) throws { try setting.check(text) }

  func resolved(
    in settings: Settings
  ) throws(CommandFailure) -> (text: String?, source: SettingSource) {
    let (text, source) = try setting.resolved(in: settings)
    return (text ?? usualText, source)
  }
}
