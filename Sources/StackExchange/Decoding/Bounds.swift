/// The most that is taken of what a server tells. An answer beyond one of these is no answer of the
/// API: it is `undecodable` as a whole, because cutting a value short would store what nobody said.
///
/// Bytes are those of UTF-8 as they come, escapes of safe filters included, which make a character up to
/// 13 times as long.
enum Bounds {
  /// A body when it is unpacked. A page of 100 moderators has about 100 KiB, one with the longest
  /// profiles 3 MiB; the list of all sites with every field has 600 KiB.
  static let body = 6 << 20
  /// Rows of the list of sites: as many as are asked for. There are about 360.
  static let sites = 10_000
  /// A name of a person or a site, or a location: Stack Exchange takes 100 characters at the most.
  static let name = 4_000
  /// An address: what browsers and servers agree on is 2,000 bytes.
  static let address = 8_000
  /// A profile as HTML, for which Stack Exchange takes 3,000 characters of Markdown.
  static let aboutMe = 64 << 10
  /// What a site says of its audience: a sentence.
  static let audience = 10_000
  /// Words such as `main_site`, and the ids of sites and filters.
  static let word = 500
  /// Former addresses of a site: up to four have been seen.
  static let aliases = 100
  /// Characters of an error's message that are shown.
  static let message = 500
}

/// A value beyond what is taken of a server. It names the field and never shows the value.
struct OutOfBounds: Error {
  /// What is wrong, such as `items.3.display_name is longer than 4000 bytes`.
  var description: String

  init(_ path: [any CodingKey], _ complaint: String) {
    let keys = path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    description = "\(keys.joined(separator: ".")) \(complaint)"
  }
}

/// How many items an answer may have, as a decoder is told it.
struct MostItems {
  var count: Int
}

/// An array that has only so many items; decoding one more throws before it is decoded.
struct BoundedItems<Item: Decodable>: Decodable {
  var items: [Item] = []

  init(from decoder: any Decoder) throws {
    let most = decoder.userInfo.values.lazy.compactMap { $0 as? MostItems }.first?.count ?? .max
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      guard items.count < most else {
        throw OutOfBounds(decoder.codingPath, "has more than the \(most) items asked for")
      }
      items.append(try container.decode(Item.self))
    }
  }
}
