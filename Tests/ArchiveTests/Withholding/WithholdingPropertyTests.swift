import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Random histories in which somebody is withheld. MODEXPORT_SEEDS plays so many instead of 50.
struct WithholdingPropertyTests {
  private static let seeds =
    ProcessInfo.processInfo.environment["MODEXPORT_SEEDS"].flatMap(UInt64.init) ?? 50

  @Test(arguments: 0..<4)
  func nothingIsLeftOfSomebodyAndAllOfEverybodyElse(part: Int) throws {
    for seed in UInt64(0)..<Self.seeds where seed % 4 == UInt64(part) {
      try withMemoryFolder { folder in try withholdSomebody(seed, in: folder) }
    }
  }

  private func withholdSomebody(_ seed: UInt64, in folder: String) throws {
    var history = try SecretHistory(seed: seed, in: folder)
    for _ in 0..<Int.random(in: 1...8, using: &history.random) { _ = try history.play(changes: 3) }
    guard let (number, record) = try history.somebody() else { return }
    let archive = history.maker.archive
    let person = history.people[number]
    let before = try views(of: history.maker)
    let withholding = try archive.withhold(record, at: day(history.night, 900))
    #expect(!withholding.isEmpty, "seed \(seed)")
    #expect(try archive.eraseWithheld())
    expectNothing(of: person, history.maker, "seed \(seed)")
    let after = try views(of: history.maker)
    for view in View.allCases {
      let others = before[view]?.filter { !person.isIn($0) && $0 != peopleRow(of: person, $0) }
      #expect(after[view] == others, "seed \(seed): \(view)")
    }
    let verification = try archive.verify(by: testRules)
    #expect(verification.findings == [], "seed \(seed)")
    #expect(verification.withheld == 1)
    try playOn(&history, number, seed)
  }

  /// More nights, in which the person is still listed, and then leaves or gets other roles and names.
  private func playOn(_ history: inout SecretHistory, _ number: Int, _ seed: UInt64) throws {
    let archive = history.maker.archive
    let withheld = try archive.withheldPeople()
    #expect(withheld != nil)
    for _ in 0..<(seed.isMultiple(of: 10) ? 30 : 3) {
      let told = try history.play(changes: 0, leavingOut: withheld)
      #expect(
        told.allSatisfy { [.profile, .renamed].contains($0.kind) && $0.displayName != "withheld" },
        "seed \(seed): \(told)")
    }
    try history.readFilesAgain()
    history.renameUnseen(number)
    for _ in 0..<3 { _ = try history.play(changes: 3, leavingOut: withheld) }
    let findings = try archive.verify(by: testRules).findings
    #expect(findings == [], "seed \(seed)")
    let changes = try history.maker.rows(.changes)
    #expect(try archive.rebuild(by: testRules).after?.findings == [], "seed \(seed)")
    #expect(try history.maker.rows(.changes) == changes, "seed \(seed)")
    expectNothing(of: history.people[number], history.maker, "seed \(seed), later")
    let copy = history.maker.path + ".copy"
    _ = try archive.backUp(to: copy, by: testRules, at: day(history.night, 990))
    try archive.close()
    expectNothing(of: history.people[number], history.maker, "seed \(seed), closed")
    let bytes = FileManager.default.contents(atPath: copy) ?? Data()
    #expect(!history.people[number].secrets.contains { Self.contains(bytes, $0) })
  }

  private func views(of maker: ArchiveMaker) throws -> [View: [[String: String]]] {
    try Dictionary(uniqueKeysWithValues: View.allCases.map { ($0, try maker.rows($0)) })
  }

  /// The row of a view where it is that of the person in `people`.
  private func peopleRow(
    of person: SecretHistory.Person, _ row: [String: String]
  ) -> [String: String]? {
    person.account.map { row["account_id"] == "\($0)" } == true ? row : nil
  }

  private func expectNothing(
    of person: SecretHistory.Person, _ maker: ArchiveMaker, _ comment: String
  ) {
    let bytes = maker.file.bytes
    for secret in person.secrets where Self.contains(bytes, secret) {
      Issue.record("\(comment): \(String(decoding: secret, as: UTF8.self)) is left")
    }
  }

  /// Whether bytes contain a secret. `range(of:)` takes a tenth of the time of all tests.
  private static func contains(_ bytes: Data, _ secret: Data) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe secret.withUnsafeBytes { secret in
        guard let first = unsafe secret.first, var place = bytes.baseAddress,
          let beginning = secret.baseAddress
        else { return unsafe secret.isEmpty }
        let end = unsafe place + bytes.count - secret.count + 1
        while unsafe place < end, let found = unsafe memchr(place, Int32(first), end - place) {
          if unsafe memcmp(found, beginning, secret.count) == 0 { return true }
          unsafe place = UnsafeRawPointer(found) + 1
        }
        return false
      }
    }
  }
}
