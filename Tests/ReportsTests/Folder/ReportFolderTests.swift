import Foundation
import Reports
import Roster
import Synchronization
import Tables
import TestKit
import Testing

struct ReportFolderTests {
  private let manager = FileManager.default

  /// Runs the body with a path for a report inside a folder of its own.
  private func withPlace(_ body: (_ place: String, _ parent: String) throws -> Void) throws {
    let parent = manager.temporaryDirectory.appending(path: "modexport-\(UUID().uuidString)")
    try manager.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: parent) }
    try body(parent.appending(path: "latest").path, parent.path)
  }

  private func contents(of folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try manager.subpathsOfDirectory(atPath: folder) {
      // Nil for a folder.
      files[name] = manager.contents(atPath: folder + "/" + name)
    }
    return files
  }

  private func expectNothingElse(in parent: String) throws {
    #expect(try manager.contentsOfDirectory(atPath: parent) == ["latest"])
  }

  @Test func aReportHoldsEverythingThatItPromises() throws {
    try withPlace { place, parent in
      let summary = try ReportWriter(source: SampleSource.small).write(to: place)
      let files = try contents(of: place)
      #expect(summary.files == files.count)
      for name in [
        "csv/sites.csv", "csv/moderators.csv", "csv/former_moderators.csv", "csv/people.csv",
        "csv/changes.csv", "csv/walks.csv", "csv/pages.csv", "csv/runs.csv", "csv/tenures.csv",
        "csv/observations.csv", "datapackage.json", "rosters.txt",
      ] {
        #expect(files[name] != nil, "\(name)")
      }
      let sums = String(decoding: try #require(files["SHA256SUMS"]), as: UTF8.self)
      let listed = sums.split(separator: "\n").map { String($0.dropFirst(66)) }
      #expect(listed == files.keys.filter { $0 != "SHA256SUMS" }.sorted())
      try expectNothingElse(in: parent)
    }
  }

  /// Links lead to reports of the same archive and of other moments, and to nothing else.
  @Test func theSameSourceGivesTheSameBytes() throws {
    try withPlace { place, parent in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      let first = try contents(of: place)
      _ = try writer.write(to: place)
      #expect(try contents(of: place) == first)
      _ = try writer.write(to: parent + "/other")
      #expect(try contents(of: parent + "/other") == first)
    }
  }

  @Test func formulasAreCountedAndGuardedOnRequest() throws {
    try withPlace { place, _ in
      var source = SampleSource.small
      source.rows[.sites] = [
        View.sites.row(["network": "stackexchange", "site": "x", "name": "+x"])
      ]
      let exact = try ReportWriter(source: source).write(to: place)
      #expect(exact.formulaCells == 5)
      let sites = try #require(try contents(of: place)["csv/sites.csv"])
      #expect(String(decoding: sites, as: UTF8.self).contains(",+x,"))
      var writer = ReportWriter(source: source)
      writer.spreadsheetSafe = true
      #expect(try writer.write(to: place).formulaCells == 5)
      let guarded = try #require(try contents(of: place)["csv/sites.csv"])
      #expect(guarded.starts(with: [0xEF, 0xBB, 0xBF]))
      #expect(String(decoding: guarded, as: UTF8.self).contains(",'+x,"))
    }
  }

  @Test func aReportThatFailsHalfWayLeavesTheOldOne() throws {
    try withPlace { place, parent in
      _ = try ReportWriter(source: SampleSource.small).write(to: place)
      let old = try contents(of: place)
      var broken = SampleSource.small
      broken.failingView = .walks
      #expect(throws: SampleSource.Broken.self) {
        try ReportWriter(source: broken).write(to: place)
      }
      #expect(try contents(of: place) == old)
      try expectNothingElse(in: parent)
    }
  }

  @Test func nobodyElseSeesAReportUnderWork() throws {
    try withPlace { place, parent in
      let folders = Mutex<[Int?]>([])
      _ = try ReportWriter(source: SampleSource.small).write(to: place) { _ in
        for name in try FileManager.default.contentsOfDirectory(atPath: parent) {
          let attributes = try FileManager.default.attributesOfItem(atPath: "\(parent)/\(name)")
          folders.withLock { $0.append(attributes[.posixPermissions] as? Int) }
        }
      }
      #expect(Set(folders.withLock(\.self)) == [0o700])
    }
  }

  @Test func aReportCanBeStoppedAtEveryFile() throws {
    try withPlace { place, parent in
      let writer = ReportWriter(source: SampleSource.small)
      let count = try writer.write(to: place).files - 1
      let old = try contents(of: place)
      for stop in 1...count {
        let files = Mutex(0)
        #expect(throws: CancellationError.self) {
          try writer.write(to: place) { _ in
            let isLast = files.withLock {
              $0 += 1
              return $0 == stop
            }
            if isLast { throw CancellationError() }
          }
        }
        #expect(try contents(of: place) == old)
      }
      try expectNothingElse(in: parent)
    }
  }

  @Test func twoReportsAtOnceDoNotMix() throws {
    try withPlace { place, _ in
      let writer = ReportWriter(source: SampleSource.small)
      let inner = Mutex(FolderError?.none)
      _ = try writer.write(to: place) { name in
        guard name == "datapackage.json" else { return }
        let error = #expect(throws: FolderError.self) { try writer.write(to: place) }
        inner.withLock { $0 = error }
      }
      #expect(inner.withLock { $0?.code } == .busy)
      #expect(try contents(of: place)["datapackage.json"] != nil)
    }
  }

  @Test func anEmptyFolderIsFilled() throws {
    try withPlace { place, _ in
      try manager.createDirectory(atPath: place, withIntermediateDirectories: true)
      #expect(try ReportWriter(source: SampleSource.small).write(to: place).files > 8)
    }
  }

  @Test(arguments: ["notes.txt", "SHA256SUMS", "datapackage.json", "sub/deep.txt", ".hidden"])
  func aFolderThatHoldsSomethingElseIsRefused(name: String) throws {
    try withPlace { place, parent in
      let file = URL(filePath: place + "/" + name)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{\"name\":\"other\"}".utf8).write(to: file)
      let error = #expect(throws: FolderError.self) {
        try ReportWriter(source: SampleSource.small).write(to: place)
      }
      #expect(error?.code == .foreignFolder)
      #expect(
        error?.description == "\(place) is not replaced: it contains something other than a report")
      #expect(try contents(of: place).count == 1)
      try expectNothingElse(in: parent)
    }
  }

  @Test(arguments: [("csv/notes.txt", "csv/notes.txt"), ("mine/a/b.txt", "mine"), (".x", ".x")])
  func aReportWithAFileOfTheUserIsRefused(name: String, stranger: String) throws {
    try withPlace { place, _ in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      let file = URL(filePath: place + "/" + name)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: file)
      let error = #expect(throws: FolderError.self) { try writer.write(to: place) }
      #expect(error?.detail == "it contains \(stranger), which is not part of a report")
      #expect(try contents(of: place)[name] == Data("mine".utf8))
    }
  }

  /// Also the document by which the folder is known.
  @Test(arguments: ["index.html", "csv/sites.csv", "datapackage.json"])
  func aFileWithAnotherContentThanItsSumIsNotRemoved(name: String) throws {
    try withPlace { place, _ in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      let file = URL(filePath: place + "/" + name)
      let mine = try Data(contentsOf: file) + Data(" ".utf8)
      try mine.write(to: file)
      let error = #expect(throws: FolderError.self) { try writer.write(to: place) }
      #expect(error?.code == .foreignFolder)
      #expect(
        error?.detail == "it contains \(name), which has another content than its SHA256SUMS says")
      #expect(try contents(of: place)[name] == mine)
    }
  }

  @Test func aFileWhoseNameIsNotUTF8IsNoPartOfAReport() throws {
    try withPlace { place, parent in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      let path = Array((place + "/").utf8) + [0xFF, 0]
      let file = unsafe open(path.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o644)
      try #require(file >= 0)
      close(file)
      let error = #expect(throws: FolderError.self) { try writer.write(to: place) }
      #expect(error?.code == .foreignFolder)
      try expectNothingElse(in: parent)
    }
  }

  @Test func linksInTheFolderAreNotFollowed() throws {
    try withPlace { place, parent in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      try manager.removeItem(atPath: place + "/csv")
      try manager.createSymbolicLink(atPath: place + "/csv", withDestinationPath: parent)
      let error = #expect(throws: FolderError.self) { try writer.write(to: place) }
      #expect(error?.code == .foreignFolder)
    }
  }

  @Test func aLinkToAReportStaysALink() throws {
    try withPlace { place, parent in
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: parent + "/real")
      try manager.createSymbolicLink(atPath: place, withDestinationPath: parent + "/real")
      _ = try writer.write(to: place)
      #expect(try manager.destinationOfSymbolicLink(atPath: place) == parent + "/real")
      #expect(try contents(of: parent + "/real")["index.html"] != nil)
    }
  }

  @Test func aFileInTheWayIsRefused() throws {
    try withPlace { place, _ in
      try Data("mine".utf8).write(to: URL(filePath: place))
      let error = #expect(throws: FolderError.self) {
        try ReportWriter(source: SampleSource.small).write(to: place)
      }
      #expect(error?.code == .foreignFolder)
    }
  }

  @Test func aPlaceThatCannotBeWrittenIsSaidSo() throws {
    try withPlace { place, _ in
      try Data().write(to: URL(filePath: place))
      let error = #expect(throws: FolderError.self) {
        try ReportWriter(source: SampleSource.small).write(to: place + "/below")
      }
      #expect(error?.code == .unwritable)
    }
  }
}
