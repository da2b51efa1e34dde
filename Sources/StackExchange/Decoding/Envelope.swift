package import FoundationEssentials
import Networks
import Roster
import Transport

/// The wrapper of every response. Every field may be absent; numbers are decoded leniently.
///
/// The wrapper is decoded apart from its items, so that waits and the quota are known even where an
/// item cannot be decoded.
package struct Envelope<Item: Decodable>: AnswerDocument {
  /// Nil where they are absent; an error where one cannot be decoded, or there are too many.
  package var items: Result<[Item]?, any Error>
  package var hasMore: Bool?
  package var total: Int?
  package var quotaMax: Int?
  package var quotaRemaining: Int?
  /// Whole seconds, more than zero.
  package var backoff: TimeInterval?
  package var errorID: Int?
  package var errorName: String?
  package var errorMessage: String?

  /// - Throws: `DecodingError`, `OutOfBounds`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: NamedKey.self)
    errorID = container.lenientInt("error_id")
    errorName = try container.lenientString("error_name", most: .max)
    errorMessage = try container.lenientString("error_message", most: .max)
    hasMore = container.lenientBool("has_more")
    total = container.lenientInt("total")
    quotaMax = container.lenientInt("quota_max")
    quotaRemaining = container.lenientInt("quota_remaining")
    backoff = container.lenientWait("backoff")
    let isError = errorID != nil || errorName != nil
    items = Result {
      isError ? nil : try container.decodeIfPresent(BoundedItems<Item>.self, forKey: "items")?.items
    }
  }

  var quota: Quota? {
    quotaRemaining.map { Quota(max: quotaMax, remaining: $0) }
  }

  /// The page with this number; nil where the envelope does not say whether others follow. One with fewer rows than
  /// were asked for does not end a list.
  func page<Row>(_ number: Int, of rows: [Row]) -> Page<Row>? {
    hasMore.map { Page(items: rows, next: $0 ? .number(number + 1) : nil, total: total) }
  }
}

extension Envelope {
  /// Whether the items may be undecodable because of text that can be repaired.
  package var mayBeRepaired: Bool {
    guard case .failure(let error) = items else { return false }
    return switch error {
    case is OutOfBounds, DecodingError.keyNotFound, DecodingError.typeMismatch,
      DecodingError.valueNotFound:
      false
    // Foundation throws its own error for it, and turns it into a `DecodingError` only at the top
    // level.
    default: true
    }
  }
}
