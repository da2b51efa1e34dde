package import Roster

/// `metadata.json` of Datasette: what the tables and columns of a file of SQLite mean.
package struct DatasetteMetadata {
  /// How the source of a document of ours begins.
  package static let mark = "modexport archive "

  private let source: any ExportSource
  private let database: String
  private let views: [View]

  /// - Parameters:
  ///   - source: Gives its identity and its latest run.
  ///   - database: The name of the file without its extension, as Datasette calls it.
  ///   - views: Those that the file has tables of.
  package init(source: some ExportSource, database: String, views: [View]) {
    self.source = source
    self.database = database
    self.views = views
  }

  /// The document.
  package var bytes: [UInt8] {
    let tables = views.map { ($0.name, Self.table($0)) }
    return JSONValue.object([
      ("title", .text("Who moderates which community")),
      ("source", .text("\(Self.mark)\(source.identity), run \(source.latestRun)")),
      ("databases", .object([(database, .object([("tables", .object(tables))]))])),
    ]).document
  }

  private static func table(_ view: View) -> JSONValue {
    var members: [(String, JSONValue)] = [("description", .text("The rows: \(view.meaning)."))]
    let label = ["display_name", "name"].first(where: view.columnNames.contains)
    if let label { members.append(("label_column", .text(label))) }
    let columns = view.columns.map { ($0.name, JSONValue.text($0.description)) }
    return .object(members + [("columns", .object(columns))])
  }
}
