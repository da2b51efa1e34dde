import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// Somebody of whom badges and claims tell, and who is withheld.
struct WithheldClaimTests {
  private static let url = "https://claims.example/1"

  private static func claim(
    _ user: Int?, _ name: String = "", account: Int? = nil
  ) -> Tenure {
    Tenure(
      userID: user, accountID: account, name: name,
      bounds: TenureBounds(
        beganAfter: nil, beganBefore: day(-900), endedAfter: day(-800), endedBefore: day(-700),
        source: name.isEmpty ? .badge : .claim, sourceURL: name.isEmpty ? nil : url))
  }

  private static let claims = [
    claim(771_771, "Bobbins", account: 12), claim(771_771), claim(nil, "Robinson"),
    claim(772_772, "Robinson"), claim(3, "Eve"), claim(773_773, "Robinsonsky"),
  ]

  @discardableResult
  private static func read(_ maker: ArchiveMaker, _ file: String) throws -> Int {
    let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: file)
    return try maker.archive.backfill(file, of: nil, from: url, at: day(4)) { store in
      for claim in claims { try store("math", claim) }
    }.kept
  }

  /// Bob, who is user 771771 and was called Robinson, and Eve.
  private static func withBob(_ body: (ArchiveMaker) throws -> Void) throws {
    try withArchive { maker in
      let eve = Moderator.made(3, "Eve", account: 13)
      try maker.publish([.made(771_771, "Robinson", account: 12), eve], at: day(1))
      try maker.publish([.made(771_771, "Bob", account: 12), eve], at: day(2))
      try body(maker)
    }
  }

  private static func withhold(_ maker: ArchiveMaker) throws -> Withholding {
    let bob = try #require(try maker.archive.person(account: 12, network: testNetwork))
    return try maker.archive.withhold(bob, at: day(3))
  }

  /// Nothing that only Bob's rows have is in the file.
  private static func expectNothing(_ maker: ArchiveMaker, _ names: [String]) throws {
    #expect(try maker.archive.eraseWithheld())
    for path in [maker.path, maker.path + "-wal"] {
      let bytes = FileManager.default.contents(atPath: path) ?? Data()
      for name in names {
        #expect(bytes.range(of: Data(name.utf8)) == nil, "\(name) in \(path)")
      }
    }
  }

  private static func told(_ maker: ArchiveMaker) throws -> [String] {
    try maker.archive.tenures(of: "math").filter { $0.bounds.source != .reading }.map(\.name)
      .sorted()
  }

  @Test func whatFilesTellOfThemGoes() throws {
    try Self.withBob { maker in
      #expect(try Self.read(maker, "ab") == 6)
      #expect(try Self.withhold(maker).claims == 3)
      // Another user with a name of theirs is somebody else.
      #expect(try Self.told(maker) == ["Eve", "Robinson", "Robinsonsky"])
      try Self.expectNothing(maker, ["Bobbins", "771771"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      let kept = try maker.archive.rebuild(by: testRules)
      #expect(kept.after?.findings == [])
    }
  }

  /// A name that only a claim gives them is theirs as one of a roster is.
  @Test func aClaimByANameThatAClaimGivesGoes() throws {
    try Self.withBob { maker in
      let claims = [
        Self.claim(771_771, "Bobbins"), Self.claim(nil, "BOBBINS"), Self.claim(nil, "Eve"),
      ]
      func read(_ sum: String) throws -> Int {
        let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: sum)
        return try maker.archive.backfill(file, of: nil, from: Self.url, at: day(4)) { store in
          for claim in claims { try store("math", claim) }
        }.kept
      }
      #expect(try read("ab") == 3)
      #expect(try Self.withhold(maker).claims == 2)
      #expect(try Self.told(maker) == ["Eve"])
      #expect(try read("cd") == 1)
      try Self.expectNothing(maker, ["Bobbins", "BOBBINS"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }

  @Test func aFileThatIsReadLaterBringsNothingBack() throws {
    try Self.withBob { maker in
      try Self.read(maker, "ab")
      _ = try Self.withhold(maker)
      let head = try maker.archive.head()
      // The same one changes nothing; another with the same rows gives those of the others.
      #expect(try Self.read(maker, "ab") == 0)
      #expect(try maker.archive.head() == head)
      #expect(try Self.read(maker, "cd") == 3)
      #expect(try Self.told(maker) == ["Eve", "Robinson", "Robinsonsky"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
      try Self.expectNothing(maker, ["Bobbins", "771771"])
      try maker.archive.close()
      try Self.expectNothing(maker, ["Bobbins", "771771"])
    }
  }

  /// Whoever writes a list writes names as they like; names on wikis differ by their capitals.
  @Test(arguments: ["ROBINSON", " Robinson ", "robinson", "Röbinson", "Robin\u{AD}son"])
  func aNameIsRecognisedHoweverItIsWritten(name: String) throws {
    for isFirst in [false, true] {
      try Self.withBob { maker in
        func read() throws -> Int {
          let file = BackfillFile(name: "claims.csv", bytes: 1, sha256: "ef")
          return try maker.archive.backfill(file, of: nil, from: Self.url, at: day(4)) { store in
            try store("math", Self.claim(nil, name))
            try store("math", Self.claim(nil, "Robin Sonne"))
          }.kept
        }
        if isFirst {
          #expect(try read() == 2)
          #expect(try Self.withhold(maker).claims == 1)
        } else {
          _ = try Self.withhold(maker)
          #expect(try read() == 1)
        }
        #expect(try Self.told(maker) == ["Robin Sonne"])
        #expect(try maker.archive.verify(by: testRules).findings == [])
        let people = try #require(try maker.archive.withheldPeople())
        let log = LogRef("renameuser", of: "math", in: testNetwork)
        let rows = ["Robinson", "ROBINSON"].enumerated().map { place, name in
          LogEntry(id: place, time: day(0), .rename(UserRename(oldName: name, newName: nil)))
        }
        #expect(try people.leavingOut(rows, of: log).map(\.id) == [1])
      }
    }
  }

  /// Whoever is known by claims alone is recognised by their id.
  @Test func whomOnlyClaimsKnowIsWithheldToo() throws {
    try withArchive { maker in
      try maker.publish([.made(3, "Eve")], at: day(1))
      try Self.read(maker, "ab")
      let bob = try #require(
        try maker.archive.loggedPeople(named: "Bobbins", in: testNetwork).first)
      #expect(bob.sites.map(\.userID) == [771_771])
      #expect(try maker.archive.withhold(bob, at: day(3)).claims == 2)
      #expect(try Self.read(maker, "cd") == 4)
      try Self.expectNothing(maker, ["Bobbins", "771771"])
      // A list that has them now does not bring them back either.
      let people = try #require(try maker.archive.withheldPeople())
      let roster = try people.replacing([.made(771_771, "Bobbins"), .made(3, "Eve")], on: "math")
      #expect(roster.map(\.displayName) == ["withheld", "Eve"])
      #expect(try maker.archive.verify(by: testRules).findings == [])
    }
  }
}
