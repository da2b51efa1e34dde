package import ArgumentParser

/// A value that an option or an environment variable can give.
///
/// Its one name is the long name of the option and, in capitals, the end of the variable's name: `--max-wait`,
/// `$MODEXPORT_MAX_WAIT`.
package struct Setting<Value: Sendable>: Sendable {
  /// The long name of the option without its dashes, such as `max-wait`.
  package var name: String
  /// What `--help` says, without the default.
  package var help: String
  /// What `--help` calls the value, such as `duration`; nil for a switch.
  package var valueName: String?
  package var completion: CompletionKind?
  /// The part of a text that is not secret, for messages.
  package var show: @Sendable (String) -> String = { $0 }
  /// Reads the text of an option or a variable; throws `ValidationError` with a sentence.
  package var read: @Sendable (String) throws -> Value
  /// Writes the value as `read` takes it.
  package var write: @Sendable (Value) -> String

  /// The variable that gives the value, without `$`.
  package var variable: String {
    "MODEXPORT_" + name.uppercased().replacing("-", with: "_")
  }
}

/// A setting that has a value if nothing gives one.
package struct DefaultedSetting<Value: Sendable>: Sendable {
  package var setting: Setting<Value>
  /// The value if nothing else gives one.
  package var defaultValue: Value

  init(_ setting: Setting<Value>, default defaultValue: Value) {
    (self.setting, self.defaultValue) = (setting, defaultValue)
  }
}

/// Options take their name, help and reader from the setting.
extension Option {
  /// An option without a default.
  init<T: Sendable>(_ setting: Setting<T>) where Value == T? {
    self.init(setting, help: setting.help)
  }

  /// An option whose help ends with the default.
  init<T: Sendable>(_ defaulted: DefaultedSetting<T>) where Value == T? {
    self.init(
      defaulted.setting,
      help:
        "\(defaulted.setting.help) (default: \(defaulted.setting.write(defaulted.defaultValue)))")
  }

  private init<T: Sendable>(_ setting: Setting<T>, help: String) where Value == T? {
    self.init(
      name: .customLong(setting.name),
      help: ArgumentHelp("\(help)", valueName: setting.valueName), completion: setting.completion,
      transform: setting.read)
  }
}

extension Flag where Value == Bool? {
  /// A switch that `--no-NAME` turns off, whatever the environment says.
  init(_ defaulted: DefaultedSetting<Bool>) {
    self.init(
      name: .customLong(defaulted.setting.name), inversion: .prefixedNo, exclusivity: .chooseLast,
      help: ArgumentHelp("\(defaulted.setting.help)"))
  }
}

extension Setting where Value == Bool {
  /// A switch, off by default.
  static func flag(_ name: String, _ help: String) -> DefaultedSetting<Bool> {
    let setting = Setting(
      name: name, help: help,
      read: { text in
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw ValidationError("give true or false.")
        }
      }, write: { "\($0)" })
    return DefaultedSetting(setting, default: false)
  }
}

extension Setting where Value == Int {
  /// A whole number within a range.
  static func number(
    _ name: String, _ help: String, within range: ClosedRange<Int>
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: "n", read: Int.option(within: range), write: { "\($0)" })
  }
}

extension Setting where Value == Duration {
  /// A duration of at least `least`.
  static func duration(
    _ name: String, _ help: String, least: Duration = .zero
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: "duration",
      read: { text in
        let duration = try Duration(option: text)
        guard duration >= least else {
          throw ValidationError("give at least \(least.optionText).")
        }
        return duration
      }, write: \.optionText)
  }
}

extension Setting where Value == String {
  /// The path of a file or folder. A `~`, which only a shell expands, and only in some places, is refused.
  static func path(
    _ name: String, _ help: String, valueName: String, completion: CompletionKind = .file()
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: valueName, completion: completion,
      read: { text in
        if text.isEmpty { throw ValidationError("give the path of a \(valueName).") }
        if text.hasPrefix("~") {
          throw ValidationError("give the whole path: '~' is not expanded here.")
        }
        return text
      }, write: { $0 })
  }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static func word(_ name: String, _ help: String, valueName: String) -> Setting {
    Setting(
      name: name, help: "\(help): \(Value.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: valueName,
      completion: .list(Value.allCases.map(\.rawValue)),
      read: { text in
        if let value = Value(rawValue: text) { return value }
        throw ValidationError(
          "give one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
      }, write: \.rawValue)
  }
}

/// The values of all settings: each from its option, else from its variable, else its default.
package struct Settings: Sendable {
  private let environment: [String: String]

  package init(environment: [String: String] = [:]) {
    self.environment = environment
  }

  /// The value of a setting; nil where nothing gives one. An empty variable gives none.
  ///
  /// - Parameter option: The value of the option on the command line; nil where it is absent.
  /// - Throws: `CommandFailure` (64) where the variable has an invalid value.
  package func value<Value>(
    of setting: Setting<Value>, option: Value?
  ) throws(CommandFailure) -> Value? {
    if let option { return option }
    guard let text = environment[setting.variable], !text.isEmpty else { return nil }
    do {
      return try setting.read(text)
    } catch {
      throw SettingSource.variable(setting.variable).refusal(of: setting.show(text), error)
    }
  }

  /// The value of a setting that has a default.
  ///
  /// - Throws: `CommandFailure` (64) where the variable has an invalid value.
  package func value<Value>(
    of defaulted: DefaultedSetting<Value>, option: Value?
  ) throws(CommandFailure) -> Value {
    try value(of: defaulted.setting, option: option) ?? defaulted.defaultValue
  }
}

/// What gave a setting its value.
package enum SettingSource: Hashable, Sendable, CustomStringConvertible {
  case option(String)
  case variable(String)

  package var description: String {
    switch self {
    case .option(let name): "--\(name)"
    case .variable(let name): "$\(name)"
    }
  }

  /// The failure (64) of a value from here.
  ///
  /// - Parameters:
  ///   - shown: The value as far as it is not secret.
  ///   - reason: What the reader of the setting threw.
  func refusal(of shown: String, _ reason: Any) -> CommandFailure {
    CommandFailure(.usage, "The value '\(shown)' of \(self) is invalid: \(reason)")
  }
}

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
