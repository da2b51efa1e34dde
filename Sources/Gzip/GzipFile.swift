import CZlib
import Glibc

/// Reads a file piece by piece, decompressed where it is one of gzip, which can have several streams one after the other;
/// memory does not grow with its size.
@safe package final class GzipFile {
  private let file: CInt
  /// On the heap, since zlib keeps the address.
  private let stream: UnsafeMutablePointer<z_stream>
  /// What was read and is not decompressed yet.
  private var input: ArraySlice<UInt8> = []
  private var state = State.beginning
  private static let pieceSize = 256 << 10

  private enum State { case beginning, plain, inStream, betweenStreams }

  /// - Parameter descriptor: Of a file at its beginning. It is closed with the reader, and stays open where there is no
  ///   memory for one.
  package init?(descriptor: CInt) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    file = descriptor
    guard unsafe modexport_inflate_init(stream, GzipCodec.Format.gzip.windowBits) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    close(file)
  }

  /// The next bytes; none at the end.
  ///
  /// - Throws: ``GzipCodec/Failure``: `cutShort` where the file ends before its stream does, `trailingBytes` where something
  ///   else follows it, `corrupt` where it cannot be decompressed or read.
  package func read() throws(GzipCodec.Failure) -> [UInt8] {
    while true {
      switch state {
      case .beginning:
        try fill()
        state = GzipCodec.isGzip(Array(input.prefix(2))) ? .inStream : .plain
      case .plain:
        if input.isEmpty { try fill() }
        defer { input = [] }
        return Array(input)
      case .inStream:
        let piece = try inflateNext()
        if !piece.isEmpty { return piece }
        guard state == .inStream, input.isEmpty else { continue }
        try fill()
        if input.isEmpty { throw .cutShort }
      case .betweenStreams:
        // The mark of the next stream has two bytes.
        if input.count < 2 { try fill() }
        if input.isEmpty { return [] }
        guard GzipCodec.isGzip(Array(input.prefix(2))) else { throw .trailingBytes }
        _ = unsafe inflateReset(stream)
        state = .inStream
      }
    }
  }

  /// Reads on, unless the file has ended.
  private func fill() throws(GzipCodec.Failure) {
    var count = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { room, filled in
      repeat {
        count = unsafe Glibc.read(file, room.baseAddress, room.count)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    if count < 0 { throw .corrupt }
    input = input.isEmpty ? piece[...] : input + piece
  }

  /// Decompresses as much of the input as fits into one piece.
  private func inflateNext() throws(GzipCodec.Failure) -> [UInt8] {
    var (status, rest) = (Z_OK, 0)
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { room, filled in
      unsafe input.withUnsafeMutableBufferPointer { source in
        unsafe stream.pointee.next_in = source.baseAddress
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        rest = unsafe Int(stream.pointee.avail_in)
        filled = unsafe room.count - Int(stream.pointee.avail_out)
      }
    }
    input = input.suffix(rest)
    switch status {
    case Z_STREAM_END: state = .betweenStreams
    // Without more input nothing more can be decompressed.
    case Z_OK, Z_BUF_ERROR: break
    default: throw .corrupt
    }
    return piece
  }
}
