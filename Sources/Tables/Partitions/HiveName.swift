import Roster

/// Values in names of folders, as Hive and Spark write them.
enum HiveName {
  /// With `%` and two hexadecimal digits for all bytes but letters, digits, `-`, `_` and `.`.
  static func escaped(_ value: String) -> String {
    PercentEncoding.encoded(value, keeping: PercentEncoding.isUnreserved)
  }
}
