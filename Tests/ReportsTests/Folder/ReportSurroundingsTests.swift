import Foundation
import Reports
import Roster
import Synchronization
import Tables
import TestKit
import Testing

/// What a report does to all that stands around the place where it is written.
struct ReportSurroundingsTests {
  private let manager = FileManager.default

  /// A whole report, and what each file of one leaves where the run is killed after it.
  private func samples(in folder: String) throws -> Surroundings.Samples {
    let place = folder + "/samples/latest"
    let halves = Mutex([String]())
    _ = try ReportWriter(source: SampleSource.small).write(to: place) { _ in
      let under = try manager.contentsOfDirectory(atPath: folder + "/samples")
        .filter { $0.hasPrefix(".latest.modexport-") }
      #expect(under.count == 1)
      try halves.withLock { halves in
        let half = "\(folder)/half-\(halves.count)"
        try manager.copyItem(atPath: "\(folder)/samples/\(under[0])", toPath: half)
        halves.append(half)
      }
    }
    return Surroundings.Samples(whole: place, halves: halves.withLock { $0 })
  }

  @Test func nothingThatIsNotAReportsOwnIsEverTouched() throws {
    try withMemoryFolder { folder in
      let samples = try samples(in: folder)
      var targets: Set<String> = []
      var endings: [String: Int] = [:]
      for seed in 0..<200 {
        let place = "\(folder)/\(seed)"
        let surroundings = try Surroundings(in: place, samples, seed: UInt64(seed))
        targets.insert(surroundings.target)
        endings[try check(surroundings, in: place, samples, seed: seed), default: 0] += 1
        try manager.removeItem(atPath: place)
      }
      #expect(targets.count == 9)
      // All ways to end, each of them often.
      #expect(endings.values.count { $0 > 10 } == 3, "\(endings)")
    }
  }

  /// Writes a report, or a part of one, and compares what was there before with what is there after.
  private func check(
    _ surroundings: Surroundings, in folder: String, _ samples: Surroundings.Samples, seed: Int
  ) throws -> String {
    var source = SampleSource.small
    if seed % 4 == 0 { source.failingView = .walks }
    let before = try FileTree(of: folder)
    let ending = try write(source, to: surroundings.place, exchanges: seed % 3 != 0)
    let after = try FileTree(of: folder)
    // Folders in which a report comes and goes.
    let busy: Set = ["shared", "elsewhere"]
    let kept = before.without(surroundings.own).filter { !busy.contains($0.key) }
    let comment: Comment = "seed \(seed), at the place \(surroundings.target), \(ending)"
    for (path, node) in kept { #expect(after.nodes[path] == node, "\(path): \(comment)") }
    let new = Set(after.without(surroundings.own.union(["shared/latest"])).keys)
    #expect(new.subtracting(busy).isSubset(of: kept.keys), comment)
    // What lies beside a link is none of the place that it leads to.
    let isLink = (try? manager.destinationOfSymbolicLink(atPath: surroundings.place)) != nil
    #expect(isLink || after.within(surroundings.leftovers).isEmpty, comment)
    if ending == "written" {
      let report = try contents(of: isLink ? folder + "/elsewhere/whole" : surroundings.place)
      #expect(try contents(of: samples.whole) == report, comment)
    } else if surroundings.target != "nothing" {
      let old = before.within(surroundings.own.subtracting(surroundings.leftovers))
      for (path, node) in old { #expect(after.nodes[path] == node, "\(path): \(comment)") }
    }
    return ending
  }

  private func write(_ source: SampleSource, to place: String, exchanges: Bool) throws -> String {
    do {
      _ = try OutputFolder.$exchangesFolders.withValue(exchanges) {
        try ReportWriter(source: source).write(to: place)
      }
      return "written"
    } catch let error as FolderError {
      #expect(error.code == .foreignFolder, "\(error)")
      return "refused"
    } catch is SampleSource.Broken {
      return "broken"
    }
  }

  private func contents(of folder: String) throws -> [String: Data] {
    let names = try manager.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, manager.contents(atPath: folder + "/" + $0) ?? Data())
      })
  }

  @Test(arguments: [true, false])
  func whateverAKilledRunLeftIsRemovedByTheNext(exchanges: Bool) throws {
    try withMemoryFolder { folder in
      let samples = try samples(in: folder)
      #expect(samples.halves.count > 15)
      let shared = folder + "/shared"
      let leftovers =
        samples.halves.map { ($0, "") } + [(samples.whole, "/new"), (samples.whole, "/old")]
      for (sample, name) in leftovers {
        let work = shared + "/" + Surroundings.work
        try manager.createDirectory(
          atPath: name.isEmpty ? shared : work, withIntermediateDirectories: true)
        try manager.copyItem(atPath: sample, toPath: work + name)
        #expect(
          try write(.small, to: shared + "/latest", exchanges: exchanges) == "written")
        #expect(try manager.contentsOfDirectory(atPath: shared) == ["latest"])
      }
    }
  }

  @Test func anOldReportThatWasMovedAwayComesBack() throws {
    try withMemoryFolder { folder in
      let samples = try samples(in: folder)
      let shared = folder + "/shared"
      let work = shared + "/" + Surroundings.work
      try manager.createDirectory(atPath: work, withIntermediateDirectories: true)
      try manager.copyItem(atPath: samples.whole, toPath: work + "/old")
      var broken = SampleSource.small
      broken.failingView = .sites
      #expect(try write(broken, to: shared + "/latest", exchanges: false) == "broken")
      #expect(try manager.contentsOfDirectory(atPath: shared) == ["latest"])
      #expect(try contents(of: shared + "/latest") == contents(of: samples.whole))
    }
  }

  /// What comes to the place while a report is being written is found when it is to be published.
  @Test(arguments: [true, false], ["folder", "link", "file"])
  func whatComesToThePlaceMeanwhileIsLeftThere(exchanges: Bool, kind: String) throws {
    try withMemoryFolder { folder in
      let place = folder + "/shared/latest"
      let writer = ReportWriter(source: SampleSource.small)
      _ = try writer.write(to: place)
      try manager.createDirectory(atPath: folder + "/precious", withIntermediateDirectories: true)
      try Data("keep".utf8).write(to: URL(filePath: folder + "/precious/thesis.txt"))
      let error = #expect(throws: FolderError.self) {
        try OutputFolder.$exchangesFolders.withValue(exchanges) {
          try writer.write(to: place) { name in
            guard name == "datapackage.json" else { return }
            try manager.removeItem(atPath: place)
            switch kind {
            case "folder": try manager.copyItem(atPath: folder + "/precious", toPath: place)
            case "link":
              try manager.createSymbolicLink(
                atPath: place, withDestinationPath: folder + "/precious")
            default: try Data("keep".utf8).write(to: URL(filePath: place))
            }
          }
        }
      }
      #expect(error?.code == .foreignFolder && error?.path == place)
      #expect(try manager.contentsOfDirectory(atPath: folder + "/shared") == ["latest"])
      let kept = kind == "file" ? place : place + "/thesis.txt"
      #expect(manager.contents(atPath: kept) == Data("keep".utf8))
    }
  }
}
