import FoundationEssentials
import Transport

/// The wrapper of every answer. Every field may be absent; numbers are read leniently.
struct Envelope<Item: Decodable>: Decodable {
  var items: [Item]?
  var hasMore: Bool?
  var total: Int?
  var quotaMax: Int?
  var quotaRemaining: Int?
  var backoff: Int?
  var errorID: Int?
  var errorName: String?
  var errorMessage: String?

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
    errorID = container.lenientInt(.errorID)
    errorName = try container.lenientString(.errorName)
    errorMessage = try container.lenientString(.errorMessage)
    hasMore = container.lenientBool(.hasMore)
    total = container.lenientInt(.total)
    quotaMax = container.lenientInt(.quotaMax)
    quotaRemaining = container.lenientInt(.quotaRemaining)
    backoff = container.lenientInt(.backoff)
    let isError = errorID != nil || errorName != nil
    items = isError ? nil : try container.decodeIfPresent([Item].self, forKey: .items)
  }

  var quota: Quota? {
    quotaRemaining.map { Quota(max: quotaMax, remaining: $0) }
  }
}

extension KeyedDecodingContainer {
  /// A whole number, also where it is written as a decimal or in quotes; nil for anything else, and
  /// for what is further from zero than JSON's numbers are exact, 2^53: nothing of the API is.
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

  /// Text; nil where the field is absent, null or something else.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where it is text that cannot be read, such as an unpaired
  ///   surrogate: taking it for absent would lose a name without a word.
  func lenientString(_ key: Key) throws -> String? {
    do {
      return try decodeIfPresent(String.self, forKey: key)
    } catch DecodingError.typeMismatch {
      return nil
    }
  }

  /// A truth value; nil where the field is absent, null or something else.
  func lenientBool(_ key: Key) -> Bool? {
    (try? decodeIfPresent(Bool.self, forKey: key)) ?? nil
  }

  /// Whole unix seconds, of the years 1970 to 9999; nil for anything else.
  func lenientDate(_ key: Key) -> Date? {
    guard let seconds = lenientInt(key), (0..<253_402_300_800).contains(seconds) else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
