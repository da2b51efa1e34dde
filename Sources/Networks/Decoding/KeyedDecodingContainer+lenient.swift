package import FoundationEssentials
import Roster
import Transport

/// Fields whose wrong values count as absent. No text of an answer has U+0000: what is decoded here is stored,
/// and many tools end a text there.
extension KeyedDecodingContainer {
  /// A whole number, also where it is written as a decimal or in quotes; nil for anything else, and
  /// beyond ±2^53, where JSON numbers are not exact and no API has values.
  package func lenientInt(_ key: Key) -> Int? {
    anyInt(key).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
  }

  private func anyInt(_ key: Key) -> Int? {
    do {
      return try decodeIfPresent(Int.self, forKey: key)
    } catch {
      if let number = try? decode(Double.self, forKey: key) { return Int(exactly: number) }
      return (try? decode(String.self, forKey: key)).flatMap { Int($0) }
    }
  }

  /// Seconds to wait, rounded up, if plausible; nil where it is not a number greater than zero.
  package func lenientWait(_ key: Key) -> TimeInterval? {
    let seconds: Double?
    do {
      seconds = try decodeIfPresent(Double.self, forKey: key)
    } catch DecodingError.typeMismatch {
      seconds = (try? decode(String.self, forKey: key)).flatMap { Double($0) }
    } catch {
      // The number is too large.
      seconds = .infinity
    }
    return seconds.flatMap { $0 > 0 ? plausibleWait($0.rounded(.up)) : nil }
  }

  /// A whole number of 32 bits, the range of the API's ids and counts; nil for anything else, as in
  /// ``lenientInt(_:)``, so that sums in the archive cannot overflow.
  package func lenientInt32(_ key: Key) -> Int? {
    lenientInt(key).flatMap { Int32(exactly: $0) }.map { Int($0) }
  }

  /// Text; nil where the field is absent, null or something else.
  ///
  /// - Parameter most: The maximum size in bytes.
  /// - Throws: `DecodingError.dataCorrupted` where it is text that cannot be decoded, such as an
  ///   unpaired surrogate: treating it as absent would silently lose a name. ``OutOfBounds`` where
  ///   it is longer.
  package func lenientString(_ key: Key, most: Int) throws -> String? {
    do {
      return try decodeIfPresent(String.self, forKey: key).map { text in
        try bounded(text, key, most: most)
      }
    } catch DecodingError.typeMismatch {
      return nil
    }
  }

  /// Text that is required.
  ///
  /// - Throws: `DecodingError` where it is missing, ``OutOfBounds`` where it is longer.
  package func string(_ key: Key, most: Int) throws -> String {
    try bounded(try decode(String.self, forKey: key), key, most: most)
  }

  private func bounded(_ text: String, _ key: Key, most: Int) throws -> String {
    guard text.utf8.count <= most else {
      throw OutOfBounds(codingPath + [key], "is longer than \(most) bytes")
    }
    return text.withoutNull
  }

  /// A Boolean; nil where the field is absent, null or something else.
  package func lenientBool(_ key: Key) -> Bool? {
    (try? decodeIfPresent(Bool.self, forKey: key)) ?? nil
  }

  /// Whole Unix seconds in the years 1970 to 9999; nil for anything else.
  package func lenientDate(_ key: Key) -> Date? {
    lenientInt(key).flatMap(Date.init(unixSecondsOfAnswer:))
  }

  /// A moment in the form of RFC 3339, to the second; nil for anything else.
  package func lenientInstant(_ key: Key) -> Date? {
    guard let text = (try? decodeIfPresent(String.self, forKey: key)) ?? nil, text.contains("T")
    else { return nil }
    return Date(dayOrInstant: text).map { Date(unixSeconds: $0.unixSeconds) }
  }

  /// An id of 32 bits, which is required.
  ///
  /// - Throws: ``OutOfBounds`` for anything else: it cannot identify anybody.
  package func id32(_ key: Key) throws -> Int {
    guard let number = (try? decode(Int.self, forKey: key)).flatMap({ Int32(exactly: $0) }) else {
      throw OutOfBounds(codingPath + [key], "is no id of 32 bits")
    }
    return Int(number)
  }
}

extension Date {
  /// Whole Unix seconds; nil unless they are in the years 1970 to 9999.
  package init?(unixSecondsOfAnswer seconds: Int) {
    guard (0..<253_402_300_800).contains(seconds) else { return nil }
    self.init(timeIntervalSince1970: Double(seconds))
  }
}

extension String {
  /// The text with U+FFFD in place of U+0000, which many tools do not store reliably.
  package var withoutNull: String {
    guard utf8.contains(0) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}

/// A key of an object by its name in the document.
package struct NamedKey: CodingKey, ExpressibleByStringLiteral {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringLiteral name: String) { self.init(name) }
  package init(stringValue: String) { self.init(stringValue) }
  /// Always nil: such keys are texts.
  package init?(intValue: Int) { nil }
}
