/// A page of help, which is shown on a terminal, as a manual page, or in the manual.
struct HelpPage: Hashable, Sendable {
  /// The words of the command, such as `modexport` and `sync`; of a topic, its name.
  var words: [String]
  /// One sentence.
  var summary: String
  /// How the command is called, with `<value>` for what the user chooses; nil for a topic.
  var usage: String?
  var description: [HelpBlock] = []
  var sections: [Section] = []

  /// A part of a page with a heading.
  struct Section: Hashable, Sendable {
    var title: String
    var blocks: [HelpBlock]
    /// Whether it lists arguments or options.
    var isOptions = false
  }

  /// The name of the command.
  var name: String { words.joined(separator: " ") }

  /// Adds a section, unless it would be empty.
  mutating func add(_ title: String, _ blocks: [HelpBlock], isOptions: Bool = false) {
    guard !blocks.isEmpty else { return }
    sections.append(Section(title: title, blocks: blocks, isOptions: isOptions))
  }
}

/// A part of a section.
enum HelpBlock: Hashable, Sendable {
  /// Sentences, with code between backticks.
  case paragraph(String)
  /// Lines that are kept as they are.
  case code(String)
  /// Something that is named, and what it means.
  case entry(Label, String)

  /// What an entry explains.
  enum Label: Hashable, Sendable {
    /// The names of an option with its `<value>`, or an argument.
    case option(String)
    /// A word that is typed or printed as it is.
    case literal(String)
    case path(String)

    /// The label without markup.
    var text: String {
      switch self {
      case .option(let text), .literal(let text), .path(let text): text
      }
    }
  }

  /// The blocks of a text: paragraphs have empty lines between them, and one whose lines all begin with two
  /// spaces or more is code.
  static func blocks(of text: String) -> [HelpBlock] {
    text.split(separator: "\n\n").map { part in
      let lines = part.split(separator: "\n")
      guard lines.allSatisfy({ $0.hasPrefix("  ") }) else {
        return .paragraph(part.split(whereSeparator: \.isWhitespace).joined(separator: " "))
      }
      return .code(lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
    }
  }

  /// An example: its purpose, and what to type.
  static func blocks(of example: CommandGuide.Example) -> [HelpBlock] {
    [.paragraph("\(example.purpose):"), .code(example.command)]
  }
}
