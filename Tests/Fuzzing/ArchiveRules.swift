import Archive
import ArchiveKit
import Foundation
import Roster
import Synchronization
import TestKit

/// What holds for a small archive, whatever is asked of it, and for files that somebody changed.
final class ArchiveRules: Sendable {
  private let folder: String
  private let good: [UInt8]
  private let archive: Mutex<ArchiveDatabase>
  private let cursors: Set<String>

  private static let made = Mutex<ArchiveRules?>(nil)

  /// The archive of this process, made at first use; its folder is left behind where the process is killed.
  static func shared() throws -> ArchiveRules {
    try made.withLock { made in
      if let made { return made }
      let rules = try ArchiveRules()
      made = rules
      return rules
    }
  }

  private init() throws {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    folder =
      (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "modexport-fuzz-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let made = try ArchiveMaker(folder)
    let names = ["Seán O’Brien", "田中 太郎", "Jean-Luc Picard", "O.J. Simpson", "user42"]
    for (night, count) in [(1, 3), (2, 5), (3, 4)] {
      let roster = names.prefix(count).enumerated().map { index, name in
        Moderator.made(index + 1, name, location: "Zürich", about: "I like maths and 数学.")
      }
      try made.publish(roster, at: day(night))
    }
    try made.finish(at: day(4))
    good = Array(try Data(contentsOf: URL(filePath: made.path)))
    let reader = try ArchiveDatabase.open(at: made.path, for: .reading)
    cursors = Set(try reader.changes(ChangeFilter(after: "0")).cursors)
    archive = Mutex(reader)
  }

  /// Every text is an answerable query, and every hit can be shown.
  func checkSearch(_ text: String) throws {
    for former in [false, true] {
      let query = SearchQuery(text, former: former)
      let people = try archive.withLock { try $0.search(query).people }
      for person in people {
        for part in person.match.highlights + person.highlights(in: person.displayName) {
          try require(part.lowerBound < part.upperBound, "a highlight is empty")
        }
      }
    }
    let folded = FoldedText.folding(text)
    try require(FoldedText.folding(folded) == folded, "a folded text is folded again: \(folded)")
    try require(
      FoldedText.words(in: text).joined(separator: " ") == folded, "words and folding differ")
  }

  /// A text is a cursor of the archive, or is refused.
  func checkCursor(_ text: String) throws {
    for filter in [ChangeFilter(limit: 2, after: text), ChangeFilter(limit: 2, before: text)] {
      do {
        let page = try archive.withLock { try $0.changes(filter) }
        try require(page.cursors.count <= 2, "a page has more rows than were asked for")
        try require(
          page.cursors.allSatisfy(cursors.contains), "a page has rows that the archive has not")
      } catch let error as ArchiveError {
        try require(error.code == .badCursor, "'\(text)': \(error)")
      }
    }
  }

  /// A file is an archive, or is refused with a sentence; it is never changed by a reader.
  func checkFile(_ input: [UInt8]) throws {
    let content =
      (input.first ?? 0) & 1 == 0 ? changed(by: input.dropFirst()) : input.dropFirst()[...]
    // Checks run side by side.
    let own = "\(folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let path = own + "/fuzzed.sqlite"
    try Data(content).write(to: URL(filePath: path))
    do {
      let archive = try ArchiveDatabase.open(at: path, for: .reading, toVerify: true)
      defer { try? archive.close() }
      _ = try archive.verify(by: testRules)
    } catch let error as ArchiveError {
      try require(!error.description.isEmpty, "a refusal has no sentence")
    }
    do {
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      _ = try archive.search(SearchQuery("jean", former: true))
      _ = try archive.changes(ChangeFilter())
      try archive.forEachRow(of: .tenures, ViewFilter(), order: .key) { _ in }
    } catch let error as ArchiveError {
      try require(!error.description.isEmpty, "a refusal has no sentence")
    }
    let after = try Data(contentsOf: URL(filePath: path))
    try require(after.elementsEqual(content), "a reader changed the file")
  }

  /// The good archive with changes of four bytes each: three for the place, one that is added there.
  private func changed(by input: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var content = good
    var rest = input
    while rest.count >= 4 {
      let change = Array(rest.prefix(4))
      let place = change.prefix(3).reduce(0) { $0 << 8 | Int($1) } % content.count
      content[place] &+= change[3]
      rest = rest.dropFirst(4)
    }
    return content[...]
  }
}
