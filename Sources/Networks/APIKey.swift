import Crypto
import Roster
package import Transport

/// A key for an API. It travels in a header only, and printing one gives `(key)`.
package struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The key itself, for requests only.
  package let secret: String
  /// Where the key comes from, such as `--key-file 'path'`, for messages about it.
  package let origin: String

  package init(_ secret: String, origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// Twelve hexadecimal digits that distinguish keys without revealing them.
  package var fingerprint: String {
    String(SHA256.hash(data: Array(secret.utf8)).hexadecimal.prefix(12))
  }

  package var description: String { "(key)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIKey {
  /// The answer with the key removed from its texts: a server can repeat the request's header in an
  /// error message or in a header of its own, and those are shown and logged.
  package func hidden<Payload>(in answer: Answer<Payload>, head: AnswerHead) -> Answer<Payload> {
    func clean(_ text: String) -> String { hidden(in: text) }
    func clean(_ fault: Fault) -> Fault {
      var fault = fault
      fault.message = clean(fault.message)
      return fault
    }
    var answer = answer
    switch answer.outcome {
    case .temporary(let fault): answer.outcome = .temporary(clean(fault))
    case .permanent(let fault): answer.outcome = .permanent(clean(fault))
    case .good, .throttled, .lockedOut: break
    }
    var head = head
    head.server = head.server.map(clean)
    head.deprecation = head.deprecation.map(clean)
    head.sunset = head.sunset.map(clean)
    answer.head = head
    return answer
  }
}

extension APIKey {
  /// The text with `…` in place of the key, in upper or lower case, and with any of its characters
  /// percent-encoded, as a server writes it when it treats the key as a part of a URL.
  func hidden(in text: String) -> String {
    let (bytes, key) = (Array(text.utf8), secret.utf8.map(Self.lowercase))
    guard !key.isEmpty else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let end = Self.end(of: key, in: bytes, from: index) {
        result += Array("…".utf8)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The end of the key that begins at `start`; nil where no key begins there.
  private static func end(of key: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    for expected in key {
      guard index < bytes.count else { return nil }
      if lowercase(bytes[index]) == expected {
        index += 1
      } else if percentEncoded(in: bytes, at: index).map(lowercase) == expected {
        index += 3
      } else {
        return nil
      }
    }
    return index
  }

  /// The byte that a percent escape such as `%28` at this index encodes.
  private static func percentEncoded(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count else { return nil }
    let digits = bytes[index + 1...index + 2]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
