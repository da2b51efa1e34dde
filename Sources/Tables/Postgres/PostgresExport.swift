import Roster

/// All views as a stream for `psql`: one transaction that makes a new schema, fills it, and puts it into the
/// place of the old one.
///
/// Whatever ends the stream or the load before its last line leaves the old schema as it was.
package struct PostgresExport {
  /// The schema that holds the tables.
  package static let schema = "modexport"
  /// Where the new tables are until they are complete.
  static let staging = "modexport_next"

  private let source: any ExportSource

  /// - Parameter source: Gives all rows.
  package init(source: some ExportSource) {
    self.source = source
  }

  /// Writes the whole stream. Throws what the source and the sink throw.
  package func write(to sink: any ByteSink) throws {
    func write(_ text: String) throws { try sink.write(Array(text.utf8)) }
    try write(head + PostgresSwap.guards)
    try write("CREATE SCHEMA \(Self.staging);\n")
    let tables = View.allCases.map(PostgresTable.init)
    for table in tables { try write(table.creation) }
    for table in tables {
      try write(table.copy)
      var rows = CopyWriter(to: sink)
      try source.forEachRow(of: table.view) { try rows.write($0) }
      try rows.finish()
    }
    for table in tables { try write(table.completion) }
    try write(PostgresSwap.swap(source))
    try write("COMMIT;\n")
  }

  private var head: String {
    """
    -- \(source.generator): who moderates which community, for psql.
    -- A load that does not reach the last line changes nothing.
    \\set ON_ERROR_STOP on
    BEGIN;
    SET LOCAL client_encoding = 'UTF8';
    SET LOCAL standard_conforming_strings = on;
    SET LOCAL client_min_messages = warning;

    """
  }
}
