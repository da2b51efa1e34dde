import Roster

/// `schema.json`: the tables with their files, columns, types and keys.
struct PartitionDescription {
  let source: any ExportSource
  let tables: [PartitionedTable]

  /// The document.
  var schema: [UInt8] {
    let schema: JSONValue = [
      "name": .text(FolderKind.export.mark), "archive": .text(source.identity),
      "run": .integer(source.latestRun), "generator": .text(source.generator), "format": "csv",
      "compression": "gzip", "tables": .array(tables.map(document)),
    ]
    return schema.document
  }

  private func document(_ table: PartitionedTable) -> JSONValue {
    let key = table.view.identifyingColumns.map { JSONValue.array($0.map { .text($0) }) }
    return [
      "name": .text(table.view.name), "description": .text(table.view.meaning),
      "path": .text(table.pattern), "rows": .integer(table.rows),
      "partitions": .array(table.partitions.map { .text($0.name) }),
      "primaryKey": key ?? .cell(.null), "fields": TableSchema.fields(of: table.view.columns),
    ]
  }
}
