import Archive
import Roster
import Tables

extension [Contradiction] {
  /// What JSON documents have of them.
  var document: JSONValue {
    .array(map { JSONValue.row($0.row, of: Contradiction.columns) })
  }

  /// Prints them below what was read; nothing without any.
  ///
  /// - Throws: `StreamFailure`.
  func printTable(in context: CommandContext) throws {
    if isEmpty { return }
    try context.printer(.table).print(
      Listing(columns: Contradiction.columns, rows: map(\.row)))
  }

  /// Notes what counts; nothing without any.
  func note(in context: CommandContext) {
    if isEmpty { return }
    context.note(
      "What is listed is contradicted. Against a reading the readings count, against a log the log; of badges and claims both are kept."
    )
  }
}

extension Contradiction {
  fileprivate static let columns =
    [
      TenureColumn.network, .site, .userID, .displayName, .role, .beganAfter, .beganBefore,
      .endedAfter, .endedBefore, .source, .sourceURL,
    ].map(\.column) + [
      View.Column(
        "contradicted_by", .text,
        "Who tells otherwise: reading, or another log, dump, badge or claim."),
      View.Column("read_at", .time, "When the first reading was made that tells otherwise."),
      View.Column("other_url", .text, "Where somebody claims otherwise."),
    ]

  fileprivate var row: Row {
    let bounds = tenure.bounds
    return [
      .text(site.network), .text(site.id), Cell(tenure.userID), .text(tenure.name),
      .text(tenure.role.rawValue), Cell(bounds.beganAfter), Cell(bounds.beganBefore),
      Cell(bounds.endedAfter), Cell(bounds.endedBefore), .text(bounds.source.rawValue),
      Cell(bounds.sourceURL), .text(source.rawValue), Cell(readAt), Cell(sourceURL),
    ]
  }
}
