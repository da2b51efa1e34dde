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
  /// Whether the variable is passed on as the option; else the command reads it, because it matters which of both gives
  /// the value.
  package var isArgument = true
  /// The value if nothing gives one.
  package var defaultValue: Value?

  /// The variable that gives the value, without `$`.
  package var variable: String {
    "MODEXPORT_" + name.uppercased().replacing("-", with: "_")
  }

  /// The value that the variable gives; nil where it is absent or empty.
  ///
  /// - Throws: `CommandFailure` (64) where it has an invalid value.
  package func value(in environment: [String: String]) throws(CommandFailure) -> Value? {
    guard let text = environment[variable], !text.isEmpty else { return nil }
    do {
      return try read(text)
    } catch {
      throw SettingSource.variable(variable).refusal(of: show(text), error)
    }
  }

  /// The same, but no argument: see ``isArgument``.
  var readByTheCommand: Setting {
    var copy = self
    copy.isArgument = false
    return copy
  }

  fileprivate var argumentHelp: ArgumentHelp {
    let ending = defaultText.map { " (default: \($0))" } ?? ""
    return ArgumentHelp("\(help)\(ending)", valueName: valueName)
  }
}

/// Options take their name, help and reader from the setting.
extension Option {
  /// An option whose default the command applies.
  init<T: Sendable>(_ setting: Setting<T>) where Value == T? {
    self.init(
      name: .customLong(setting.name), help: setting.argumentHelp, completion: setting.completion,
      transform: setting.read)
  }

  /// An option with its default, and one that must be given where there is none.
  init(_ setting: Setting<Value>) where Value: Sendable {
    guard let value = setting.defaultValue else {
      self.init(
        name: .customLong(setting.name), help: setting.argumentHelp,
        completion: setting.completion, transform: setting.read)
      return
    }
    self.init(
      wrappedValue: value, name: .customLong(setting.name), help: setting.argumentHelp,
      completion: setting.completion, transform: setting.read)
  }
}

extension Flag where Value == Bool? {
  /// A switch that `--no-NAME` turns off, whatever the environment says.
  init(_ setting: Setting<Bool>) {
    self.init(
      name: .customLong(setting.name), inversion: .prefixedNo, exclusivity: .chooseLast,
      help: ArgumentHelp("\(setting.help)"))
  }
}

extension Setting where Value == Bool {
  /// A switch, off by default.
  static func flag(_ name: String, _ help: String) -> Setting {
    Setting(
      name: name, help: help,
      read: { text in
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw ValidationError("give true or false.")
        }
      }, write: { "\($0)" }, defaultValue: false)
  }
}

extension Setting where Value == Int {
  /// A whole number within a range.
  static func number(
    _ name: String, _ help: String, within range: ClosedRange<Int>, default value: Int? = nil
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: "n", read: Int.option(within: range), write: { "\($0)" },
      defaultValue: value)
  }
}

extension Setting where Value == Duration {
  /// A duration of at least `least`.
  static func duration(
    _ name: String, _ help: String, least: Duration = .zero, default value: Duration? = nil
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: "duration",
      read: { text in
        let duration = try Duration(option: text)
        guard duration >= least else {
          throw ValidationError("give at least \(least.optionText).")
        }
        return duration
      }, write: \.optionText, defaultValue: value)
  }
}

extension Setting where Value == String {
  /// The path of a file or folder. A `~`, which only a shell expands, and only in some places, is refused.
  static func path(
    _ name: String, _ help: String, valueName: String, completion: CompletionKind = .file(),
    isArgument: Bool = true, default value: String? = nil
  ) -> Setting {
    Setting(
      name: name, help: help, valueName: valueName, completion: completion,
      read: { text in
        if text.isEmpty { throw ValidationError("give the path of a \(valueName).") }
        if text.hasPrefix("~") {
          throw ValidationError("give the whole path: '~' is not expanded here.")
        }
        return text
      }, write: { $0 }, isArgument: isArgument, defaultValue: value)
  }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of a few words.
  static func word(
    _ name: String, _ help: String, valueName: String, default value: Value
  ) -> Setting {
    Setting(
      name: name, help: "\(help): \(Value.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: valueName,
      completion: .list(Value.allCases.map(\.rawValue)),
      read: { text in
        if let value = Value(rawValue: text) { return value }
        throw ValidationError(
          "give one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")).")
      }, write: \.rawValue, defaultValue: value)
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
package protocol AnySetting: Sendable {
  /// See ``Setting``.
  var name: String { get }
  var help: String { get }
  var variable: String { get }
  /// The default as a user would write it; nil where there is none.
  var defaultText: String? { get }
  /// Throws `ValidationError` with a sentence where the text is not a value of the setting.
  func check(_ text: String) throws
  /// The variable as an argument; nil where it is absent or empty.
  ///
  /// - Throws: `CommandFailure` (64) where it has an invalid value.
  func argument(in environment: [String: String]) throws(CommandFailure) -> String?
}

extension Setting: AnySetting {
  package var defaultText: String? { defaultValue.map(write) }

  /// Reads the text.
  package func check(_ text: String) throws { _ = try read(text) }

  /// A switch becomes `--NAME` or `--no-NAME`, anything else `--NAME=TEXT`.
  package func argument(in environment: [String: String]) throws(CommandFailure) -> String? {
    guard isArgument, let value = try value(in: environment) else { return nil }
    if let isOn = value as? Bool { return isOn ? "--\(name)" : "--no-\(name)" }
    return "--\(name)=\(environment[variable] ?? "")"
  }
}

extension [any AnySetting] {
  /// What the environment gives and the arguments do not, as arguments.
  ///
  /// - Throws: `CommandFailure` (64) where a variable that counts has an invalid value.
  package func arguments(
    besides given: [String], in environment: [String: String]
  ) throws(CommandFailure) -> [String] {
    let names = Set(given.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } })
    var arguments: [String] = []
    for setting in self where names.isDisjoint(with: ["--\(setting.name)", "--no-\(setting.name)"])
    {
      if let argument = try setting.argument(in: environment) { arguments.append(argument) }
    }
    return arguments
  }
}
