import GRDB
import Roster

/// The table `role`: the names of the roles that occur in keys, by their number.
enum RoleTable {
  /// The role with a number; named by the number where the table does not have its name.
  static func role(_ number: Int, _ database: Database) throws -> Role {
    if number == Role.moderator.number { return .moderator }
    let statement = try database.cachedStatement(sql: "SELECT name FROM role WHERE number = ?")
    return Role(number: number, name: try String.fetchOne(statement, arguments: [number]))
  }

  /// The key with its number and role.
  static func parts(of key: Int, _ database: Database) throws -> (number: Int, role: Role) {
    let key = RoleKey(rawValue: key)
    return (key.number, try role(key.roleNumber, database))
  }

  /// All names by number.
  static func names(_ database: Database) throws -> [Int: String] {
    let statement = try database.cachedStatement(sql: "SELECT number, name FROM role")
    let rows = try GRDB.Row.fetchAll(statement)
    return try rows.reduce(into: [:]) { $0[try $1.value(0)] = try $1.value(1) as String }
  }

  /// The keys of a number in each role that occurs: the rows that a user of a site can have.
  static func keys(of number: Int, _ database: Database) throws -> [Int] {
    try names(database).sorted { $0.key < $1.key }.map {
      RoleKey(number, of: Role(number: $0.key, name: $0.value)).rawValue
    }
  }

  /// Stores the name of a role.
  ///
  /// - Returns: The role that has the same number; nil where the name is stored.
  static func keep(_ role: Role, _ database: Database) throws -> Role? {
    let known = try self.role(role.number, database)
    if known == role { return nil }
    let isNew = try Int.fetchOne(
      database, sql: "SELECT 1 FROM role WHERE number = ?", arguments: [role.number])
    guard isNew == nil, Role(rawValue: role.rawValue) == role else { return known }
    try insert(role, database)
    return nil
  }

  static func insert(_ role: Role, _ database: Database) throws {
    try database.execute(
      sql: "INSERT INTO role (number, name) VALUES (?, ?)",
      arguments: [role.number, role.rawValue])
    try Seal.write(.role, role.number, in: database)
  }
}

extension ArchiveDatabase {
  /// Stores the name of the role of a page, and checks that its keys are of that role.
  ///
  /// - Throws: `unfit` where another role has the same number, or an id has more than 32 bits: two
  ///   rows could not be told apart.
  func keepRole(of page: PageEvidence, _ database: Database) throws {
    if let other = try RoleTable.keep(page.role, database) {
      throw error(
        .unfit,
        "The role '\(page.role.rawValue)' is not stored: the role '\(other.rawValue)' has the same "
          + "number, \(other.number).")
    }
    let wrong = page.userIDs.first { RoleKey(rawValue: $0).roleNumber != page.role.number }
    if let wrong {
      throw error(
        .unfit,
        "The page is not stored: the id \(RoleKey(rawValue: wrong).number(in: page.role)) has more "
          + "than 32 bits.")
    }
  }
}
