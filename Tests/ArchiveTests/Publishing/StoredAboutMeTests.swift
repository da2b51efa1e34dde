import Archive
import ArchiveKit
import Foundation
import Roster
import TestKit
import Testing

/// The HTML of a long profile is stored compressed.
struct StoredAboutMeTests {
  private static let text = String(repeating: "I moderate, and I write – a lot. ", count: 40)

  /// The HTML of the members as the table has it.
  private static func stored(_ file: ArchiveFile) throws -> [String] {
    try file.rows(
      "SELECT typeof(about_me), length(about_me_deflate) < 200 FROM member ORDER BY user_id"
    ).map { $0.map { $0 ?? "-" }.joined(separator: " ") }
  }

  @Test func onlyLongTextsAreCompressed() throws {
    try withArchive { test in
      var bare = Moderator.made(4)
      bare.aboutMe = String(repeating: "<p></p>", count: 90)
      let people = [.made(1), .made(2, about: "Short."), .made(3, about: Self.text), bare]
      try test.publish(people, at: day(1))
      let read = try test.archive.moderators(of: Site.math.ref)
      #expect(read.map(\.aboutMe) == people.map(\.aboutMe))
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.archive.close()
      #expect(try Self.stored(test.file) == ["null -", "text -", "null 1", "null 1"])
    }
  }

  @Test func aProfileMayGrowShrinkAndLeave() throws {
    try withArchive { test in
      let texts = ["Short.", Self.text, Self.text + "More.", nil, Self.text]
      for (index, text) in texts.enumerated() {
        try test.publish([.made(1, about: text), .made(2)], at: day(index + 1))
        let html = text.map { "<p>\($0)</p>" }
        #expect(try test.archive.moderators(of: Site.math.ref).first?.aboutMe == html)
      }
      try test.publish([.made(2)], at: day(9))
      #expect(try test.archive.verify(by: testRules).findings == [])
      try test.publish([.made(1, about: Self.text), .made(2)], at: day(10))
      #expect(try test.archive.verify(by: testRules).findings == [])
    }
  }

  @Test(arguments: [
    "UPDATE member SET about_me_deflate = x'00'",
    "UPDATE member SET about_me_deflate = NULL",
    "UPDATE member SET about_text = 'I do not.'",
    "UPDATE member SET about_text = replace(about_text, 'write', 'paint')",
    "UPDATE member SET about_me = 'x', about_me_deflate = NULL",
    "UPDATE member SET about_me_deflate = CAST(about_me_deflate || 'more' AS BLOB)",
  ])
  func anEditIsNoticedAndNamesTheUser(edit: String) throws {
    try withArchive { test in
      try test.publish([.made(3, about: Self.text)], at: day(1))
      try test.damage(edit + " WHERE user_id = 3")
      let findings = try test.file.verification().findings.map(\.description)
      #expect(findings.contains { $0.contains("users 3") }, "\(findings)")
    }
  }

  @Test func htmlThatIsThereTwiceIsNoticed() throws {
    try withArchive { test in
      try test.publish([.made(3, about: Self.text)], at: day(1))
      try test.damage("UPDATE member SET about_me = 'x'")
      #expect(
        try test.file.verification().findings.map(\.description)
          == ["1 rows of member have their HTML twice."])
    }
  }
}
