import GRDB
import Roster

/// The fifth format of the file: rows have roles.
///
/// `member.user_id`, `change.user_id`, the ids in `user_ids` and the number of a page in `page` and
/// `staged_page` are each a `RoleKey`. With the only role of older formats a key is the number itself,
/// so no row is written again.
enum FormatFive {
  /// Creates the table `role` where it is missing: the names of the roles that occur, by number.
  ///
  /// Called before each step, because a step that reads moderators reads their roles.
  static func addRoles(_ database: Database) throws {
    guard try !database.tableExists("role") else { return }
    try database.execute(
      sql: """
        CREATE TABLE role (
          number INTEGER PRIMARY KEY CHECK (number >= 0),
          name TEXT NOT NULL UNIQUE CHECK (name <> ''),
          seal BLOB CHECK (length(seal) = 32)
        ) STRICT
        """)
    let role = Role.moderator
    try database.execute(
      sql: "INSERT INTO role (number, name) VALUES (?, ?)",
      arguments: [role.number, role.rawValue])
    try Seal.write(.role, role.number, in: database)
  }
}
