import CZlib

/// Reads a file piece by piece, decompressed where it is one of gzip; memory does not grow with its size.
@safe package final class GzipFile {
  private let file: gzFile
  private static let pieceSize = 256 << 10

  /// - Parameter descriptor: Of a file at its beginning. It is closed with the reader, and stays open where there is no
  ///   memory for one.
  package init?(descriptor: CInt) {
    guard let opened = unsafe gzdopen(descriptor, "rb") else { return nil }
    unsafe file = opened
    _ = unsafe gzbuffer(opened, UInt32(Self.pieceSize))
  }

  deinit { _ = unsafe gzclose(file) }

  /// The next bytes; none at the end.
  ///
  /// - Throws: ``GzipCodec/Failure``: `cutShort` where the file ends before its stream does, `corrupt` where it cannot be
  ///   decompressed or read.
  package func read() throws(GzipCodec.Failure) -> [UInt8] {
    let file = unsafe file
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { room, count in
      unsafe count = max(0, Int(gzread(file, room.baseAddress, UInt32(room.count))))
    }
    var status = Z_OK
    _ = unsafe gzerror(file, &status)
    switch status {
    case Z_OK, Z_STREAM_END: return piece
    case Z_BUF_ERROR: throw .cutShort
    default: throw .corrupt
    }
  }
}
