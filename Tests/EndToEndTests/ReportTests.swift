import ArchiveKit
import Foundation
import SampleNetwork
import TestKit
import Testing

/// What `report` of the built program leaves on the disk.
@Suite(.bounded) struct ReportTests {
  private static let free = SampleLimits(requestsPerSecond: nil)

  /// A report contains no trace of where and when it was written.
  @Test func theSameArchiveGivesTheSameBytesEverywhere() async throws {
    try await withTemporaryFolder { folder in
      for day in [0, 60] {
        let configuration = SampleConfiguration(day: day, siteLimit: 12, limits: Self.free)
        try await SampleServer.withRunning(configuration) { base, _ in
          let ending = try await Program.run(Program.sync(base), in: folder)
          #expect(ending.code == 0)
        }
      }
      let places = [
        ["TZ": "Asia/Tokyo", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"],
        ["TZ": "America/Los_Angeles", "LC_ALL": "C"],
      ]
      var reports: [[String: Data]] = []
      for (number, place) in places.enumerated() {
        let arguments = ["report", "--archive", ArchiveFile.name, "--output", "report-\(number)"]
        let ending = try await Program.run(arguments, in: folder, environment: place)
        #expect(ending.code == 0, "\(ending.messages)")
        reports.append(try Self.files(in: "\(folder)/report-\(number)"))
      }
      #expect(reports[0].count > 20)
      #expect(reports[0].keys == reports[1].keys)
      for (name, bytes) in reports[0] { #expect(reports[1][name] == bytes, "\(name) differs") }
    }
  }

  @Test func aDiskThatTakesNoMoreLeavesTheOldReport() async throws {
    try await withTemporaryFolder { folder in
      let configuration = SampleConfiguration(day: 0, siteLimit: 12, limits: Self.free)
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      let report = ["report", "--archive", ArchiveFile.name, "--output", "reports/latest"]
      let first = try await Program.run(report, in: folder)
      #expect(first.code == 0)
      let old = try Self.files(in: folder + "/reports")
      for room in [1_000, 30_000] {
        let ending = try await Program.run(report, in: folder, largestFile: room)
        #expect(ending.code == 73)
        #expect(ending.messages.contains("cannot write"), "\(ending.messages)")
        #expect(try Self.files(in: folder + "/reports") == old)
      }
      let again = try await Program.run(report, in: folder)
      #expect(again.code == 0)
      #expect(try Self.files(in: folder + "/reports") == old)
    }
  }

  /// A signal ends it at once; what is left of it goes with the next report, and the old one stays.
  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func whatAStoppedReportLeavesIsRemovedByTheNext(signal: Int32) async throws {
    try await withTemporaryFolder { folder in
      let configuration = SampleConfiguration(day: 0, siteLimit: 24, limits: Self.free)
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      let arguments = ["report", "--archive", ArchiveFile.name, "--output", "reports/latest"]
      let first = try await Program.run(arguments, in: folder)
      #expect(first.code == 0)
      let old = try Self.files(in: folder + "/reports")
      let place = folder + "/reports"
      let ending = try await Program.running(arguments, in: folder) { program in
        try await waitUntil {
          try !program.isRunning || FileManager.default.contentsOfDirectory(atPath: place).count > 1
        }
        program.send(signal)
        return try await program.ending
      }
      #expect([0, 128 + signal].contains(ending.code))
      #expect(try Self.files(in: place + "/latest").count == old.count)
      let next = try await Program.run(arguments, in: folder)
      #expect(next.code == 0)
      #expect(try Self.files(in: place) == old)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["latest"])
    }
  }

  @Test(arguments: [("002", 0o775, 0o664), ("022", 0o755, 0o644), ("077", 0o700, 0o600)])
  func aReportIsOpenToWhomTheMaskLeavesIt(mask: String, folders: Int, files: Int) async throws {
    try await withTemporaryFolder { folder in
      let configuration = SampleConfiguration(day: 0, siteLimit: 2, limits: Self.free)
      try await SampleServer.withRunning(configuration) { base, _ in
        let ending = try await Program.run(Program.sync(base), in: folder)
        #expect(ending.code == 0)
      }
      let arguments = ["report", "--archive", ArchiveFile.name, "--output", "new/report"]
      let ending = try await Program.run(arguments, in: folder, mask: mask)
      #expect(ending.code == 0, "\(ending.messages)")
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder + "/new")
      #expect(paths.count > 20)
      for path in paths {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/new/\(path)")
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        #expect(attributes[.posixPermissions] as? Int == (isFolder ? folders : files), "\(path)")
      }
    }
  }

  /// All files below a folder, by their path in it.
  private static func files(in folder: String) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: try paths.compactMap { path in
        var isFolder: ObjCBool = false
        let full = "\(folder)/\(path)"
        guard unsafe FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
          !isFolder.boolValue
        else { return nil }
        return (path, try Data(contentsOf: URL(filePath: full)))
      })
  }
}
