import CZlib

/// Compresses a short text that repeats much of another one, which both sides have: raw deflate with that text as
/// the preset dictionary.
package enum DictionaryCodec {
  /// 8 KiB: of a longer dictionary the end counts.
  private static let windowBits: Int32 = -13

  /// Compresses bytes.
  package static func pack(_ bytes: [UInt8], dictionary: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    let started = unsafe modexport_deflate_init_small(&stream, 3, windowBits)
    precondition(started == Z_OK, "zlib cannot start: \(started)")
    defer { unsafe deflateEnd(&stream) }
    unsafe deflateSetDictionary(&stream, dictionary, UInt32(dictionary.count))
    let most = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    var source = bytes
    return unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      return unsafe [UInt8](unsafeUninitializedCapacity: most) { room, count in
        unsafe stream.next_out = room.baseAddress
        unsafe stream.avail_out = UInt32(most)
        let end = unsafe deflate(&stream, Z_FINISH)
        precondition(end == Z_STREAM_END, "zlib did not end: \(end)")
        count = unsafe most - Int(stream.avail_out)
      }
    }
  }

  /// Decompresses the result of ``pack(_:dictionary:)``. With another dictionary the result is another text or a
  /// failure: the format has no checksum.
  ///
  /// - Parameter limit: The maximum size of the result in bytes.
  package static func unpack(
    _ bytes: [UInt8], dictionary: [UInt8], limit: Int
  ) throws(GzipCodec.Failure) -> [UInt8] {
    var stream = unsafe z_stream()
    guard unsafe modexport_inflate_init(&stream, windowBits) == Z_OK,
      unsafe inflateSetDictionary(&stream, dictionary, UInt32(dictionary.count)) == Z_OK
    else { throw .corrupt }
    defer { unsafe inflateEnd(&stream) }
    var output: [UInt8] = []
    output.reserveCapacity(min(limit, 2 * dictionary.count + 4 * bytes.count))
    let end = unsafe GzipCodec.run(
      &stream, input: bytes, output: &output, limit: limit, chunkSize: 4 << 10
    ) { unsafe inflate(&$0, Z_NO_FLUSH) }
    // What follows the stream would be in the archive and never read.
    if end == Z_STREAM_END, unsafe stream.avail_in > 0 { throw .corrupt }
    return try GzipCodec.whole(output, end, limit: limit)
  }
}
