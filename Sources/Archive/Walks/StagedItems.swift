import FoundationEssentials
import Gzip
import Roster

/// The items of a page as they are kept until its walk has ended: their canonical form, compressed. It is written twice, to
/// the write-ahead log and to the file, for a few seconds of use.
enum StagedItems {
  /// More than an answer can hold.
  private static let limit = 64 << 20

  static func pack(_ items: [Moderator]) -> Data {
    if items.isEmpty { return Data() }
    return Data(GzipCodec.pack(Moderator.canonicalForm(of: items), .zlib, effort: .least))
  }

  /// - Returns: Nil where the bytes are not such items. Pages that an earlier version left are not compressed.
  static func unpack(_ data: Data, role: Role) -> [Moderator]? {
    let bytes = Array(data)
    let isCompressed = bytes.first == firstOfZlib
    guard let form = isCompressed ? try? GzipCodec.unpack(bytes, .zlib, limit: limit) : bytes else {
      return nil
    }
    return Moderator.items(fromCanonicalForm: form, role: role)
  }

  /// The canonical form begins with a digit or `-`.
  private static let firstOfZlib: UInt8 = 0x78
}
