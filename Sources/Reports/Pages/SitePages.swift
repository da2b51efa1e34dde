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
    var encoded = ""
    for (index, byte) in name.utf8.enumerated() {
      if Self.isPlain(byte), index > 0 || byte != UInt8(ascii: ".") {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += Self.percent(byte)
      }
    }
    if encoded.utf8.count > 150 {
      let hash = SHA256.hash(data: Array(name.utf8)).prefix(8).map(Self.percent).joined()
      encoded = encoded.prefix(100) + "-" + hash.filter { $0 != "%" }
    }
    return encoded + ".html"
  }

  /// The page's address from a page at the top of the report.
  func address(of site: SiteRef) -> String {
    let name = fileName(of: site)
    return "sites/"
      + (name.utf8.contains(UInt8(ascii: "%")) ? name.replacing("%", with: "%25") : name)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}
