import CZlib

/// Packs and unpacks bodies of HTTP answers, in memory, over zlib.
package enum GzipCodec {
  /// Why a body cannot be unpacked.
  package enum Failure: Error, Hashable, Sendable {
    /// The bytes end before the compressed stream does.
    case cutShort
    /// The bytes are no such stream, or its checksum does not hold.
    case corrupt
    /// The unpacked body would be longer than allowed.
    case tooLarge(limit: Int)
  }

  /// How bytes are wrapped. `deflate` in HTTP is the zlib format; some senders leave its frame away.
  package enum Format: Hashable, Sendable {
    case gzip, zlib, rawDeflate

    fileprivate var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 16
      case .zlib: 15
      case .rawDeflate: -15
      }
    }
  }

  /// Whether the bytes begin as a gzip stream does (`1f 8b`).
  package static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Unpacks one whole stream. What follows its end is ignored, as browsers do.
  ///
  /// - Parameter limit: The most bytes that may come out; memory never grows past it by more than a
  ///   chunk.
  package static func unpack(
    _ bytes: [UInt8], _ format: Format, limit: Int
  ) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe modexport_inflate_init(&stream, format.windowBits) == Z_OK else {
      throw .corrupt
    }
    defer { unsafe inflateEnd(&stream) }
    var output: [UInt8] = []
    output.reserveCapacity(min(limit, bytes.count * 4))
    let end = unsafe run(&stream, input: bytes, output: &output, limit: limit) {
      unsafe inflate(&$0, Z_NO_FLUSH)
    }
    if output.count > limit { throw .tooLarge(limit: limit) }
    switch end {
    case Z_STREAM_END: return output
    case Z_OK, Z_BUF_ERROR: throw .cutShort
    default: throw .corrupt
    }
  }

  /// How much time packing takes for how small a result.
  package enum Effort: Int32, Hashable, Sendable {
    /// Half of the time or less, about a third more bytes.
    case least = 1
    case usual = 6
  }

  /// Packs bytes into one stream.
  package static func pack(
    _ bytes: [UInt8], _ format: Format = .gzip, effort: Effort = .usual
  ) -> [UInt8] {
    var stream = unsafe z_stream()
    let started = unsafe modexport_deflate_init(&stream, effort.rawValue, format.windowBits)
    precondition(started == Z_OK, "zlib cannot start: \(started)")
    defer { unsafe deflateEnd(&stream) }
    var output: [UInt8] = []
    _ = unsafe run(&stream, input: bytes, output: &output, limit: .max) {
      unsafe deflate(&$0, Z_FINISH)
    }
    return output
  }

  /// Steps the stream until it ends, fails, starves or has written more than `limit` bytes; returns
  /// zlib's last word.
  private static func run(
    _ stream: inout z_stream, input: [UInt8], output: inout [UInt8], limit: Int,
    step: (inout z_stream) -> Int32
  ) -> Int32 {
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var source = input
    return unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      while true {
        let status = unsafe chunk.withUnsafeMutableBufferPointer { room in
          unsafe stream.next_out = room.baseAddress
          unsafe stream.avail_out = UInt32(room.count)
          return unsafe step(&stream)
        }
        let written = unsafe chunk.count - Int(stream.avail_out)
        output.append(contentsOf: chunk[..<written])
        if status != Z_OK || output.count > limit || written == 0 { return status }
      }
    }
  }
}
