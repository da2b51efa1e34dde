import CZlib

/// Compresses and decompresses bodies of HTTP responses, in memory, with zlib.
package enum GzipCodec {
  /// Why a body cannot be decompressed.
  package enum Failure: Error, Hashable, Sendable {
    /// The bytes end before the compressed stream ends.
    case cutShort
    /// The bytes are not such a stream, or its checksum is wrong.
    case corrupt
    /// Something that is no compressed stream follows the last one.
    case trailingBytes
    /// The decompressed body would be longer than allowed.
    case tooLarge(limit: Int)
  }

  /// The container format. `deflate` in HTTP is the zlib format; some servers omit its header and
  /// checksum.
  package enum Format: Hashable, Sendable {
    case gzip, zlib, rawDeflate

    var windowBits: Int32 {
      switch self {
      case .gzip: 15 + 16
      case .zlib: 15
      case .rawDeflate: -15
      }
    }
  }

  /// Whether the bytes begin with the magic number of gzip (`1f 8b`).
  package static func isGzip(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Decompresses one whole stream. Bytes after its end are ignored, as in browsers.
  ///
  /// - Parameter limit: The maximum size of the result in bytes; memory use exceeds it by at most
  ///   one chunk.
  package static func unpack(
    _ bytes: [UInt8], _ format: Format, limit: Int
  ) throws(Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe modexport_inflate_init(&stream, format.windowBits) == Z_OK else {
      throw .corrupt
    }
    defer { unsafe inflateEnd(&stream) }
    var (source, output, status) = (bytes, [UInt8](), Z_OK)
    output.reserveCapacity(min(limit, bytes.count * 4))
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      while status == Z_OK, output.count <= limit {
        status = unsafe chunk.withUnsafeMutableBufferPointer { room in
          unsafe stream.next_out = room.baseAddress
          unsafe stream.avail_out = UInt32(room.count)
          return unsafe inflate(&stream, Z_NO_FLUSH)
        }
        output.append(contentsOf: unsafe chunk[..<(chunk.count - Int(stream.avail_out))])
      }
    }
    if output.count > limit { throw .tooLarge(limit: limit) }
    switch status {
    case Z_STREAM_END: return output
    case Z_OK, Z_BUF_ERROR: throw .cutShort
    default: throw .corrupt
    }
  }

  /// The trade-off between speed and size of the result.
  package enum Effort: Int32, Hashable, Sendable {
    /// At most half of the time, about a third more bytes.
    case least = 1
    case usual = 6
  }

  /// Compresses bytes into one stream.
  package static func pack(
    _ bytes: [UInt8], _ format: Format = .gzip, effort: Effort = .usual
  ) -> [UInt8] {
    let stream = GzipStream(format, effort: effort)
    return stream.add(bytes) + stream.finish()
  }
}
