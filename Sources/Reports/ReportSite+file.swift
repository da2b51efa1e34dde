import Crypto
import Roster

extension ReportSite {
  /// The name of the site's page, safe in every file system whatever the id is: what is no ASCII
  /// letter, digit, `.`, `_` or `-` is percent-encoded, and so is a dot at the beginning.
  ///
  /// Sites of other networks carry their network's name, and ids too long for a file system end in a
  /// hash.
  var fileName: String {
    let name = network == stackExchangeNetwork ? id : "\(network):\(id)"
    var encoded = ""
    for byte in name.utf8 {
      let isPlain = Self.plain.contains(byte) && !(encoded.isEmpty && byte == UInt8(ascii: "."))
      encoded += isPlain ? String(Unicode.Scalar(byte)) : Self.percent(byte)
    }
    if encoded.utf8.count > 150 {
      let hash = SHA256.hash(data: Array(name.utf8)).prefix(8).map(Self.percent).joined()
      encoded = encoded.prefix(100) + "-" + hash.filter { $0 != "%" }
    }
    return encoded + ".html"
  }

  /// The page's address from a page at the top of the report.
  var href: String {
    "sites/" + fileName.replacing("%", with: "%25")
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  private static func percent(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}
