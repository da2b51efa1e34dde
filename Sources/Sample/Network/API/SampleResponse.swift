import FoundationEssentials
import Gzip
import Roster

/// A response and how it is sent; the server only carries it out.
package struct SampleResponse: Hashable, Sendable {
  /// The HTTP status.
  package var status: Int
  package var contentType: String
  /// `gzip`, or nil where the body is not compressed.
  package var contentEncoding: String?
  /// The `Retry-After` header in seconds; nil without the header.
  package var retryAfter: Int?
  /// The `Location` header; nil without the header.
  package var location: String?
  /// The `Date` header by the network's clock.
  package var date: String?
  /// The `Server` header, such as `modexport-sample-network/2.3 (seed 42)`: the wire format, and the
  /// seed, which identifies the network, whatever its address.
  package var server: String?
  /// The `Deprecation` and `Sunset` headers; nil without the header.
  package var deprecation: String?
  package var sunset: String?
  /// Headers that only one API has, by lower-case name.
  package var more: [String: String] = [:]
  /// The bytes as sent: compressed where `contentEncoding` is set.
  package var body: [UInt8]
  package var delivery: Delivery = .whole
  /// The wait before the first byte.
  package var delay: Duration = .zero

  /// How the bytes are sent.
  package enum Delivery: Hashable, Sendable {
    case whole
    /// The connection is reset without any byte.
    case reset
    /// The full length is declared, this many bytes are sent, and the connection closes.
    case cut(after: Int)
    /// The full length is declared, this many bytes are sent, and the connection stays open.
    case stall(after: Int)
    /// The body is sent in pieces of this many bytes, with a pause before each.
    case trickle(piece: Int, pause: Duration)
    /// The body is sent, then these bytes again and again; no length is declared.
    case endless(more: [UInt8])
  }

  /// The headers except those about the length, by lower-case name.
  package var headers: [(name: String, value: String)] {
    var headers = [(name: "content-type", value: contentType)]
    if let contentEncoding { headers.append(("content-encoding", contentEncoding)) }
    if let retryAfter { headers.append(("retry-after", String(retryAfter))) }
    if let location { headers.append(("location", location)) }
    if let date { headers.append(("date", date)) }
    if let server { headers.append(("server", server)) }
    if let deprecation { headers.append(("deprecation", deprecation)) }
    if let sunset { headers.append(("sunset", sunset)) }
    return headers + more.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }
}

extension SampleResponse {
  /// A response of these bytes.
  package init(status: Int, contentType: String, body: [UInt8]) {
    (self.status, self.contentType, self.body) = (status, contentType, body)
  }

  static let jsonType = "application/json; charset=utf-8"
  static let htmlType = "text/html; charset=utf-8"

  /// JSON, not yet compressed.
  static func json(_ bytes: [UInt8], status: Int = 200) -> SampleResponse {
    SampleResponse(status: status, contentType: jsonType, body: bytes)
  }

  static func error(_ error: APIError) -> SampleResponse {
    json(error.json, status: 400)
  }

  static func html(_ text: String, status: Int, retryAfter: Int? = nil) -> SampleResponse {
    SampleResponse(
      status: status, contentType: htmlType, retryAfter: retryAfter, body: Array(text.utf8))
  }

  /// Adds the name and the time of the network that responds.
  mutating func sign(_ network: SampleConfiguration, format: String, at now: Date) {
    date = (now + network.clockOffset.timeInterval).httpDate
    server = "modexport-sample-network/\(format) (seed \(network.seed))"
  }

  /// Adds the headers that announce the end of the API, where faults ask for it.
  mutating func announce(_ hits: Hits) {
    if hits.contains(.deprecation) { deprecation = "@\(SampleClock.dayZero)" }
    if hits.contains(.sunset) { sunset = "Sat, 31 Dec 2050 23:59:59 GMT" }
  }

  /// The response as a client gets it that accepts these encodings.
  func packed(for request: SampleRequest) -> SampleResponse {
    request.headers["accept-encoding"]?.contains("gzip") == true && !body.isEmpty ? packed : self
  }

  /// The same response with its body compressed.
  var packed: SampleResponse {
    var copy = self
    copy.body = GzipCodec.pack(body, effort: .least)
    copy.contentEncoding = "gzip"
    return copy
  }
}
