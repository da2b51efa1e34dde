/// Shows a page of help on a terminal.
struct TerminalHelp {
  /// The width to which text is wrapped; code is never broken.
  var columns: Int

  /// The text of a page; it ends with a line break.
  func text(of page: HelpPage) -> String {
    var parts = [TextBlock.wrapped(page.summary, indent: 0, columns)]
    if let usage = page.usage { parts.append(TextBlock.hanging("USAGE: ", usage, columns)) }
    if !page.description.isEmpty { parts.append(text(of: page.description, indent: 0)) }
    parts += page.sections.map { section in
      "\(section.title.uppercased()):\n\(text(of: section.blocks, indent: 2))"
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// - Parameter indent: The spaces before paragraphs.
  private func text(of blocks: [HelpBlock], indent: Int) -> String {
    var text = ""
    for (index, block) in blocks.enumerated() {
      if index > 0, isSeparate(block, after: blocks[index - 1]) { text += "\n" }
      text += self.text(of: block, indent: indent)
    }
    return text
  }

  /// Whether an empty line stands between two blocks: everywhere but between entries, and between a purpose
  /// and its command line.
  private func isSeparate(_ block: HelpBlock, after last: HelpBlock) -> Bool {
    switch (last, block) {
    case (.entry, .entry): false
    case (.paragraph(let text), .code): !text.hasSuffix(":")
    default: true
    }
  }

  private func text(of block: HelpBlock, indent: Int) -> String {
    switch block {
    case .paragraph(let text): return TextBlock.wrapped(text, indent: indent, columns)
    case .code(let text):
      let margin = String(repeating: " ", count: indent + 2)
      return text.split(separator: "\n").map { "\(margin)\($0)\n" }.joined()
    case .entry(let label, let meaning): return TextBlock.entry(label.text, meaning, columns)
    }
  }
}
