import Gzip
import Roster

/// All views as a folder of compressed CSV files (RFC 4180 with a header), one a table and network, as Spark, Trino,
/// DuckDB and cloud warehouses read it: `moderators/network=…/part-0.csv.gz`.
///
/// Rows stream into the files, and the folder is replaced as a whole.
package struct PartitionedExport {
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
  /// - Returns: The number of files, and the bytes of all but the checksums.
  /// - Throws: `FolderError`, and whatever the source and `progress` throw.
  package func write(
    to path: String, progress: (String) throws -> Void = { _ in }
  ) throws -> (files: Int, bytes: Int) {
    try OutputFolder.replace(path, by: .export) { folder in
      let tables = try View.allCases.map { view in
        try progress(view.name)
        return try write(view, in: folder)
      }
      try folder.write(FolderKind.export.document) { try $0.write(schema(tables)) }
      try folder.write("spark.sql") { try $0.write(Array(SparkText.script(tables).utf8)) }
      try folder.write("load.sql") { try $0.write(Array(DuckDBText.script(tables).utf8)) }
    }
  }

  /// Writes the rows of a view into the files of its partitions, one file after the other.
  private func write(_ view: View, in folder: OutputFolder) throws -> PartitionedTable {
    var table = PartitionedTable(view: view)
    let isPartition = view.columns.map(table.partitions.contains)
    func cells(_ row: Row, ofPartitions: Bool) -> Row {
      zip(isPartition, row).filter { $0.0 == ofPartitions }.map(\.1)
    }
    var open: (values: Row, file: PackedFile, rows: CSVWriter)?
    func close() throws {
      try open?.rows.finish()
      try open?.file.finish()
    }
    try source.forEachRow(of: view) { row in
      let values = cells(row, ofPartitions: true)
      if open?.values != values {
        try close()
        let file = PackedFile(try folder.begin(table.path(of: values.map(\.description))))
        open = (values, file, try CSVWriter(columns: table.columns, to: file))
      }
      try open?.rows.write(cells(row, ofPartitions: false))
      table.rows += 1
    }
    try close()
    return table
  }

  /// `schema.json`: the tables with their files, columns, types and keys.
  private func schema(_ tables: [PartitionedTable]) -> [UInt8] {
    let tables = tables.map { table -> JSONValue in
      let key = table.view.identifyingColumns.map { JSONValue.array($0.map { .text($0) }) }
      return [
        "name": .text(table.view.name), "description": .text(table.view.meaning),
        "path": .text(table.pattern), "rows": .integer(table.rows),
        "partitions": .array(table.partitions.map { .text($0.name) }),
        "primaryKey": key ?? .cell(.null), "fields": TableSchema.fields(of: table.view.columns),
      ]
    }
    let schema: JSONValue = [
      "name": .text(FolderKind.export.mark), "archive": .text(source.identity),
      "run": .integer(source.latestRun), "generator": .text(source.generator), "format": "csv",
      "compression": "gzip", "tables": .array(tables),
    ]
    return schema.document
  }
}

/// A table that was written as files.
struct PartitionedTable: Hashable {
  let view: View
  /// How many rows it has: without any it has no file.
  var rows = 0

  /// The columns that are names of folders instead of values in files.
  var partitions: [View.Column] { view.columns.filter { $0.name == "network" } }
  /// The columns in files.
  var columns: [View.Column] { view.columns.filter { !partitions.contains($0) } }
  /// Its files, as a pattern.
  var pattern: String {
    ([view.name] + partitions.map { _ in "*" } + [Self.fileName]).joined(separator: "/")
  }

  private static let fileName = "part-0.csv.gz"

  /// The file of the rows with these values in the columns of partitions.
  func path(of values: [String]) -> String {
    // As Hive and Spark write values in names of folders.
    let folders = zip(partitions, values).map {
      "\($0.name)=\(PercentEncoding.encoded($1, keeping: PercentEncoding.isUnreserved))"
    }
    return ([view.name] + folders + [Self.fileName]).joined(separator: "/")
  }
}

/// A file that is compressed on its way.
private final class PackedFile: ByteSink {
  private let stream = GzipStream()
  private let file: OutputFile

  init(_ file: OutputFile) {
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws {
    let packed = stream.add(bytes)
    if !packed.isEmpty { try file.write(packed) }
  }

  func finish() throws {
    try file.write(stream.finish())
    try file.finish()
  }
}

extension FolderKind {
  /// A partitioned export.
  package static let export = FolderKind(noun: "export", document: "schema.json")
}
