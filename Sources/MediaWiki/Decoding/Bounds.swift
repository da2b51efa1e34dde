/// Limits of the data accepted from a wiki. An answer that exceeds one of them is `undecodable` as a
/// whole. Sizes are in bytes of UTF-8.
enum Bounds {
  /// A decompressed body: 500 members have about 200 KiB, the site matrix 250 KiB.
  static let body = 8 << 20
  /// A decompressed page that refuses the client.
  static let refusal = 64 << 10
  /// Groups of a wiki, and rights of a group: there are some dozens, and some hundred rights.
  static let groups = 2_000
  /// Wikis of a farm; Wikimedia has about 1,100.
  static let wikis = 10_000
  /// A username, which wikis take up to 255 bytes, or a name of a wiki.
  static let name = 4_000
  static let address = 8_000
  /// Codes, ids of wikis, names of groups.
  static let word = 500
  /// The members of `continue`, and the length of each.
  static let continuation = 20
  /// The number of characters of an error message that are shown.
  static let message = 500
}
