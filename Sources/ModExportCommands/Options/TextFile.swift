/// A small file that a person writes with an editor.
enum TextFile {
  /// Why it cannot be used.
  enum Failure: Error {
    /// It is not there, or may not be read.
    case unreadable
    /// It is longer than its kind can be.
    case tooLong
    /// It is in another encoding, such as the UTF-16 of some editors.
    case notUTF8
  }

  /// The text of the file, without the byte-order mark that some editors put before it.
  ///
  /// - Parameter limit: The most bytes.
  static func text(of path: String, atMost limit: Int) throws(Failure) -> String {
    guard let bytes = System.bytes(ofFile: path, atMost: limit + 1) else { throw .unreadable }
    if bytes.count > limit { throw .tooLong }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return text.unicodeScalars.first == "\u{FEFF}"
      ? String(text.unicodeScalars.dropFirst()) : text
  }
}
