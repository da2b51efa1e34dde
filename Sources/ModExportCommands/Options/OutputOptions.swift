import ArgumentParser

/// The options of commands that print a list.
package struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document and nothing else.")
  package var json = false

  @Flag(help: "Print JSON lines: one object on each line.")
  package var jsonl = false

  @Flag(help: "Print CSV (RFC 4180, lines end in CR LF) with a header.")
  package var csv = false

  @Flag(
    help:
      "With --csv: guard cells that a spreadsheet would run as formulas, and add a byte order mark."
  )
  package var spreadsheetSafe = false

  package init() {}

  package mutating func validate() throws {
    let names = given
    if names.count > 1 { throw ValidationError("Use \(names[0]) or \(names[1]), not both.") }
    if spreadsheetSafe, !csv { throw ValidationError("Use --spreadsheet-safe with --csv.") }
  }

  /// The options of a form that were given.
  package var given: [String] {
    [(json, "--json"), (jsonl, "--jsonl"), (csv, "--csv")].filter(\.0).map(\.1)
  }

  /// The form asked for; a table where none is.
  package var format: OutputFormat {
    json ? .json : jsonl ? .jsonl : csv ? .csv : .table
  }
}

/// How a list is printed.
package enum OutputFormat: Hashable, Sendable, CaseIterable {
  case table, json, jsonl, csv
}
