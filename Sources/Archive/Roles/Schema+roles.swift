import Roster

/// SQL for the columns that hold a ``RoleKey``. Of the role `moderator` the key is the number, which is
/// tested first, so that such rows cost no more than a column.
extension Schema {
  /// The number within the role, such as a user's id.
  static func number(inKey key: String) -> String {
    "iif(\(isNumber(key)), \(key), "
      + "((\(key) + \(RoleKey.bound)) & \(1 << RoleKey.numberBits - 1)) - \(RoleKey.bound))"
  }

  /// The name of the role.
  static func role(ofKey key: String) -> String {
    "iif(\(isNumber(key)), '\(Role.moderator.rawValue)', coalesce(\(name(ofKey: key)), "
      + "'role-' || \(roleNumber(ofKey: key))))"
  }

  /// The name of the role; NULL for `moderator`, and where the table `role` does not have it.
  static func storedRole(ofKey key: String) -> String {
    "CASE WHEN NOT (\(isNumber(key))) THEN \(name(ofKey: key)) END"
  }

  /// Whether the row `m` of `seat` is the first of its user among the present ones of its site.
  static let isFirstOfUser = """
    (\(isNumber("m.user_id")) OR NOT EXISTS (
      SELECT 1 FROM role r JOIN seat o
        ON o.site = m.site AND o.user_id = (r.number << \(RoleKey.numberBits)) + \(number(inKey: "m.user_id"))
      WHERE r.number < \(roleNumber(ofKey: "m.user_id")) AND o.until IS NULL))
    """

  /// True unless a row of another role already reports the change that the row `c` of `change` is: there is a row
  /// of a rename, and of any other change of the profile, for each role, and all change together.
  ///
  /// A rename with a role that came back was reported when the roster first had the name in another role.
  ///
  /// - Parameter roles: The only roles whose changes count; empty for all.
  static func isFirstAcrossRoles(among roles: [Role] = []) -> String {
    // The changes of one moment are few, those of one site many.
    let isSameUser = "\(number(inKey: "o.user_id")) = \(number(inKey: "c.user_id"))"
    return """
      (c.kind NOT IN ('renamed', 'profile') OR \(isNumber("c.user_id")) AND NOT EXISTS (
          SELECT 1 FROM role WHERE number > 0) OR NOT EXISTS (
        SELECT 1 FROM change o
        WHERE o.entry = c.entry AND o.kind = c.kind
          AND o.detail IS c.detail AND o.display_name = c.display_name AND \(isSameUser)
          AND \(roleNumber(ofKey: "o.user_id")) < \(roleNumber(ofKey: "c.user_id"))
          \(roles.isEmpty ? "" : "AND \(isOne(of: roles, key: "o.user_id"))"))
        AND NOT (c.kind = 'renamed' AND EXISTS (
            SELECT 1 FROM change o WHERE o.entry = c.entry AND o.user_id = c.user_id AND o.kind = 'returned')
          AND EXISTS (
            SELECT 1 FROM change o WHERE o.site = c.site AND o.entry < c.entry
              AND o.display_name = c.display_name AND o.user_id <> c.user_id AND \(isSameUser)
              AND o.entry >= (SELECT max(l.entry) FROM change l
                WHERE l.site = c.site AND l.user_id = c.user_id AND l.kind = 'left'
                  AND l.entry < c.entry))))
      """
  }

  /// Whether a key is that of a user with the role `moderator`.
  static func isNumber(_ key: String) -> String {
    "\(key) BETWEEN \(-RoleKey.bound) AND \(RoleKey.bound - 1)"
  }

  /// The number of the role.
  static func roleNumber(ofKey key: String) -> String {
    "((\(key) + \(RoleKey.bound)) >> \(RoleKey.numberBits))"
  }

  /// Whether the role is one of these.
  static func isOne(of roles: [Role], key: String) -> String {
    let numbers = roles.map { String($0.number) }.joined(separator: ", ")
    return "\(roleNumber(ofKey: key)) IN (\(numbers))"
  }

  private static func name(ofKey key: String) -> String {
    "(SELECT name FROM role WHERE number = \(roleNumber(ofKey: key)))"
  }
}
