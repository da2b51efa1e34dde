import FoundationEssentials
import GRDB
import Gzip
import Roster

/// How the HTML of a profile is stored: its readable text is in the column beside it, so a long one is compressed
/// with that text, which leaves a tenth.
///
/// `member.about_me` has it as it is, and is NULL where `member.about_me_deflate` has it: raw deflate with the UTF-8
/// bytes of `about_text` as the preset dictionary.
enum StoredAboutMe {
  static let column = "about_me_deflate"
  static let declaration = "\(column) BLOB"

  /// Shorter texts would gain less than they cost.
  private static let leastLength = 256
  /// In bytes. No response of an API is so long.
  private static let mostLength = 64 << 20

  /// Takes the HTML from a moderator that is about to be stored; nil where it is stored as it is.
  static func take(from moderator: inout Moderator) -> Data? {
    guard let html = moderator.aboutMe, html.utf8.count >= leastLength else { return nil }
    let packed = DictionaryCodec.pack(
      Array(html.utf8), dictionary: Array((moderator.aboutText ?? "").utf8))
    guard packed.count < html.utf8.count else { return nil }
    moderator.aboutMe = nil
    return Data(packed)
  }

  /// The HTML of a stored profile.
  ///
  /// - Throws: `DatabaseError` where the bytes are no such text.
  static func html(_ packed: Data, aboutText: String?) throws -> String {
    let html = try? DictionaryCodec.unpack(
      Array(packed), dictionary: Array((aboutText ?? "").utf8), limit: mostLength)
    guard let html = html.flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "\(column) of a member cannot be decompressed")
    }
    return html
  }
}
