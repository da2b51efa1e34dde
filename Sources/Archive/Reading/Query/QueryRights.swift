import GRDB
import GRDBSQLite

/// What a query of the user may do: read tables, call functions, and ask for settings.
///
/// SQLite asks for each action when it compiles a statement. Whatever is not named here is refused:
/// to write, also to temporary tables, to attach a file, to load an extension, to begin a
/// transaction.
enum QueryRights {
  /// Guards the connection from now on. It replaces GRDB's own authorizer, which only observes
  /// writes: use the connection for queries of the user and nothing else.
  static func begin(on database: Database) {
    unsafe sqlite3_set_authorizer(
      database.sqliteConnection,
      { _, action, first, second, _, _ in
        let allows = unsafe QueryRights.allows(
          action, QueryRights.text(first), QueryRights.text(second))
        return allows ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }

  /// - Parameters:
  ///   - first: Of a pragma, its name; of a write, the table.
  ///   - second: Of a pragma, its argument; of a function, its name.
  static func allows(_ action: CInt, _ first: String?, _ second: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: true
    // Asked for whenever a virtual table is opened. The schema cannot be written all the same.
    case SQLITE_UPDATE: first == "sqlite_master"
    case SQLITE_FUNCTION: second?.lowercased() != "load_extension"
    case SQLITE_PRAGMA:
      allowsPragma(first?.lowercased() ?? "", hasArgument: second != nil)
    default: false
    }
  }

  private static func allowsPragma(_ name: String, hasArgument: Bool) -> Bool {
    descriptions.contains(name) || (!hasArgument && settings.contains(name))
  }

  /// Pragmas that describe; an argument chooses what.
  private static let descriptions: Set = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "database_list", "collation_list", "function_list",
    "module_list", "pragma_list", "compile_options", "integrity_check", "quick_check",
  ]

  /// Pragmas that tell a setting; with an argument they would change it.
  private static let settings: Set = [
    "application_id", "user_version", "schema_version", "data_version", "encoding", "page_count",
    "page_size", "freelist_count", "journal_mode", "query_only", "cache_size", "auto_vacuum",
    "analysis_limit", "busy_timeout", "foreign_keys", "journal_size_limit", "locking_mode",
    "max_page_count", "mmap_size", "recursive_triggers", "secure_delete", "synchronous",
    "temp_store", "threads", "wal_autocheckpoint",
  ]
}
