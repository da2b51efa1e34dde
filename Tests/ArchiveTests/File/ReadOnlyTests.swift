import Archive
import ArchiveKit
import Foundation
import GRDB
import Glibc
import Roster
import TestKit
import Testing

struct ReadOnlyTests {
  /// In a process of its own, because it drops the rights of root, who can write to every folder.
  @Test func aFolderThatNobodyMayWriteToIsReadAsItIs() async {
    await #expect(processExitsWith: .success) {
      try withArchive { test in
        try test.publish([.made(1)], at: day(1))
        try test.archive.close()
        try Self.expectReading(test.path)
      }
    }
  }

  /// As another program may leave it, or `cp`.
  @Test(arguments: ["WAL", "DELETE"])
  func aFileWithoutItsLogIsReadAsItIs(mode: String) async {
    await #expect(processExitsWith: .success) { [mode] in
      try withArchive { test in
        try test.publish([.made(1)], at: day(1))
        try test.damage("PRAGMA journal_mode = \(mode)")
        try Self.expectReading(test.path)
      }
    }
  }

  private static func expectReading(_ path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    let isRoot = geteuid() == 0
    if isRoot { #expect(seteuid(65_534) == 0) }
    let archive = try ArchiveDatabase.open(at: path, for: .reading)
    #expect(try archive.listing(.moderators).rows.count == 1)
    #expect(try archive.search(SearchQuery("user")).people.count == 1)
    var names: [Cell] = []
    try archive.query("SELECT display_name FROM moderators") { _ in
    } row: {
      names += $0
    }
    #expect(names == [.text("User 1")])
    #expect(try archive.verify(by: testRules).findings == [])
    try archive.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == files)
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveDatabase.open(at: path, for: .writing)
    }
    #expect(error?.code == .unwritable)
    if isRoot { #expect(seteuid(0) == 0) }
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    if isRoot { #expect(seteuid(65_534) == 0) }
    let unread = #expect(throws: ArchiveError.self) {
      try ArchiveDatabase.open(at: path, for: .reading)
    }
    #expect(unread?.code == .unreadable)
    if isRoot { #expect(seteuid(0) == 0) }
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
  }
}
