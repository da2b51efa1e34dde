import ArgumentParser

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
