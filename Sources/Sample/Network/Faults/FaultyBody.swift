import Gzip

/// The faults that damage the bytes of a response, and the compression of every response.
enum FaultyBody {
  static func spoil(_ response: SampleResponse, _ hits: Hits) -> SampleResponse {
    var response = response
    if hits.contains(.malformedJSON) { response.body.removeLast(response.body.count / 2) }
    if let bomb = hits[.gzipBomb] { response.body = bombs(mebibytes: bomb.amount) }
    if !hits.contains(.uncompressed) { response = response.packed }
    if hits.contains(.gzipCut) { response.body.removeLast(response.body.count / 2) }
    if hits.contains(.contentType) { response.contentType = SampleResponse.htmlType }
    return response
  }

  /// The beginning of a good response, then only spaces.
  private static func bombs(mebibytes: Int) -> [UInt8] {
    var body = Array(#"{"items":["#.utf8)
    body += [UInt8](repeating: UInt8(ascii: " "), count: mebibytes << 20)
    return body
  }
}

/// The faults of the connection and of its speed.
struct FaultyDelivery {
  private let hits: Hits

  init(_ hits: Hits) {
    self.hits = hits
  }

  /// - Parameter seeds: The seeds from which the length of a jitter is drawn.
  func carry(
    _ response: SampleResponse, seeds: (seed: UInt64, call: UInt64, turn: UInt64)
  ) -> SampleResponse {
    var response = response
    response.delay += hits[.latency]?.duration ?? .zero
    if let jitter = hits[.jitter] {
      response.delay += jitter.duration.share(seed: seeds.seed, seeds.call, seeds.turn)
    }
    if let slow = hits[.trickle] {
      response.delivery = .trickle(piece: 512, pause: slow.duration)
    }
    if hits.contains(.endless) {
      response.delivery = .endless(more: Self.spaces)
      response.body = Self.endlessBeginning
      response.contentEncoding = "gzip"
    }
    if hits.contains(.stall) { response.delivery = .stall(after: response.body.count / 2) }
    if hits.contains(.bodyCut) { response.delivery = .cut(after: response.body.count / 2) }
    if hits.contains(.reset) { response.delivery = .reset }
    return response
  }

  /// The head of a gzip stream, then the beginning of valid JSON, in a block that is not
  /// compressed.
  private static let endlessBeginning: [UInt8] =
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + storedBlock(Array(#"{"items":["#.utf8))

  private static let spaces = storedBlock([UInt8](repeating: UInt8(ascii: " "), count: 32 << 10))

  /// A deflate block that stores its bytes uncompressed and is not the last one: a stream can
  /// contain any number of them and is valid so far.
  private static func storedBlock(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [
      0, UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8),
    ]
      + bytes
  }
}

extension Hits {
  /// Whether the client cannot read the response as intended, so that it counts as never sent.
  var spoilTheAnswer: Bool {
    faults.contains { fault in
      switch fault.kind {
      case .malformedJSON, .gzipCut, .gzipBomb, .reset, .bodyCut, .stall, .endless: true
      default: false
      }
    }
  }
}
