import FoundationEssentials

/// Writes pages of help as Markdown, for the manual.
enum MarkdownHelp {
  /// A page under a heading of the third level; it ends with a line break.
  static func text(of page: HelpPage) -> String {
    var parts = ["### \(page.name)", escaped(page.summary)]
    if let usage = page.usage { parts.append(fenced(usage)) }
    parts += paragraphs(of: page.description)
    for section in page.sections {
      parts.append("#### \(section.title)")
      parts += paragraphs(of: section.blocks)
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Entries that follow each other are one list.
  private static func paragraphs(of blocks: [HelpBlock]) -> [String] {
    var parts: [String] = []
    var list: [String] = []
    for block in blocks {
      if case .entry(let label, let meaning) = block {
        list.append("- `\(label.text)`: \(escaped(meaning))")
        continue
      }
      if !list.isEmpty { parts.append(list.joined(separator: "\n")) }
      list = []
      switch block {
      case .paragraph(let text): parts.append(escaped(text))
      case .code(let text): parts.append(fenced(text))
      case .entry: break
      }
    }
    return list.isEmpty ? parts : parts + [list.joined(separator: "\n")]
  }

  private static func fenced(_ text: String) -> String { "```\n\(text)\n```" }

  /// Sentences in which nothing but code between backticks is markup.
  private static func escaped(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? String(part).replacing(/[*<>\[\]_]/) { "\\\($0.0)" } : String(part)
    }.joined(separator: "`")
  }
}
