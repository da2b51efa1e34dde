import Crypto
import Roster

/// Where the pages of sites stand in a report.
struct SitePages {
  /// The network whose sites' pages bear their ids alone; those of others carry their network's name.
  let firstNetwork: NetworkID?

  /// The name of the site's page, safe in every file system whatever the id is: what is no ASCII
  /// letter, digit, `.`, `_` or `-` is percent-encoded, and so is a dot at the beginning. Ids too long for
  /// a file system end in a hash.
  func fileName(of site: SiteRef) -> String {
    let name = site.network == firstNetwork ? site.id : "\(site.network):\(site.id)"
    let bytes = Array(name.utf8)
    var encoded = PercentEncoding.encoded(name, keeping: PercentEncoding.isUnreserved)
    if bytes.first == UInt8(ascii: ".") { encoded = "%2E" + encoded.dropFirst() }
    return Self.shortened(encoded, hashing: name) + ".html"
  }

  /// A name that no file system finds too long: one that would be ends in a hash.
  static func shortened(_ encoded: String, hashing name: String) -> String {
    guard encoded.utf8.count > 150 else { return encoded }
    let hash = SHA256.hash(data: Array(name.utf8)).prefix(8).hexadecimal.uppercased()
    return encoded.prefix(100) + "-" + hash
  }

  /// The page's address from a page at the top of the report.
  func address(of site: SiteRef) -> String {
    ReportAddress.relative(to: "sites/" + fileName(of: site))
  }
}
