import Crypto
import Roster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a new file into an open folder and hashes what it writes.
final class FileSink: ByteSink {
  private let path: String
  private var descriptor: CInt
  private var hash = SHA256()
  private(set) var count = 0

  /// - Throws: `unwritable`, also where there is something of that name.
  init(_ name: String, in folder: OpenFolder) throws(FolderError) {
    path = folder.path(of: name)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    // Less what the user's mask takes away.
    descriptor = unsafe openat(folder.descriptor, name, flags, 0o666)
    if descriptor < 0 { throw .system(path) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func write(_ bytes: [UInt8]) throws {
    try Self.write(bytes, to: descriptor, path: path)
    hash.update(data: bytes)
    count += bytes.count
  }

  /// Writes all the bytes to a descriptor.
  ///
  /// - Throws: `unwritable`, with the path.
  static func write(
    _ bytes: [UInt8], to descriptor: CInt, path: String
  ) throws(FolderError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe put($0, to: descriptor) }
      if written < 0, errno == EINTR { continue }
      if written < 0 { throw .system(path) }
      rest = rest.dropFirst(written)
    }
  }

  /// Closes the file and returns the SHA-256 of its content in hexadecimal.
  func finish() throws(FolderError) -> String {
    let result = close(descriptor)
    descriptor = -1
    if result != 0 { throw .system(path) }
    return hash.finalize().hexadecimal
  }

  private static func put(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension FolderError {
  /// The system's message about the last call.
  static func system(_ path: String) -> FolderError {
    let reason = unsafe String(cString: strerror(errno))
    return FolderError(code: .unwritable, path: path, detail: reason)
  }
}
