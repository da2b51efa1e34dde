/// The fields of the common wrapper, before the filter removes any.
struct SampleEnvelope: Sendable {
  var hasMore = false
  var page: Int
  var pageSize: Int
  /// nil where the response is to lack it.
  var total: Int?
  var type: String
  var quota: SampleQuota
  /// Seconds to wait before the same method is called again.
  var backoff: Int?

  /// Writes the whole response.
  ///
  /// - Parameter items: The items as JSON, separated by commas.
  func json(_ style: WireStyle, items: [UInt8]) -> [UInt8] {
    var writer = WireWriter(capacity: items.count + 200)
    let object = WireObject(style)
    writer.object { writer in
      object.write(.items, items, to: &writer) { writer, items in
        writer.array { $0.raw(items) }
      }
      object.write(.hasMore, hasMore, to: &writer)
      object.write(.backoff, backoff, to: &writer)
      object.write(.quotaMax, quota.max, to: &writer)
      object.write(.quotaRemaining, quota.remaining, to: &writer)
      object.write(.page, page, to: &writer)
      object.write(.pageSize, pageSize, to: &writer)
      object.write(.total, total, to: &writer)
      object.write(.type, type, to: &writer)
      if style.writesUnknowns { writer.field("weather", "fair") }
    }
    return writer.bytes
  }
}

/// How many requests a day are allowed and left.
struct SampleQuota: Hashable, Sendable {
  var max: Int
  var remaining: Int
}
