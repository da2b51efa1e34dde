import Archive
import ArchiveKit
import Foundation
import Roster
import Synchronization
import Tables
import TestKit

@testable import ModExportCommands

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
    try withFile(content) { path in
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
        try read(archive)
      } catch let error as ArchiveError {
        try require(!error.description.isEmpty, "a refusal has no sentence")
      }
      let after = try Data(contentsOf: URL(filePath: path))
      try require(after.elementsEqual(content), "a reader changed the file")
    }
  }

  /// A table of claims is refused with a sentence, or is stored whole in an archive that stays proven.
  func checkClaims(_ input: [UInt8]) throws {
    let claims: [(SiteRef, Tenure)]
    do {
      claims = try read(input)
    } catch let error as Tables.CSVReader.Malformed {
      return try require(!error.reason.isEmpty, "a refusal has no sentence")
    } catch let error as CommandFailure {
      return try require(
        error.status == .usage && !error.sentence.isEmpty, "a site is refused with '\(error)'")
    }
    for (_, tenure) in claims { try check(tenure) }
    guard !claims.isEmpty else { return }
    try withFile(good[...]) { path in
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      defer { try? archive.close() }
      let file = BackfillFile(
        name: "claims.csv", bytes: input.count, sha256: String(repeating: "0", count: 64))
      let result: ClaimBackfill
      do {
        result = try archive.backfill(file, of: nil, from: Self.url, at: day(5)) { store in
          for (site, tenure) in claims { try store(site, tenure) }
        }
      } catch let error as ArchiveError where error.code == .unfit {
        return try require(!error.description.isEmpty, "a refusal has no sentence")
      }
      try require(result.kept == claims.count, "\(result.kept) of \(claims.count) rows are kept")
      let findings = try archive.verify(by: testRules).findings
      try require(findings.isEmpty, "the archive is no longer proven: \(findings)")
      try read(archive)
    }
  }

  private static let url = "https://example.org/list"

  private func read(_ input: [UInt8]) throws -> [(SiteRef, Tenure)] {
    var file = try ClaimFile(
      Tables.CSVReader(TextRules.pieces(of: input, 100)), of: nil, from: Self.url,
      among: SiteDirectory(sites: [.math]), now: day(5))
    var claims: [(SiteRef, Tenure)] = []
    while let claim = try file.next() { claims.append(claim) }
    return claims
  }

  private func check(_ tenure: Tenure) throws {
    let bounds = tenure.bounds
    try require(tenure.userID != nil || !tenure.name.isEmpty, "a claim is about nobody")
    try require(!tenure.name.utf8.contains(0), "a name has U+0000")
    try require(
      (bounds.beganAfter ?? .distantPast) <= bounds.beganBefore
        && bounds.beganBefore <= bounds.endedAfter
        && bounds.endedAfter <= (bounds.endedBefore ?? .distantFuture),
      "the bounds are not in the order of time: \(bounds)")
  }

  /// Asks an archive what a person would.
  private func read(_ archive: ArchiveDatabase) throws {
    _ = try archive.search(SearchQuery("jean", former: true))
    _ = try archive.changes(ChangeFilter())
    try archive.forEachRow(of: .tenures, ViewFilter(), order: .key) { _ in }
  }

  /// Runs the body with the path of a file of its own, as checks run side by side.
  private func withFile(_ content: ArraySlice<UInt8>, _ body: (String) throws -> Void) throws {
    let own = "\(folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: own) }
    let path = own + "/fuzzed.sqlite"
    try Data(content).write(to: URL(filePath: path))
    try body(path)
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
