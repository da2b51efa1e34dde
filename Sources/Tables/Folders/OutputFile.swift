import Crypto
import Glibc
import Roster

/// A file of a folder, under work: hashed as it is written.
package final class OutputFile: ByteSink {
  private let path: String
  private var file: CInt
  private var hash = SHA256()
  private var count = 0
  private let finished: (_ sha256: String, _ bytes: Int) -> Void

  init(_ file: CInt, _ path: String, finished: @escaping (String, Int) -> Void) {
    (self.file, self.path, self.finished) = (file, path, finished)
  }

  deinit { if file >= 0 { close(file) } }

  /// Writes all the bytes. Throws `FolderError`.
  package func write(_ bytes: [UInt8]) throws {
    try AtomicFile.write(bytes, to: file, path)
    hash.update(data: bytes)
    count += bytes.count
  }

  /// Writes the signature of another file.
  func sign(_ other: String, with key: SigningKey) throws(FolderError) {
    let signed = unsafe open(other, O_RDONLY | O_CLOEXEC)
    if signed < 0 { throw .system(other) }
    defer { close(signed) }
    try key.sign(signed, to: file)
    if lseek(file, 0, SEEK_END) < 1 {
      throw FolderError(code: .unwritable, path: path, detail: "ssh-keygen wrote no signature")
    }
  }

  /// Closes the file; nothing may be written after that.
  ///
  /// - Throws: ``FolderError``: `unwritable`.
  package func finish() throws(FolderError) {
    let result = close(file)
    file = -1
    if result != 0 { throw .system(path) }
    finished(hash.finalize().hexadecimal, count)
  }
}
