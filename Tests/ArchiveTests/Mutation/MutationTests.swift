import Archive
import ArchiveKit
import Foundation
import Synchronization
import TestKit
import Testing

/// `verify` notices every edit of one value or one row in the file. The manual lists the
/// exceptions, and this suite checks that list.
struct MutationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["MUTATION_COUNT"].flatMap { Int($0) } ?? 2000
  private static let seed = environment["MUTATION_SEED"].flatMap { UInt64($0) } ?? 12

  @Test func whatVerifyDoesNotNoticeIsWhatTheManualSays() throws {
    try withMemoryFolder { folder in
      let path = try RichArchive.make(in: folder)
      let archive = try EditedArchive(path, in: folder)
      try #require(try archive.isSound)
      var tally = try Self.run(archive, count: Self.count, seed: Self.seed)
      let told = try UnseenEdits.inManual()
      for place in told.sorted() {
        try Self.edit(place, of: archive, seed: Self.seed, until: &tally)
      }
      print("Of \(tally.count) edits (seed \(Self.seed)) verify noticed, by table:\n\(tally.table)")
      for (place, edits) in tally.unnoticed.sorted(by: { $0.key < $1.key }) {
        print("Not noticed: \(place), \(edits.count) of \(tally.made[place] ?? 0): \(edits[0])")
      }
      let found = Set(tally.unnoticed.keys.map { told.contains($0.whole) ? $0.whole : $0 })
      #expect(found.subtracting(told).sorted() == [], "not noticed, and the manual does not say so")
      #expect(told.subtracting(found).sorted() == [], "noticed, and the manual says it is not")
    }
  }

  @Test func theArchiveIsSound() throws {
    try withMemoryFolder { folder in
      let path = try RichArchive.make(in: folder)
      let archive = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? archive.close() }
      let findings = try archive.verify(by: testRules).findings
      #expect(findings == [])
    }
  }

  /// Edits a part that the manual names until one edit of it is not noticed, at most 500 times: few values of some columns
  /// are possible.
  private static func edit(
    _ place: Edit.Place, of archive: EditedArchive, seed: UInt64, until tally: inout EditTally
  ) throws {
    guard let table = archive.tables.first(where: { $0.name == place.table }),
      table.parts.contains(place.part)
    else { return }
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 where tally.unnoticed[place] == nil {
      guard let edit = table.edit(place.part, &random) else { continue }
      tally.add(edit, try archive.outcome(of: edit, keepingReferences: false))
    }
  }

  /// Edits every part of every table several times, and the rest at random.
  private static func run(
    _ archive: EditedArchive, count: Int, seed: UInt64
  ) throws -> EditTally {
    let places = archive.tables.flatMap { table in table.parts.map { (table, $0) } }
    let tally = Mutex(EditTally())
    let failure = Mutex<(any Error)?>(nil)
    let workers = 4
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var random = SeededRandom(seed: seed &* 1000 &+ UInt64(worker))
      var own = EditTally()
      do {
        var round = worker
        while own.count < count / workers, round < count * 20 {
          let (table, part) = places[round / workers % places.count]
          round += workers
          guard let edit = table.edit(part, &random) else { continue }
          let outcome = try archive.outcome(of: edit, keepingReferences: random.chance(25))
          own.add(edit, outcome)
        }
      } catch {
        failure.withLock { $0 = error }
      }
      tally.withLock { $0.merge(own) }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return tally.withLock { $0 }
  }
}
