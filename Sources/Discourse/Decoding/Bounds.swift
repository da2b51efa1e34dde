/// Limits of the data accepted from a forum. An answer that exceeds one of them is `undecodable` as
/// a whole. Sizes are in bytes of UTF-8.
enum Bounds {
  /// A decompressed body: 1,000 members have about 400 KiB.
  static let body = 6 << 20
  /// Users of `/about.json`, in each of its lists. The largest forums have a few hundred.
  static let staff = 5_000
  /// Groups on one page: 36, and more on forums that a plugin changes.
  static let groups = 1_000
  /// A username or a title: forums take 255 characters at the most.
  static let name = 4_000
  /// The template of a picture's address.
  static let address = 8_000
  /// Words such as `rate_limit`.
  static let word = 500
  /// The number of characters of an error message that are shown.
  static let message = 500
}
