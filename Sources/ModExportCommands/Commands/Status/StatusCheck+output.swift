import Roster
import Tables

extension StatusCheck {
  /// The troubles, for CSV.
  var listing: Listing {
    Listing(
      columns: Trouble.columns,
      rows: troubles.map { trouble in
        [
          .text(trouble.kind.rawValue), .integer(Int(trouble.status.rawValue)),
          .integer(trouble.sites), Cell(trouble.example?.id), Cell(trouble.since),
          Cell(trouble.until), .text(trouble.detail),
        ]
      })
  }

  /// What `status --check --json` prints, also where all is well.
  var document: JSONValue {
    .object([
      ("exit_code", .integer(Int(exitStatus.rawValue))),
      ("troubles", .array(troubles.map(\.document))),
    ])
  }
}

extension Trouble {
  fileprivate static let columns = [
    View.Column("kind", .text, "What is wrong; the manual lists the kinds."),
    View.Column(
      "exit_code", .integer, "3 where somebody should look; 75 where the next run resumes."),
    View.Column("sites", .integer, "How many sites it concerns; 0 for the whole archive."),
    View.Column("example", .text, "One of these sites.", shortening: .never),
    View.Column("since", .time, "Since when."),
    View.Column("until", .time, "Until when, where the API said so."),
    View.Column("detail", .text, "What is wrong, and what to do."),
  ]

  /// As a member of `--json`.
  var document: JSONValue {
    .object([
      ("kind", .text(kind.rawValue)), ("exit_code", .integer(Int(status.rawValue))),
      ("sites", .integer(sites)), ("example", .cell(Cell(example?.id))),
      ("since", .cell(Cell(since))), ("until", .cell(Cell(until))), ("detail", .text(detail)),
    ])
  }
}
