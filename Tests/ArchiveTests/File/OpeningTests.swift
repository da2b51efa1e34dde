import Archive
import ArchiveKit
import Foundation
import GRDB
import Roster
import TestKit
import Testing

struct OpeningTests {
  @Test func readingNeverMakesAFile() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/none.sqlite"
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: path, for: .reading)
      }
      #expect(error?.code == .notFound)
      #expect(error?.description == "There is no archive at \(path).")
      #expect(error?.remedy == .makeArchive)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == [])
    }
  }

  @Test func writingMakesTheFileAndItsFolder() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/a/b/new.sqlite"
      try ArchiveDatabase.open(at: path, for: .writing).close()
      try ArchiveDatabase.open(at: path, for: .reading).close()
      #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty)
    }
  }

  @Test(arguments: [ArchiveDatabase.Access.reading, .writing])
  func aForeignFileIsLeftUntouched(access: ArchiveDatabase.Access) throws {
    try withTemporaryFolder { folder in
      let text = folder + "/notes.txt"
      try Data("not a database, but long enough to look like one".utf8).write(
        to: URL(filePath: text))
      let foreign = folder + "/foreign.sqlite"
      let queue = try DatabaseQueue(path: foreign)
      try queue.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
      try queue.close()
      // SQLite takes it for a database without a page.
      let short = folder + "/short.txt"
      try Data("\n".utf8).write(to: URL(filePath: short))
      for path in [text, foreign, folder, short] {
        let before = try? Data(contentsOf: URL(filePath: path))
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: access)
        }
        #expect(error?.code == .notAnArchive)
        #expect((try? Data(contentsOf: URL(filePath: path))) == before)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.count == 3)
    }
  }

  @Test(
    arguments: [ArchiveDatabase.Access.reading, .writing], [1, ArchiveDatabase.format - 1, 99])
  func anotherFormatIsRefused(access: ArchiveDatabase.Access, format: Int) throws {
    try withArchive { test in
      try test.damage("PRAGMA user_version = \(format)")
      let before = try Data(contentsOf: URL(filePath: test.path))
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: test.path, for: access)
      }
      #expect(error?.code == .otherFormat)
      #expect(try Data(contentsOf: URL(filePath: test.path)) == before)
    }
  }

  /// As after one flipped bit of the header.
  @Test(arguments: [ArchiveDatabase.Access.reading, .writing], [-1, 0, Int(Int32.min)])
  func aVersionThatNobodyWritesIsRefused(access: ArchiveDatabase.Access, version: Int) throws {
    try withArchive { test in
      try test.damage("PRAGMA user_version = \(version)")
      let before = try Data(contentsOf: URL(filePath: test.path))
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: test.path, for: access)
      }
      #expect(error?.code == .notAnArchive)
      #expect(error?.description.contains("has format \(version), which") == true)
      #expect(try Data(contentsOf: URL(filePath: test.path)) == before)
    }
  }

  /// Every path of a file leads to the same archive and the same lock.
  @Test(arguments: [
    "link", "chain", "folder/../archive", "./archive", "linked/archive", "linked/../archive",
    "missing/../archive", "away/link",
  ])
  func theLockIsThatOfTheFileWhateverItsName(name: String) throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      func link(_ name: String, to target: String) throws {
        try manager.createSymbolicLink(
          atPath: "\(folder)/\(name)", withDestinationPath: target)
      }
      for name in ["folder", "away"] {
        try manager.createDirectory(
          atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
      }
      try link("link", to: "archive")
      try link("chain", to: "\(folder)/link")
      try link("linked", to: ".")
      try link("away/link", to: "../link")
      let isAside = name == "linked/../archive"
      // The kernel resolves `..` after a link to the folder above the link's target.
      let parent = URL(filePath: folder).deletingLastPathComponent().path
      let path = isAside ? parent + "/archive" : folder + "/archive"
      for _ in ["before there is a file", "when there is one"] {
        let first = try ArchiveDatabase.open(at: "\(folder)/\(name)", for: .writing)
        #expect(first.path == path)
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: path, for: .writing)
        }
        #expect(error?.code == .inUse)
        try first.close()
        let second = try ArchiveDatabase.open(at: path, for: .writing)
        let other = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: "\(folder)/\(name)", for: .writing)
        }
        #expect(other?.code == .inUse)
        try second.close()
      }
      for suffix in isAside ? ["", ".lock"] : [] { try manager.removeItem(atPath: path + suffix) }
    }
  }

  @Test func linksThatLeadNowhereAreAnError() throws {
    try withTemporaryFolder { folder in
      let manager = FileManager.default
      try manager.createSymbolicLink(atPath: "\(folder)/a", withDestinationPath: "b")
      try manager.createSymbolicLink(atPath: "\(folder)/b", withDestinationPath: "a")
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: "\(folder)/a", for: .writing)
      }
      #expect(error?.code == .unwritable)
    }
  }

  /// A copy has no log. A reader of it blocks the first writer until it ends, and the error reports it.
  @Test func aWriterOfACopyWaitsForReadersAndSaysSo() throws {
    try withArchive { test in
      try test.archive.close()
      try test.damage("PRAGMA journal_mode = DELETE")
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      try reader.asOfNow {
        let start = ContinuousClock.now
        let error = #expect(throws: ArchiveError.self) {
          try ArchiveDatabase.open(at: test.path, for: .writing, busyTimeout: 0.3)
        }
        #expect(error?.code == .inUse)
        #expect(error?.description.contains("is being used by another program") == true)
        #expect(ContinuousClock.now - start < .seconds(5))
      }
      try ArchiveDatabase.open(at: test.path, for: .writing).close()
      try reader.close()
    }
  }

  /// Whenever it began, and in whatever program.
  @Test func aReaderStopsNoWriter() throws {
    try withArchive { test in
      try test.archive.close()
      for night in 1...2 {
        let reader = try DatabaseQueue(path: test.path)
        try reader.inDatabase { database in
          try database.execute(sql: "BEGIN; SELECT count(*) FROM site")
          let writer = try ArchiveMaker(reopening: test.path, at: day(night))
          try writer.publish([.made(night)], at: day(night))
          try writer.finish(at: day(night))
          try database.execute(sql: "COMMIT")
        }
        try reader.close()
      }
      try ArchiveDatabase.open(at: test.path, for: .writing, busyTimeout: 0).close()
      #expect(try Data(contentsOf: URL(filePath: test.path + "-wal")).isEmpty)
    }
  }

  @Test func anEmptyFileIsAnArchiveToBe() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/empty"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: path, for: .reading)
      }
      #expect(error?.code == .notAnArchive)
      try ArchiveDatabase.open(at: path, for: .writing).close()
      try ArchiveDatabase.open(at: path, for: .reading).close()
    }
  }

  @Test func oneWriterAtATime() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/archive.sqlite"
      let first = try ArchiveDatabase.open(at: path, for: .writing)
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveDatabase.open(at: path, for: .writing)
      }
      #expect(error?.code == .inUse)
      try ArchiveDatabase.open(at: path, for: .reading).close()
      try first.close()
      try ArchiveDatabase.open(at: path, for: .writing).close()
    }
  }

  @Test func aReaderSeesWhatAWriterPublishesMeanwhile() throws {
    try withArchive { test in
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      #expect(try reader.listing(.moderators).rows.isEmpty)
      try test.publish([.made(1)], at: day(1))
      #expect(try reader.listing(.moderators).rows.count == 1)
      try test.archive.close()
      #expect(try reader.listing(.moderators).rows.count == 1)
      try reader.close()
    }
  }

  @Test func aReportSeesOneStateWhateverIsPublishedMeanwhile() throws {
    try withArchive { test in
      try test.publish([.made(1)], at: day(1))
      let reader = try ArchiveDatabase.open(at: test.path, for: .reading)
      try reader.asOfNow {
        try test.publish([.made(1), .made(2)], at: day(2))
        #expect(try reader.listing(.moderators).rows.count == 1)
        #expect(try reader.listing(.walks).rows.count == 1)
      }
      #expect(try reader.listing(.moderators).rows.count == 2)
      #expect(throws: CancellationError.self) {
        try reader.asOfNow { throw CancellationError() }
      }
      #expect(try reader.asOfNow { try reader.listing(.walks).rows.count } == 2)
      try reader.close()
    }
  }

  @Test func theFileNamesItselfInItsHeader() throws {
    try withArchive { test in
      try test.archive.close()
      let header = try Data(contentsOf: URL(filePath: test.path)).prefix(72)
      #expect(Array(header[68..<72]) == Array("MODX".utf8))
    }
  }

  /// Written out here, so that no change of the code can change what SQL users rely on.
  @Test(arguments: [
    "sites": """
    network site name site_url site_type site_state audience launch_date first_seen last_seen \
    closed_at moderators verdict grade published_at complete_at
    """,
    "moderators": moderatorColumns,
    "former_moderators": moderatorColumns + " left_at",
    "tenures": """
    network site user_id account_id display_name kind role began_after began_before ended_after \
    ended_before source grade source_url
    """,
    "observations": "network site read_at previous_read_at gap_seconds moderators grade",
    "people": "network account_id display_name sites reputation site_list",
    "changes": """
    id network site user_id account_id display_name kind role detail observed_at previous_walk_at
    """,
    "walks": """
    id run_id network site started_at finished_at verdict grade reasons total items pages requests
    """,
    "pages": """
    walk_id role reading page position item_count has_more total sha256 fetched_at
    """,
    "runs": "id started_at finished_at outcome requests retries quota_remaining",
  ])
  func aViewHasTheColumnsOfTheContract(name: String, columns: String) throws {
    let view = try #require(View(rawValue: name))
    #expect(view.columnNames == columns.split(separator: " ").map(String.init))
    try withArchive { test in
      try test.archive.close()
      let queue = try DatabaseQueue(path: test.path)
      let names = try queue.read {
        try String.fetchAll(
          $0, sql: "SELECT name FROM pragma_table_info(?)", arguments: [view.name])
      }
      #expect(names == view.columnNames)
    }
  }

  private static let moderatorColumns = """
    network site user_id account_id display_name kind role elected reputation gold silver bronze \
    location website_url link profile_image about_text member_since first_seen last_seen
    """

  @Test func everyTableIsStrict() throws {
    try withArchive { test in
      try test.archive.close()
      let lax = try DatabaseQueue(path: test.path).read {
        try String.fetchAll(
          $0,
          sql: """
            SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0
              AND name NOT LIKE 'sqlite_%'
            """)
      }
      #expect(lax == [])
    }
  }

  /// What a `kill -9` leaves: the file and its log in the middle of a transaction.
  @Test func aKilledWriterLeavesWhatItCommitted() throws {
    try withArchive { test in
      try test.publish([.made(1), .made(2)], at: day(1))
      let walk = try test.archive.openWalk(
        site: "math", run: test.run, at: day(2), maxAge: 0)
      let pages = test.pages([.made(1), .made(3), .made(4)], at: day(2), pageSize: 2, total: 3)
      try test.archive.record(pages[0], walk: walk.id)
      let copy = test.path + ".copy"
      let writer = try DatabaseQueue(path: test.path)
      try writer.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN IMMEDIATE; DELETE FROM tenure")
        for suffix in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: test.path + suffix, toPath: copy + suffix)
        }
        try database.execute(sql: "ROLLBACK")
      }
      let reader = try ArchiveDatabase.open(at: copy, for: .reading)
      #expect(try reader.verify(by: testRules).findings == [])
      #expect(try reader.listing(.moderators).rows.count == 2)
      try reader.close()
      let next = try ArchiveDatabase.open(at: copy, for: .writing)
      let run = try next.beginRun(at: day(2, 100))
      #expect(try next.listing(.runs, ViewFilter(run: test.run)).rows[0][3] == .text("killed"))
      let again = try next.openWalk(
        site: "math", run: run, at: day(2, 200), maxAge: 3600)
      #expect(again.id == walk.id)
      #expect(again.pages == [pages[0].withoutItems])
      for page in pages.dropFirst() { try next.record(page, walk: walk.id) }
      let published = try next.publish(walk.id, by: .test, at: day(2, 300), requests: 4)
      #expect(published.moderators == 3 && published.changes.count == 3)
    }
  }

  /// A run that wrote to a file no longer at its path must fail.
  @Test(arguments: [false, true])
  func aFileThatIsGoneAtTheEndIsNamed(isReplaced: Bool) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/a.sqlite"
      let archive = try ArchiveDatabase.open(at: path, for: .writing)
      _ = try archive.beginRun(at: day(0))
      try FileManager.default.moveItem(atPath: path, toPath: folder + "/moved.sqlite")
      if isReplaced { try ArchiveDatabase.open(at: folder + "/b.sqlite", for: .writing).close() }
      if isReplaced {
        try FileManager.default.moveItem(atPath: folder + "/b.sqlite", toPath: path)
      }
      let error = #expect(throws: ArchiveError.self) { try archive.close() }
      #expect(error?.code == .unwritable)
      #expect(error?.description.contains("was moved, removed or replaced") == true)
      try archive.close()
    }
  }
}
