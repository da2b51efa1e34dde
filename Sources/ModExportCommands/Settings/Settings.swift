import ArgumentParser
import FoundationEssentials

/// The values of all settings: each from its option, else the environment, else the configuration
/// file, else its default.
package struct Settings: Sendable {
  private let environment: [String: String]
  /// The values of options by the names of settings, as text.
  private let options: [String: String]
  /// The configuration file; nil where there is none.
  package let file: ConfigurationFile?

  package init(environment: [String: String] = [:], file: ConfigurationFile? = nil) {
    self.init(environment: environment, file: file, options: [:])
  }

  private init(
    environment: [String: String], file: ConfigurationFile?, options: [String: String]
  ) {
    self.environment = environment
    self.options = options
    self.file = file
  }

  /// The same with the values of options, which take precedence, for a command that passes them on.
  func giving(_ options: [OptionText?]) -> Settings {
    let texts = options.compactMap(\.self).map { ($0.name, $0.text) }
    return Settings(
      environment: environment, file: file,
      options: self.options.merging(texts, uniquingKeysWith: { $1 }))
  }

  /// The value of a setting; nil where nothing gives one.
  ///
  /// - Parameter option: The value of the option on the command line; nil where it is absent.
  /// - Throws: `CommandFailure` (64) where the variable or the file has an invalid value.
  package func value<Value>(
    of setting: Setting<Value>, option: Value?
  ) throws(CommandFailure) -> Value? {
    if let option { return option }
    guard let (text, source) = text(of: setting) else { return nil }
    do {
      return try setting.read(text)
    } catch {
      throw source.refusal(of: setting.show(text), error)
    }
  }

  /// The value of a setting that has a default.
  ///
  /// - Throws: `CommandFailure` (64) where the variable or the file has an invalid value.
  package func value<Value>(
    of defaulted: DefaultedSetting<Value>, option: Value?
  ) throws(CommandFailure) -> Value {
    try value(of: defaulted.setting, option: option) ?? defaulted.usual
  }

  /// Where the value of a setting comes from.
  func source<Value>(of setting: Setting<Value>, option: Value?) -> SettingSource {
    option == nil ? text(of: setting)?.source ?? .usual : .option(setting.name)
  }

  /// The text that the environment or the file gives, and which of them; an empty variable gives none.
  func text<Value>(of setting: Setting<Value>) -> (text: String, source: SettingSource)? {
    if let text = options[setting.name] { return (text, .option(setting.name)) }
    if let text = environment[setting.variable], !text.isEmpty {
      return (text, .variable(setting.variable))
    }
    guard let file, let entry = file.entries[setting.name] else { return nil }
    return (entry.text, .file(key: setting.name, path: file.path, line: entry.line))
  }
}

/// The value of an option as the command line gives it, for a command that passes it on.
struct OptionText: Hashable, Sendable {
  /// The name of the setting.
  let name: String
  let text: String

  /// Nil where the option is absent.
  init?<Value>(_ setting: Setting<Value>, _ value: Value?) {
    guard let value else { return nil }
    name = setting.name
    text = setting.write(value)
  }

  /// Nil where the option is absent.
  init?<Value>(_ defaulted: DefaultedSetting<Value>, _ value: Value?) {
    self.init(defaulted.setting, value)
  }
}

/// Where a setting's value came from.
package enum SettingSource: Hashable, Sendable, CustomStringConvertible {
  case option(String)
  case variable(String)
  /// The line counts from 1.
  case file(key: String, path: String, line: Int)
  case usual

  package var description: String {
    switch self {
    case .option(let name): "--\(name)"
    case .variable(let name): "$\(name)"
    case .file(let key, let path, let line): "\(key) in \(path), line \(line)"
    case .usual: "default"
    }
  }

  /// The failure (64) of a value from here.
  ///
  /// - Parameters:
  ///   - shown: The value as far as it is not secret.
  ///   - reason: What the reader of the setting threw.
  func refusal(of shown: String, _ reason: Any) -> CommandFailure {
    CommandFailure(.usage, "The value '\(shown)' of \(inSentence) is invalid: \(reason)")
  }

  /// The source in a sentence that goes on after it.
  var inSentence: String {
    if case .file = self { "\(description)," } else { description }
  }
}
