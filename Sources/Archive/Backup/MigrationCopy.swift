import GRDB
import Glibc

/// A migration of an archive that was made when it was opened.
package struct Migration: Hashable, Sendable {
  /// The format that the archive had.
  package var from: Int
  /// The format that it has now.
  package var to: Int
  /// The path of the copy of the archive as it was.
  package var copy: String
}

/// Keeps a copy of an archive before its format is migrated, which cannot be undone. The copy is named
/// after the archive and its format, such as `modexport.format1.sqlite`.
struct MigrationCopy {
  /// The connection of the writer, who has the lock.
  let queue: DatabaseQueue
  /// The archive's canonical path.
  let path: String
  let format: Int

  private static let mostNames = 1_000

  /// Makes the copy, unless one with the same content is there, which a migration left that did not
  /// succeed. Other copies are never replaced: then the new one has a number in its name.
  ///
  /// - Returns: The path of the copy.
  /// - Throws: ``ArchiveError``: the archive is not to be migrated then.
  func make() throws -> String {
    do {
      let work = try WorkFolder(beside: name(1))
      // Its end removes what is in it.
      defer { withExtendedLifetime(work) {} }
      try ArchiveDatabase.write(
        DatabaseCopier(source: queue), to: work, of: path, target: name(1))
      try requireSameIntegrity(work.copy)
      return try put(work.copy)
    } catch {
      var error = ArchiveError(error, path: path)
      error.description =
        "\(path) keeps its format \(format): no copy of it can be made before it is migrated: "
        + error.description
      throw error
    }
  }

  /// The path of the copy with a number.
  private func name(_ number: Int) -> String {
    let (stem, suffix) = DatedCopies.split(path)
    let folder = CopyTarget.folder(of: path)
    return "\(folder == "/" ? "" : folder)/\(stem).format\(format)"
      + (number > 1 ? "-\(number)" : "") + suffix
  }

  /// The proof of `verify` needs the present format. That SQLite finds the same in both files shows
  /// that the copy is as good as the archive, which a migration may mend.
  private func requireSameIntegrity(_ copy: String) throws {
    let copied = try DatabaseQueue(path: copy)
    defer { try? copied.close() }
    let sql = "PRAGMA integrity_check"
    let (found, expected) = try (
      copied.inDatabase { try String.fetchAll($0, sql: sql) },
      queue.inDatabase { try String.fetchAll($0, sql: sql) }
    )
    guard found == expected else {
      throw ArchiveError(
        .failed, path: path, "the copy is damaged (\(found.first ?? "")); check the disk.")
    }
  }

  private func put(_ copy: String) throws(ArchiveError) -> String {
    for number in 1...Self.mostNames {
      let name = name(number)
      if unsafe link(copy, name) == 0 {
        try CopyTarget.syncFolder(of: name)
        return name
      }
      if errno != EEXIST { return try move(copy, to: name) }
      if Self.isSame(copy, name) { return name }
    }
    throw ArchiveError(
      .unwritable, path: path, "There are \(Self.mostNames) copies of it; remove some.")
  }

  /// For file systems without hard links. The writer's lock keeps other migrations out.
  private func move(_ copy: String, to name: String) throws(ArchiveError) -> String {
    var status = stat()
    guard unsafe lstat(name, &status) != 0, unsafe rename(copy, name) == 0 else {
      throw .copying(to: name)
    }
    try CopyTarget.syncFolder(of: name)
    return name
  }

  /// Whether two files contain the same, but for the counters of SQLite's header and its mark of a
  /// write-ahead log, which change when an archive is opened for writing.
  static func isSame(_ path: String, _ other: String) -> Bool {
    let paths: [String] = [path, other]
    let files = paths.map { unsafe open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    defer { for file in files where file >= 0 { close(file) } }
    guard files.allSatisfy({ $0 >= 0 }) else { return false }
    var isHeader = true
    while true {
      let parts = files.map { part(of: $0, isHeader: isHeader) }
      guard let part = parts[0], part == parts[1] else { return false }
      if part.isEmpty { return true }
      isHeader = false
    }
  }

  /// The next bytes of a file; empty at its end, nil where it cannot be read.
  private static func part(of file: CInt, isHeader: Bool) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while count < bytes.count {
      let read = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0 { return nil }
      if read == 0 { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    if isHeader {
      for position in [18, 19, 24, 25, 26, 27] + Array(92..<100) where position < count {
        bytes[position] = 0
      }
    }
    return bytes
  }
}
