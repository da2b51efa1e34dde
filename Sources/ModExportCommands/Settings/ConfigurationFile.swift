import FoundationEssentials
import Roster
import Yams

/// The configuration file: settings by the names of their options, as YAML.
package struct ConfigurationFile: Hashable, Sendable {
  /// As the user or the search for it named it.
  package let path: String
  /// The settings by name.
  package let entries: [String: Entry]

  /// The text of one setting, as an option would give it.
  package struct Entry: Hashable, Sendable {
    package var text: String
    /// Counted from 1.
    package var line: Int

    package init(text: String, line: Int) {
      self.text = text
      self.line = line
    }
  }

  /// `modexport/config.yaml` in `$XDG_CONFIG_HOME`, else in `~/.config`; nil where there is no such file.
  static func usualPath(in environment: [String: String]) -> String? {
    func folder(_ variable: String) -> String? {
      // The XDG specification has relative paths ignored.
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let folder = folder("XDG_CONFIG_HOME") ?? folder("HOME").map({ "\($0)/.config" }) else {
      return nil
    }
    let path = "\(folder)/modexport/config.yaml"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The largest file that is read, in bytes; a file of all settings has about 2,000.
  static let mostBytes = 1 << 20

  /// Reads a file, and checks its names and values.
  ///
  /// - Throws: `CommandFailure` (64) where it cannot be read, is no YAML, has an unknown name, a name
  ///   twice, an option that is for one run only, or an invalid value.
  package init(at path: String) throws(CommandFailure) {
    guard let bytes = System.bytes(ofFile: path, atMost: Self.mostBytes + 1) else {
      throw CommandFailure(
        .usage,
        "The configuration file '\(path)' cannot be read: check the path and its permissions.")
    }
    guard bytes.count <= Self.mostBytes else {
      throw CommandFailure(.usage, "The configuration file '\(path)' is larger than 1 MiB.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, "The configuration file '\(path)' is not UTF-8 text.")
    }
    try self.init(text, path: path)
  }

  /// - Parameters:
  ///   - text: The content of the file.
  ///   - path: Its name in messages.
  /// - Throws: As ``init(at:)`` does.
  package init(_ text: String, path: String) throws(CommandFailure) {
    self.path = path
    var entries: [String: Entry] = [:]
    for (key, value) in try Self.mapping(of: text, path: path) {
      let line = key.mark?.line ?? 1
      if let name = key.string, let first = entries[name] {
        throw CommandFailure(
          .usage,
          "The setting '\(name)' occurs twice in \(path), in the lines \(first.line) and \(line): remove one."
        )
      }
      guard let name = key.string, let setting = SettingList.named(name) else {
        throw Self.unknown(key.string ?? "", path: path, line: line)
      }
      let entry = Entry(text: try Self.text(of: value, name, path: path, line: line), line: line)
      do {
        try setting.check(entry.text)
      } catch {
        let source = SettingSource.file(key: name, path: path, line: line)
        throw source.refusal(of: setting.show(entry.text), error)
      }
      entries[name] = entry
    }
    self.entries = entries
  }

  private static func mapping(
    of text: String, path: String
  ) throws(CommandFailure) -> [(Node, Node)] {
    var documents: [Node] = []
    do {
      let parser = try Parser(yaml: text)
      while let document = try parser.nextRoot() { documents.append(document) }
    } catch {
      throw CommandFailure(
        .usage, "The configuration file '\(path)' is not valid YAML: \(reason(error)).")
    }
    guard let document = documents.first else { return [] }
    if document.null != nil, documents.count == 1 { return [] }
    guard documents.count == 1, let mapping = document.mapping else {
      throw CommandFailure(
        .usage,
        "The configuration file '\(path)' must have one setting on each line, such as 'rate: 10'.")
    }
    return mapping.map { ($0.key, $0.value) }
  }

  /// The value as an option would give it: a list becomes its words between commas.
  private static func text(
    of value: Node, _ name: String, path: String, line: Int
  ) throws(CommandFailure) -> String {
    let words: [String]? =
      if value.null != nil {
        nil
      } else if let scalar = value.scalar {
        [scalar.string]
      } else {
        value.sequence.flatMap { sequence in
          let words = sequence.compactMap { $0.null == nil ? $0.scalar?.string : nil }
          return words.count == sequence.count ? words : nil
        }
      }
    let source = SettingSource.file(key: name, path: path, line: line)
    if let words, !words.isEmpty {
      // A path would end there.
      guard !words.contains(where: { $0.utf8.contains(0) }) else {
        throw CommandFailure(.usage, "The value of \(source.inSentence) has a NUL: remove it.")
      }
      return words.joined(separator: ",")
    }
    throw CommandFailure(
      .usage, "The value of \(source.inSentence) must be one word or a list of words.")
  }

  private static func unknown(_ name: String, path: String, line: Int) -> CommandFailure {
    let place = "in \(path), line \(line)"
    if SettingList.ofOneRun.contains(name) {
      return CommandFailure(
        .usage,
        "The setting '\(name)' \(place), is for one run only: remove it there, and give --\(name) to that "
          + "run.")
    }
    let near = SettingList.nearest(to: name).map { " did you mean '\($0)'?" }
    return CommandFailure(
      .usage,
      "Unknown setting '\(name)' \(place):\(near ?? " `modexport config` lists all settings.")")
  }

  /// The parser's description in one line.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? YamlError else { return "\(error)" }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return "\(problem) (line \(mark.line), column \(mark.column))"
    case .duplicatedKeysInMapping(let duplicates, let context):
      return
        "\(duplicates.sorted().first ?? "a key") occurs twice (line \(context.mark.line), column "
        + "\(context.mark.column))"
    default: return "\(error)".split(separator: "\n").first.map { String($0) } ?? ""
    }
  }
}
