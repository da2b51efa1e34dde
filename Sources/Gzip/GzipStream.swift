import CZlib

/// Compresses bytes into one stream, piece by piece; memory does not grow with their number.
///
/// The stream names no time and no file, so the same bytes give the same stream.
@safe package final class GzipStream {
  /// On the heap, since zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  private var chunk = [UInt8](repeating: 0, count: 64 << 10)

  /// - Parameter effort: The trade-off between speed and size.
  package init(_ format: GzipCodec.Format = .gzip, effort: GzipCodec.Effort = .usual) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let started = unsafe modexport_deflate_init(stream, effort.rawValue, format.windowBits)
    precondition(started == Z_OK, "zlib cannot start: \(started)")
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Takes more bytes, and returns what can already be written.
  package func add(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : run(bytes, Z_NO_FLUSH)
  }

  /// Ends the stream and returns the rest. Nothing may be added after it.
  package func finish() -> [UInt8] { run([], Z_FINISH) }

  private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var (source, output) = (bytes, [UInt8]())
    unsafe source.withUnsafeMutableBufferPointer { source in
      unsafe stream.pointee.next_in = source.baseAddress
      unsafe stream.pointee.avail_in = UInt32(source.count)
      var status = Z_OK
      repeat {
        status = unsafe chunk.withUnsafeMutableBufferPointer { room in
          unsafe stream.pointee.next_out = room.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room.count)
          return unsafe deflate(stream, flush)
        }
        output.append(contentsOf: unsafe chunk[..<(chunk.count - Int(stream.pointee.avail_out))])
        // A full chunk may have more behind it.
      } while unsafe status == Z_OK && stream.pointee.avail_out == 0
    }
    return output
  }
}
