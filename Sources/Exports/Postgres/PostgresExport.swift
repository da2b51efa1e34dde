package import Roster
package import Tables

/// All views as a stream for `psql`: one transaction that makes a new schema, fills it, and puts it into the
/// place of the old one.
///
/// Whatever ends the stream or the load before its last line leaves the old schema as it was.
package struct PostgresExport {
  /// How the tables are spread over several servers.
  package enum Distribution: String, Hashable, Sendable, CaseIterable {
    /// The calls of Citus, an extension of PostgreSQL.
    case citus
  }

  /// The schema that holds the tables.
  package static let schema = "modexport"
  /// Where the new tables are until they are complete.
  static let staging = "modexport_next"

  private let source: any ExportSource
  private let distribution: Distribution?
  private let since: Since?

  /// A run and what may differ since then.
  package struct Since: Hashable, Sendable {
    /// The number of the run.
    package var run: Int
    /// The sites whose moderators and tenures the source gives; it gives none of the others.
    package var sites: [SiteRef]

    /// - Parameters:
    ///   - run: The number of the run.
    ///   - sites: The sites whose moderators and tenures the source gives.
    package init(run: Int, sites: [SiteRef]) {
      self.run = run
      self.sites = sites
    }
  }

  /// - Parameters:
  ///   - source: Gives all rows; with `since`, only those that may differ.
  ///   - distribution: nil for a server of its own.
  ///   - since: nil for an export that needs no earlier one.
  package init(
    source: some ExportSource, distribution: Distribution? = nil, since: Since? = nil
  ) {
    self.source = source
    self.distribution = distribution
    self.since = since
  }

  /// Writes the whole stream. Throws what the source and the sink throw.
  package func write(to sink: any ByteSink) throws {
    func write(_ text: String) throws { try sink.write(Array(text.utf8)) }
    let runs = try source.runs(from: min(since?.run ?? .max, source.latestRun))
    try write(head + PostgresSwap.guards(source, runs, since: since))
    try write("CREATE SCHEMA \(Self.staging);\n")
    for view in View.allCases { try write(PostgresTable(view: view).creation) }
    if distribution == .citus {
      try write(View.allCases.map { PostgresTable(view: $0).distribution }.joined())
    }
    for view in View.allCases {
      let table = PostgresTable(view: view)
      try write(table.copy(isWhole: since == nil && distribution == nil))
      var rows = CopyWriter(to: sink)
      try source.forEachRow(of: view) { try rows.write($0) }
      try rows.finish()
    }
    if let since { try keepRows(since, to: sink) }
    for view in View.allCases { try write(PostgresTable(view: view).completion) }
    try write(PostgresSwap.swap(source, runs.last))
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

  /// Takes over the rows of the old tables that the stream does not have.
  private func keepRows(_ since: Since, to sink: any ByteSink) throws {
    var text = "CREATE TEMPORARY TABLE modexport_sites (network text, site text) ON COMMIT DROP;\n"
    text += "COPY pg_temp.modexport_sites (network, site) FROM STDIN;\n"
    try sink.write(Array(text.utf8))
    var sites = CopyWriter(to: sink)
    for site in since.sites { try sites.write([.text(site.network), .text(site.id)]) }
    try sites.finish()
    let kept = View.allCases.map { PostgresTable(view: $0).keeping }.joined()
    try sink.write(Array(kept.utf8))
  }
}
