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

  /// Whether the row `m` of `member` is the first of its user among the present ones of its site.
  static let isFirstOfUser = """
    (\(isNumber("m.user_id")) OR NOT EXISTS (
      SELECT 1 FROM role r JOIN member o
        ON o.site = m.site AND o.user_id = (r.number << \(RoleKey.numberBits)) + \(number(inKey: "m.user_id"))
      WHERE r.number < \(roleNumber(ofKey: "m.user_id")) AND o.left_at IS NULL))
    """

  private static func isNumber(_ key: String) -> String {
    "\(key) BETWEEN \(-RoleKey.bound) AND \(RoleKey.bound - 1)"
  }

  /// The number of the role.
  static func roleNumber(ofKey key: String) -> String {
    "((\(key) + \(RoleKey.bound)) >> \(RoleKey.numberBits))"
  }

  private static func name(ofKey key: String) -> String {
    "(SELECT name FROM role WHERE number = \(roleNumber(ofKey: key)))"
  }
}
