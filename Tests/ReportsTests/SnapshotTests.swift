import Foundation
import Reports
import TestKit
import Testing

/// The small report as files, to be read by a person whenever they change.
///
/// A file that is not there yet is recorded, and the test fails once: look at it, then commit it. To
/// record again, delete the folder.
struct SnapshotTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")

  @Test func theSmallReportIsAsRecorded() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "modexport-\(UUID())")
    defer { try? FileManager.default.removeItem(at: place) }
    _ = try ReportWriter(source: SampleSource.small).write(to: place.path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
    var files: Set<String> = []
    for name in names {
      guard let data = FileManager.default.contents(atPath: place.appending(path: name).path)
      else { continue }
      // Style and script are read where they are written.
      guard !PageFiles.shared.contains(name) else { continue }
      files.insert(name)
      try expectRecorded(String(decoding: data, as: UTF8.self), name)
    }
    let recorded = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { FileManager.default.contents(atPath: Self.folder.appending(path: $0).path) != nil }
    #expect(Set(recorded) == files)
  }

  private enum PageFiles {
    static let shared: Set<String> = ["report.css", "report.js"]
  }

  private func expectRecorded(_ text: String, _ name: String) throws {
    let file = Self.folder.appending(path: name)
    let stable = name == "SHA256SUMS" ? text.replacing(/(?m)^[0-9a-f]{64}/, with: "") : text
    if let recorded = FileManager.default.contents(atPath: file.path) {
      #expect(Data(stable.utf8) == recorded, "\(name) is not as recorded")
    } else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(stable.utf8).write(to: file)
      Issue.record("recorded \(name); look at it and run again")
    }
  }
}
