/// Which fields a response contains, and whether its text is escaped for HTML.
struct WireFilter: Hashable, Sendable {
  /// One bit for each field.
  private var bits: UInt128 = 0
  /// An unsafe filter returns text as users wrote it, a safe one escapes it.
  var isUnsafe = false

  func contains(_ field: WireField) -> Bool {
    bits & (1 << field.rawValue) != 0
  }

  mutating func insert(_ field: WireField) {
    bits |= 1 << field.rawValue
  }

  mutating func remove(_ field: WireField) {
    bits &= ~(1 << field.rawValue)
  }

  private func with(_ fields: WireField...) -> WireFilter {
    var copy = self
    for field in fields { copy.insert(field) }
    return copy
  }

  /// The fields that it includes, as `/filters/create` lists them.
  var includedFields: [String] {
    WireField.allCases.filter { contains($0) }.map(\.path)
  }
}

extension WireFilter {
  static let none = WireFilter()
  static let total = none.with(.total)
  /// The filter of a request without one.
  static let standard: WireFilter = {
    var filter = WireFilter()
    let left: Set<WireField> = [
      .page, .pageSize, .total, .type, .aboutMe, .answerCount, .questionCount, .viewCount,
      .upVoteCount, .downVoteCount,
    ]
    for field in WireField.allCases where !left.contains(field) { filter.insert(field) }
    return filter
  }()
  static let withBody = standard.with(.aboutMe)

  /// The built-in filters, and public ones that programs carry in their code.
  private static let known: [String: WireFilter] = [
    "default": standard, "withbody": withBody, "none": none, "total": total,
    // A tutorial.
    "!-*jbN0CeyJHb": standard.with(.page, .total),
    // StackAPI, which reads the list of sites with it before anything else.
    "!*L1*AY-85YllAr2)": none.with(
      .items, .hasMore, .quotaMax, .quotaRemaining, .backoff, .siteName, .siteParameter, .siteURL),
    // Py-StackExchange, for `/users/{ids}`.
    "!-*f(6q3e0kcP": standard.with(
      .answerCount, .questionCount, .viewCount, .upVoteCount, .downVoteCount),
  ]
}

/// The id of a filter encodes its fields, so that every sample network accepts the filters of any
/// other, also after a restart.
extension WireFilter {
  /// The id as `/filters/create` returns it: the id of a safe filter begins with `!`.
  var id: String {
    let digits = Array(Self.alphabet.utf8)
    var (rest, id) = (bits, [UInt8]())
    repeat {
      id.append(digits[Int(rest & 63)])
      rest >>= 6
    } while rest != 0
    id.append(digits[checksum])
    return (isUnsafe ? "" : "!") + String(decoding: id, as: UTF8.self)
  }

  /// The filter with that id; nil for an invalid id.
  init?(id: String) {
    if let known = Self.known[id] {
      self = known
      return
    }
    isUnsafe = !id.hasPrefix("!")
    let digits = id.utf8.dropFirst(isUnsafe ? 0 : 1)
      .map { Array(Self.alphabet.utf8).firstIndex(of: $0) }
    guard (2...22).contains(digits.count) else { return nil }
    for digit in digits.dropLast().reversed() {
      guard let digit else { return nil }
      bits = bits << 6 | UInt128(digit)
    }
    guard self.id == id else { return nil }
  }

  private var checksum: Int {
    var draw = Draw(isUnsafe ? 1 : 0, UInt64(truncatingIfNeeded: bits), UInt64(bits >> 64))
    return draw.int(below: 64)
  }

  private static let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789()"
}

extension WireFilter {
  /// The filter that `/filters/create` creates.
  ///
  /// - Parameters:
  ///   - include: Names of fields to add, separated by `;`. Names of fields that the sample network
  ///     does not have, such as those of posts, are ignored.
  ///   - exclude: Names of fields to remove.
  ///   - base: The id of the filter to begin with; nil for the default one.
  /// - Returns: nil where `base` is not the id of a filter.
  static func make(
    include: String, exclude: String, base: String?, isUnsafe: Bool
  ) -> WireFilter? {
    guard var filter = WireFilter(id: base ?? "default") else { return nil }
    filter.isUnsafe = isUnsafe
    for name in include.split(separator: ";") {
      if let field = WireField.named(String(name)) { filter.insert(field) }
    }
    for name in exclude.split(separator: ";") {
      if let field = WireField.named(String(name)) { filter.remove(field) }
    }
    return filter
  }
}
