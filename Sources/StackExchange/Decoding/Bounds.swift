/// Limits of the data accepted from a server. A response that exceeds one of them is `undecodable`
/// as a whole, because a truncated value would be false data.
///
/// Sizes are in bytes of UTF-8 as received, with the escapes of safe filters, which make a
/// character up to 13 times as long.
package enum Bounds {
  /// A decompressed body. A page of 100 moderators has about 100 KiB, one with the longest profiles
  /// 3 MiB; the list of all sites with every field has 600 KiB.
  package static let body = 6 << 20
  /// Rows of the list of sites: as many as requested. There are about 360.
  package static let sites = 10_000
  /// A name of a person or a site, or a location: Stack Exchange takes 100 characters at the most.
  static let name = 4_000
  /// A URL: 2,000 bytes work in all browsers and servers.
  static let address = 8_000
  /// A profile as HTML, for which Stack Exchange takes 3,000 characters of Markdown.
  static let aboutMe = 64 << 10
  /// The audience of a site: a sentence.
  static let audience = 10_000
  /// Words such as `main_site`, and the ids of sites and filters.
  package static let word = 500
  /// Former addresses of a site: up to four have been seen.
  static let aliases = 100
  /// The number of characters of an error message that are shown.
  package static let message = 500
}
