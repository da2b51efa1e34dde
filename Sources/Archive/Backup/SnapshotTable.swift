import GRDB
package import Roster

/// The SQL of a table with the rows of a view, in a file for readers: any SQLite since 3.27 of 2019, so no strict tables.
struct SnapshotTable {
  let view: View

  /// Makes the table.
  var creation: String {
    let columns = view.columns.map { "  \($0.name) \($0.type.name)" }
    let key =
      view.identifyingColumns.map { ["  PRIMARY KEY (\($0.joined(separator: ", ")))"] } ?? []
    return """
      CREATE TABLE \(view.name) (
      \((columns + key).joined(separator: ",\n"))
      )
      """
  }

  /// Adds a row with a value for each column.
  var insertion: String {
    let marks = view.columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(view.name) VALUES (\(marks))"
  }

  /// Makes the indexes, that of the full text included.
  var completion: [String] {
    lookups.map { columns in
      "CREATE INDEX \(view.name)_\(columns.joined(separator: "_")) ON \(view.name)"
        + " (\(columns.joined(separator: ", ")))"
    } + fullText
  }

  private var lookups: [[String]] {
    switch view {
    case .moderators, .formerModerators, .tenures: [["account_id"], ["display_name"]]
    case .people: [["account_id"]]
    case .changes: [["observed_at"]]
    case .sites, .observations, .walks, .pages, .runs: []
    }
  }

  /// Reads the text from the table itself. Datasette finds whose it is by these very letters.
  private var fullText: [String] {
    let columns = searched
    if columns.isEmpty { return [] }
    let name = "\(view.name)_fts"
    return [
      """
      CREATE VIRTUAL TABLE \(name) USING fts5(
        \(columns.joined(separator: ", ")), content="\(view.name)",
        tokenize="unicode61 remove_diacritics 2")
      """,
      "INSERT INTO \(name) (\(name)) VALUES ('rebuild')",
      "INSERT INTO \(name) (\(name)) VALUES ('optimize')",
    ]
  }

  private var searched: [String] {
    switch view {
    case .sites: ["site", "name", "audience"]
    case .moderators, .formerModerators: ["display_name", "location", "about_text"]
    case .tenures, .changes: ["display_name"]
    case .people: ["display_name", "site_list"]
    case .observations, .walks, .pages, .runs: []
    }
  }
}

extension SnapshotTable {
  /// "MODS": no archive.
  static let applicationID = 0x4D4F_4453

  /// Throws where a file is anything but an older snapshot to which nobody has added anything.
  static func checkExisting(_ target: CopyTarget) throws(ArchiveError) {
    guard let held = try? objects(at: target.path), let own = try? objects(of: empty()) else {
      throw target.refusal(
        "is not replaced: it is not such an export; choose another file, or move it away.")
    }
    if let foreign = held.first(where: { !own.contains($0) }) {
      throw target.refusal(
        "is not replaced: it contains the \(foreign), which is not part of such an export; choose another file, "
          + "or move it away.")
    }
  }

  /// What a file consists of; nil where it is no snapshot.
  private static func objects(at path: String) throws -> [String]? {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let id = try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
    return id == applicationID ? try objects(of: queue) : nil
  }

  /// A snapshot without rows, in memory.
  private static func empty() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { database in
      for table in View.ofSnapshots.map(SnapshotTable.init) {
        try database.execute(each: [table.creation] + table.completion)
      }
    }
    return queue
  }

  /// The tables, indexes, views and triggers, such as `table moderators`, without those that SQLite makes by itself.
  private static func objects(of queue: DatabaseQueue) throws -> [String] {
    try queue.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT type || ' ' || name FROM sqlite_master WHERE name NOT GLOB 'sqlite_*' ORDER BY name
          """)
    }
  }
}

extension View {
  /// The views that a file for readers has: `pages` is evidence, and worth nothing without the rest of it.
  package static let ofSnapshots = allCases.filter { $0 != .pages }
}

extension View.ColumnType {
  fileprivate var name: String {
    switch self {
    case .text, .time, .url: "TEXT"
    case .integer: "INTEGER"
    }
  }
}
