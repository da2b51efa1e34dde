import Gzip
import Roster

/// Writes the rows of a view into the files of its partitions, one file after the other.
struct PartitionWriter {
  private var table: PartitionedTable
  private let folder: OutputFolder
  /// The places of the columns in a row.
  private let partitions: [Int]
  private let columns: [Int]

  init(_ view: View, in folder: OutputFolder) {
    self.folder = folder
    table = PartitionedTable(view: view)
    let isPartition = view.columnNames.map(view.partitions.contains)
    partitions = isPartition.indices.filter { isPartition[$0] }
    columns = isPartition.indices.filter { !isPartition[$0] }
  }

  /// A file in the order of the rows. Throws what the source throws, and `FolderError`.
  mutating func write(_ source: some ExportSource) throws -> PartitionedTable {
    var file: PartitionFile?
    var values: [Cell] = []
    let (partitions, columns) = (partitions, columns)
    try source.forEachRow(of: table.view) { row in
      let here = partitions.map { row[$0] }
      if file == nil || here != values {
        try file?.finish()
        values = here
        file = try PartitionFile(path(of: here), table.columns, in: folder)
      }
      try file?.write(columns.map { row[$0] })
      table.rows += 1
    }
    try file?.finish()
    return table
  }

  static let fileName = "part-0.csv.gz"

  private func path(of values: [Cell]) -> String {
    let folders = zip(table.partitions, values).map { column, value in
      // As Hive and Spark write values in names of folders.
      "\(column.name)=\(PercentEncoding.encoded(value.description, keeping: PercentEncoding.isUnreserved))"
    }
    return ([table.view.name] + folders + [Self.fileName]).joined(separator: "/")
  }
}

/// A compressed file under work.
private final class PartitionFile {
  private let file: OutputFile
  private let packed: PackedSink
  private var rows: CSVWriter

  init(_ path: String, _ columns: [View.Column], in folder: OutputFolder) throws {
    file = try folder.begin(path)
    packed = PackedSink(file)
    rows = try CSVWriter(columns: columns, to: packed)
  }

  func write(_ row: Row) throws { try rows.write(row) }

  func finish() throws {
    try rows.finish()
    try packed.finish()
    try file.finish()
  }
}

/// Compresses a document on its way.
private final class PackedSink: ByteSink {
  private let stream = GzipStream()
  private let sink: any ByteSink

  init(_ sink: any ByteSink) {
    self.sink = sink
  }

  func write(_ bytes: [UInt8]) throws {
    let packed = stream.add(bytes)
    if !packed.isEmpty { try sink.write(packed) }
  }

  func finish() throws { try sink.write(stream.finish()) }
}
