import Crypto
import Glibc
import Gzip
import Roster

/// A file that somebody hands in: what identifies it, and its content piece by piece, decompressed where it is one of gzip.
package final class InputFile {
  /// Without its folder.
  package let name: String
  /// The size and the SHA-256 of the file as it is, in hexadecimal digits.
  package let bytes: Int
  package let sha256: String
  private let content: GzipFile
  private var peeked: [UInt8]?

  /// Why a file cannot be read, as the predicate of a sentence.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }

  /// Opens a file, and reads it once for its digest.
  ///
  /// - Throws: ``Failure`` where there is none that can be read, as where a pipe is there, which could not be read twice.
  package init(at path: String) throws(Failure) {
    // Does not block, as opening a named pipe would.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Self.systemFailure }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let sum = Entry.sum(of: file), lseek(file, 0, SEEK_SET) == 0,
      let content = GzipFile(descriptor: file)
    else {
      close(file)
      throw Failure(description: "is not a file that can be read")
    }
    name = path.split(separator: "/").last.map { String($0) } ?? path
    (sha256, bytes, self.content) = (sum.sha256, sum.bytes, content)
  }

  /// The first bytes of the content, which ``read()`` gives once more.
  ///
  /// - Throws: As ``read()``.
  package func peek() throws(Failure) -> [UInt8] {
    let piece = try read()
    peeked = piece
    return piece
  }

  /// The next bytes of the content; none at its end.
  ///
  /// - Throws: ``Failure`` where it is damaged or cut short.
  package func read() throws(Failure) -> [UInt8] {
    if let peeked {
      self.peeked = nil
      return peeked
    }
    do {
      return try content.read()
    } catch .cutShort {
      throw Failure(description: "is cut short: its compressed content goes on")
    } catch .trailingBytes {
      throw Failure(description: "is damaged: something follows the end of its compressed content")
    } catch {
      throw Failure(description: "is damaged: it cannot be decompressed")
    }
  }

  private static var systemFailure: Failure {
    Failure(description: "cannot be read: \(unsafe String(cString: strerror(errno)))")
  }
}
