import Roster

/// All views as a folder of compressed CSV files (RFC 4180 with a header), one a table and network, as Spark, Trino,
/// DuckDB and cloud warehouses read it: `moderators/network=…/part-0.csv.gz`.
///
/// Rows stream into the files, and the folder is replaced as a whole.
package struct PartitionedExport {
  /// What was written.
  package struct Summary: Hashable, Sendable {
    /// Files, the checksums included.
    package var files = 0
    /// Bytes of all files but the checksums.
    package var bytes = 0
  }

  private let source: any ExportSource

  /// - Parameter source: Gives all rows.
  package init(source: some ExportSource) {
    self.source = source
  }

  /// Writes the folder and puts it into its place at the end, in one step.
  ///
  /// - Parameters:
  ///   - path: Replaced as a whole if it is empty or holds such an export, made if it is missing.
  ///   - progress: Called with the name of each table before it is written. Throws to stop; the old folder
  ///     then stays.
  /// - Throws: `FolderError`, and whatever the source and `progress` throw.
  package func write(
    to path: String, progress: (String) throws -> Void = { _ in }
  ) throws -> Summary {
    let (files, bytes) = try OutputFolder.replace(path, by: .export) { folder in
      var tables: [PartitionedTable] = []
      for view in View.allCases {
        try progress(view.name)
        var writer = PartitionWriter(view, in: folder)
        tables.append(try writer.write(source))
      }
      let description = PartitionDescription(source: source, tables: tables)
      try folder.write(FolderKind.export.document) { try $0.write(description.schema) }
      try folder.write("spark.sql") { try $0.write(Array(SparkText.script(tables).utf8)) }
      try folder.write("load.sql") { try $0.write(Array(DuckDBText.script(tables).utf8)) }
    }
    return Summary(files: files, bytes: bytes)
  }
}

extension FolderKind {
  /// A partitioned export.
  package static let export = FolderKind(noun: "export", document: "schema.json")
}
