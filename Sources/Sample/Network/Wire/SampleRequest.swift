/// One request to the sample network, over HTTP or not.
package struct SampleRequest: Hashable, Sendable {
  /// The path, such as `/2.3/users/moderators`.
  package var path: String
  /// The decoded parameters. Where one is given twice the last counts.
  package var parameters: [String: String]
  /// Values by lower-case name; the first one where a header is repeated.
  package var headers: [String: String]
  /// The client's address: limits apply to each address separately.
  package var client: String

  /// - Parameters:
  ///   - target: The path and query as in the HTTP request, percent-encoded.
  ///   - form: The body of a POST, read as part of the query.
  ///   - headers: Values by lower-case name.
  package init(
    target: String, form: String = "", headers: [String: String] = [:],
    client: String = "127.0.0.1"
  ) {
    self.headers = headers
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.decoded(parts.first ?? "", plusIsSpace: false)
    self.client = client
    parameters = [:]
    let query = parts.count > 1 ? parts[1] : ""
    for pair in query.split(separator: "&") + form.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = sides.count > 1 ? Self.decoded(sides[1], plusIsSpace: true) : ""
      parameters[Self.decoded(sides[0], plusIsSpace: true)] = value
    }
  }

  /// The key of the request: after `Bearer` in the header, as the real API accepts it since 2026,
  /// or in the query, as it did before; nil without one.
  var key: String? { bearer ?? parameters["key"] }

  /// Whether the key was in the query.
  var hasKeyInQuery: Bool { bearer == nil && parameters["key"] != nil }

  private var bearer: String? {
    guard let parts = headers["authorization"]?.split(separator: " ", maxSplits: 1),
      parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return String(parts[1])
  }

  /// Decodes percent-encoding; invalid sequences stay as they are.
  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
    let source = Array(text.utf8)
    var (decoded, index) = ([UInt8](), 0)
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "%"), index + 2 < source.count,
        let high = hexDigit(source[index + 1]), let low = hexDigit(source[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
        continue
      }
      decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
