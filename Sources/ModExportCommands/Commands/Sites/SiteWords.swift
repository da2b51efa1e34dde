import Roster
import Tables

/// The words of a query for sites.
///
/// The closest matches come first: an id or an address, the beginning of an id, that of a word of a name, a
/// part of either, then a part of an address. What nearly all addresses share, such as `example.org`,
/// matches none of them.
struct SiteWords {
  private let words: [String]
  private let sharedDomains: Set<String>

  /// - Parameter sites: All sites, from whose addresses follows what they share.
  init(_ query: String, sites: [Site]) {
    words = FoldedText.words(in: query)
    let hosts = sites.map { Site.host(in: $0.url) }
    let domains = Dictionary(hosts.map { (Self.domain(of: $0), 1) }, uniquingKeysWith: +)
    sharedDomains = Set(domains.filter { $0.value > 1 && $0.value * 2 > hosts.count }.keys)
  }

  /// The rows of `sites` that contain each word, the closest first, equals in their order.
  func matches(in rows: [Row]) -> [Row] {
    let ranked = rows.compactMap { row in rank(of: Record(row)).map { (rank: $0, row: row) } }
    return ranked.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element.row)
  }

  /// The ranges of the words in a name or an id.
  func ranges(in text: String) -> [Range<String.Index>] {
    let letters = FoldedLetters(text)
    return FoldedLetters.merged(words.flatMap { letters.ranges(of: $0, insideWords: true) })
  }

  /// 0 for the closest match; nil where a word is missing.
  private func rank(of site: Record<SiteColumn>) -> Int? {
    guard !words.isEmpty else { return nil }
    let id = FoldedText.folding(site[.site] ?? "")
    let name = FoldedText.words(in: site[.name] ?? "")
    let whole = name.joined(separator: " ")
    let address = Site.host(in: site[.siteURL] ?? "")
    var worst = 0
    for word in words {
      let rank: Int
      if id == word || FoldedText.folding(address) == word {
        rank = 0
      } else if id.hasPrefix(word) {
        rank = 1
      } else if name.contains(where: { $0.hasPrefix(word) }) {
        rank = 2
      } else if id.contains(word) || whole.contains(word) {
        rank = 3
      } else if isIn(address, word) {
        rank = 4
      } else {
        return nil
      }
      worst = max(worst, rank)
    }
    return worst
  }

  /// Whether a word begins before the shared end of an address.
  private func isIn(_ address: String, _ word: String) -> Bool {
    let domain = Self.domain(of: address)
    let own = sharedDomains.contains(domain) ? address.dropLast(domain.count) : address[...]
    let folded = Array(FoldedText.folding(address).unicodeScalars)
    let searched = Array(word.unicodeScalars)
    let starts = FoldedText.folding(String(own)).unicodeScalars.count
    return (0..<starts).contains { folded[$0...].starts(with: searched) }
  }

  /// The last two labels of a host.
  private static func domain(of host: String) -> String {
    host.split(separator: ".").suffix(2).joined(separator: ".")
  }
}
