import ArgumentParser
import Roster

/// The option that prints a table of wikitext, to be pasted into a page of a wiki.
struct WikitextOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case table, wikitext }

  @Option(help: "The form of the table: table, or wikitext to paste into a page of a wiki.")
  var format = Format.table

  /// Throws `ValidationError` where another form was asked for, too.
  func check(_ output: OutputOptions) throws {
    guard isWikitext, let other = output.given.first else { return }
    try ValidationError.refuse("--format wikitext", beside: (true, other))
  }

  var isWikitext: Bool { format == .wikitext }
}

extension Listing {
  /// A sortable table of wikitext with whole lines.
  var wikitext: String {
    let heads = columns.map { "! \($0.name.replacing("_", with: " "))\n" }
    let lines = rows.map { row in
      "|-\n" + row.map { "| \(Self.escaped($0.description))\n" }.joined()
    }
    return "{| class=\"wikitable sortable\"\n" + heads.joined() + lines.joined() + "|}\n"
  }

  /// A text in which nothing is markup. Line breaks and other control characters are no part of a cell.
  private static func escaped(_ text: String) -> String {
    VisibleText.sanitized(text).unicodeScalars.map { scalar in
      switch scalar {
      case "\n", "\r": " "
      case "&", "<", ">", "[", "]", "{", "}", "|", "'", "~", "!", "_":
        "&#\(scalar.value);"
      default: String(scalar)
      }
    }.joined()
  }
}
