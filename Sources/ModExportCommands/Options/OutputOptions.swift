import ArgumentParser

/// The options of commands that print a list.
package struct OutputOptions: ParsableArguments {
  /// `--json`
  @Flag(help: "Print one JSON document and nothing else.")
  package var json = false

  /// `--jsonl`
  @Flag(help: "Print JSON lines: one object on each line.")
  package var jsonl = false

  /// `--csv`
  @Flag(help: "Print CSV (RFC 4180, lines end in CR LF) with a header.")
  package var csv = false

  /// `--spreadsheet-safe`
  @Flag(
    help:
      "With --csv: guard cells that a spreadsheet would run as formulas, and add a byte order mark."
  )
  package var spreadsheetSafe = false

  /// `--columns`: the names of columns; empty for the usual ones.
  @Option(
    help: ArgumentHelp(
      "Print these columns, in this order. Their names are in the first line of --csv.",
      valueName: "column,…"),
    transform: OutputOptions.columnNames)
  var columns: [String] = []

  package init() {}

  package mutating func validate() throws {
    let names = givenForms
    if names.count > 1 { throw ValidationError("Use \(names[0]) or \(names[1]), not both.") }
    if spreadsheetSafe, !csv { throw ValidationError("Use --spreadsheet-safe with --csv.") }
  }

  /// The options of a form that were given.
  package var givenForms: [String] {
    [(json, "--json"), (jsonl, "--jsonl"), (csv, "--csv")].filter(\.0).map(\.1)
  }

  /// The options that were given.
  package var given: [String] { givenForms + (columns.isEmpty ? [] : ["--columns"]) }

  /// The form asked for; a table where none is.
  package var format: OutputFormat {
    json ? .json : jsonl ? .jsonl : csv ? .csv : .table
  }

  /// Whether a table is printed with the columns that it usually has.
  var isUsualTable: Bool { format == .table && columns.isEmpty }

  /// The names between commas; throws `ValidationError` where there is none, or one twice.
  private static func columnNames(_ text: String) throws -> [String] {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { name in
      name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    var seen: Set<String> = []
    for name in names {
      if name.isEmpty { throw ValidationError("give names of columns with commas between them.") }
      if !seen.insert(name).inserted { throw ValidationError("give '\(name)' only once.") }
    }
    return names
  }
}

/// How a list is printed.
package enum OutputFormat: Hashable, Sendable, CaseIterable {
  case table, json, jsonl, csv
}
