import FoundationEssentials
import Transport

/// The wrapper of every response. Every field may be absent; numbers are decoded leniently.
///
/// The wrapper is decoded apart from its items, so that waits and the quota are known even where an
/// item cannot be decoded.
struct Envelope<Item: Decodable>: Decodable {
  /// Nil where they are absent; an error where one cannot be decoded, or there are too many.
  var items: Result<[Item]?, any Error>
  var hasMore: Bool?
  var total: Int?
  var quotaMax: Int?
  var quotaRemaining: Int?
  /// Whole seconds, more than zero and at most a day.
  var backoff: TimeInterval?
  var errorID: Int?
  var errorName: String?
  var errorMessage: String?
  /// The names of those of the fields below that are present.
  var fields: Set<String>

  enum CodingKeys: String, CodingKey {
    case items, total, backoff
    case hasMore = "has_more"
    case quotaMax = "quota_max"
    case quotaRemaining = "quota_remaining"
    case errorID = "error_id"
    case errorName = "error_name"
    case errorMessage = "error_message"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    fields = Set(container.allKeys.map(\.rawValue))
    errorID = container.lenientInt(.errorID)
    errorName = try container.lenientString(.errorName, most: .max)
    errorMessage = try container.lenientString(.errorMessage, most: .max)
    hasMore = container.lenientBool(.hasMore)
    total = container.lenientInt(.total)
    quotaMax = container.lenientInt(.quotaMax)
    quotaRemaining = container.lenientInt(.quotaRemaining)
    backoff = container.lenientWait(.backoff)
    let isError = errorID != nil || errorName != nil
    items = Result {
      isError ? nil : try container.decodeIfPresent(BoundedItems<Item>.self, forKey: .items)?.items
    }
  }

  var quota: Quota? {
    quotaRemaining.map { Quota(max: quotaMax, remaining: $0) }
  }
}

extension KeyedDecodingContainer {
  /// A whole number, also where it is written as a decimal or in quotes; nil for anything else, and
  /// beyond ±2^53, where JSON numbers are not exact and the API has no values.
  func lenientInt(_ key: Key) -> Int? {
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

  /// Seconds to wait, rounded up, a day at the most; nil where it is not a number greater than
  /// zero.
  func lenientWait(_ key: Key) -> TimeInterval? {
    let seconds: Double?
    do {
      seconds = try decodeIfPresent(Double.self, forKey: key)
    } catch DecodingError.typeMismatch {
      seconds = (try? decode(String.self, forKey: key)).flatMap { Double($0) }
    } catch {
      // A number that is too large counts as a long wait.
      seconds = .infinity
    }
    return seconds.flatMap { $0 > 0 ? min($0.rounded(.up), 86_400) : nil }
  }

  /// A whole number of 32 bits, the range of the API's ids and counts; nil for anything else, as in
  /// ``lenientInt(_:)``, so that sums in the archive cannot overflow.
  func lenientInt32(_ key: Key) -> Int? {
    lenientInt(key).flatMap { Int32(exactly: $0) }.map { Int($0) }
  }

  /// Text; nil where the field is absent, null or something else.
  ///
  /// - Parameter most: The maximum size in bytes.
  /// - Throws: `DecodingError.dataCorrupted` where it is text that cannot be decoded, such as an
  ///   unpaired surrogate: treating it as absent would silently lose a name. ``OutOfBounds`` where
  ///   it is longer.
  func lenientString(_ key: Key, most: Int) throws -> String? {
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
  func string(_ key: Key, most: Int) throws -> String {
    try bounded(try decode(String.self, forKey: key), key, most: most)
  }

  private func bounded(_ text: String, _ key: Key, most: Int) throws -> String {
    guard text.utf8.count <= most else {
      throw OutOfBounds(codingPath + [key], "is longer than \(most) bytes")
    }
    return text
  }

  /// A Boolean; nil where the field is absent, null or something else.
  func lenientBool(_ key: Key) -> Bool? {
    (try? decodeIfPresent(Bool.self, forKey: key)) ?? nil
  }

  /// Whole Unix seconds in the years 1970 to 9999; nil for anything else.
  func lenientDate(_ key: Key) -> Date? {
    guard let seconds = lenientInt(key), (0..<253_402_300_800).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
