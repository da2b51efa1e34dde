import ArgumentParser
import FoundationEssentials

/// What ArgumentParser knows of a command, as far as help needs it.
struct CommandInfo: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?

  /// An argument, an option or a flag.
  struct Argument: Decodable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable {
      var kind: String
      var name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var sectionTitle: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
  }

  /// - Throws: `DecodingError` where ArgumentParser's description has another form.
  init(of command: any ParsableCommand.Type) throws {
    struct Tool: Decodable {
      var command: CommandInfo
    }
    let description = Data(command._dumpHelp().utf8)
    self = try JSONDecoder().decode(Tool.self, from: description).command
  }

  /// The arguments that help shows; a switch and its negation are one.
  var shown: [Argument] {
    var shown: [Argument] = []
    for argument in arguments ?? [] where argument.shouldDisplay {
      if let last = shown.last, argument.isNegation(of: last) {
        shown[shown.count - 1].names? += argument.names ?? []
      } else {
        shown.append(argument)
      }
    }
    return shown
  }
}

extension CommandInfo.Argument {
  /// `-q, --quiet`, `--as-of <date>` or `<site>`.
  var label: String {
    let value = "<\(valueName ?? "")>"
    guard kind != .positional else { return value }
    let sorted = (names ?? []).sorted { ($0.kind == "long" ? 1 : 0) < ($1.kind == "long" ? 1 : 0) }
    let names = sorted.map(\.text).joined(separator: ", ")
    return kind == .flag ? names : "\(names) \(value)"
  }

  /// The sentences of the help, the values and the default.
  var meaning: String {
    var facts: [String] = []
    if let allValues, !allValues.isEmpty {
      facts.append("values: \(allValues.joined(separator: ", "))")
    }
    if let defaultValue, kind == .option { facts.append("default: \(defaultValue)") }
    let text = abstract ?? ""
    return facts.isEmpty ? text : "\(text) (\(facts.joined(separator: "; ")))"
  }

  /// How the argument is shown where the command is called; nil for an option that may be left out.
  var usage: String? {
    guard kind == .positional else { return isOptional ? nil : label }
    let repeated = isRepeating ? "\(label) ..." : label
    return isOptional ? "[\(repeated)]" : repeated
  }

  fileprivate func isNegation(of other: Self) -> Bool {
    guard kind == .flag, other.kind == .flag, let name = names?.first?.name else { return false }
    return other.names?.contains { "no-\($0.name)" == name } ?? false
  }
}
