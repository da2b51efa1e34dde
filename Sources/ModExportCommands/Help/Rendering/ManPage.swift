import FoundationEssentials

/// Writes a page of help as a manual page, in the macros of man(7).
struct ManPage {
  var page: HelpPage
  /// Such as `modexport-sync`.
  var name: String
  /// 1 for commands, 5 for file formats.
  var section: Int
  /// Other pages.
  var seeAlso: [Reference]
  /// The day in the footer, such as `2026-11-20`.
  var date: String

  /// Another manual page.
  struct Reference: Hashable, Sendable {
    var name: String
    var section: Int
  }

  /// Where the page belongs below a folder of manual pages.
  var path: String { "man\(section)/\(name).\(section)" }

  /// The source of the page.
  var text: String {
    let kind = section == 5 ? "File Formats" : "User Commands"
    var lines = [
      ".TH \(name.uppercased()) \(section) \"\(date)\" \"modexport \(modexportVersion)\" \"\(kind)\"",
      // A name that is broken at a hyphen of the formatter's own cannot be copied.
      ".nh", ".ad l", ".SH NAME", "\(Roff.code(name)) \\- \(Roff.text(summary))",
    ]
    if let usage = page.usage { lines += [".SH SYNOPSIS", Roff.usage(usage)] }
    let description = page.description.isEmpty ? [.paragraph(page.summary)] : page.description
    lines += [".SH DESCRIPTION"] + Self.lines(of: description)
    let options = page.sections.filter(\.isOptions)
    if !options.isEmpty {
      lines.append(".SH OPTIONS")
      for section in options {
        if options.count > 1 { lines.append(".SS \(Roff.text(section.title))") }
        lines += Self.lines(of: section.blocks)
      }
    }
    for section in page.sections where !section.isOptions {
      lines += [".SH \(Roff.text(section.title.uppercased()))"] + Self.lines(of: section.blocks)
    }
    if !seeAlso.isEmpty {
      let names = seeAlso.map { ".BR \(Roff.code($0.name)) (\($0.section))" }
      lines += [".SH SEE ALSO", names.joined(separator: " ,\n")]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The summary as the line of names wants it: without a capital and an end.
  private var summary: String {
    let text = page.summary.hasSuffix(".") ? page.summary.dropLast() : page.summary[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func lines(of blocks: [HelpBlock]) -> [String] {
    blocks.enumerated().flatMap { index, block in
      switch block {
      // A paragraph right after a heading needs no request.
      case .paragraph(let text): (index == 0 ? [] : [".PP"]) + [Roff.text(text)]
      case .code(let text): [".PP", ".RS 4", ".nf", Roff.code(text), ".fi", ".RE"]
      case .entry(let label, let meaning): [".TP", Roff.label(label), Roff.text(meaning)]
      }
    }
  }
}

/// Text in the language of manual pages.
enum Roff {
  /// Sentences; code between backticks becomes bold.
  static func text(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let written = parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? plain(String(part)) : "\\fB\(code(String(part)))\\fR"
    }
    return guarded(written.joined())
  }

  /// What a user types, in which every dash is one.
  static func code(_ text: String) -> String {
    guarded(escaped(text).replacing("-", with: "\\-"))
  }

  /// The names of an entry.
  static func label(_ label: HelpBlock.Label) -> String {
    switch label {
    case .option(let text): usage(text)
    case .literal(let text): "\\fB\(code(text))\\fR"
    case .path(let text): "\\fI\(code(text))\\fR"
    }
  }

  /// What is typed is bold, and each `<value>` in italics; brackets and dots are neither.
  static func usage(_ text: String) -> String {
    var written = ""
    for match in text.matches(of: /<([^>]*)>|[\[\], ]+|\.\.\.|[^<\[\], ]+/) {
      if let value = match.1 {
        written += "\\fI\(code(String(value)))\\fR"
      } else if match.0.contains(where: { $0.isLetter }) {
        written += "\\fB\(code(String(match.0)))\\fR"
      } else {
        written += match.0
      }
    }
    return guarded(written)
  }

  /// Only the dashes of options are those that a user types; others may be hyphens.
  private static func plain(_ text: String) -> String {
    escaped(text).replacing(/(^|[^\w-])(--?)(?=[a-z])/) { match in
      match.1 + match.2.replacing("-", with: "\\-")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("’", with: "\\(cq").replacing("…", with: "...")
  }

  /// No line of a text is a request.
  private static func guarded(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
