import ArgumentParser

/// The options of commands that print a list.
package struct OutputOptions: ParsableArguments {
  /// `--json`
  @Flag(help: "Print one JSON document and nothing else.")
  package var json = false

  /// `--csv`
  @Flag(help: "Print CSV (RFC 4180) with a header.")
  package var csv = false

  package init() {}

  package mutating func validate() throws {
    if json, csv { throw ValidationError("Use --json or --csv, not both.") }
  }

  /// The form asked for; a table where none is.
  package var format: OutputFormat {
    json ? .json : csv ? .csv : .table
  }
}

/// How a list is printed.
package enum OutputFormat: Hashable, Sendable, CaseIterable {
  case table, json, csv
}
