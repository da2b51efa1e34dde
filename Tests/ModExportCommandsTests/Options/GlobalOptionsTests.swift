import ArgumentParser
import Tables
import Testing

@testable import ModExportCommands

struct GlobalOptionsTests {
  static let archives: [([String], [String: String], String)] = [
    ([], [:], "modexport.sqlite"),
    ([], ["MODEXPORT_ARCHIVE": ""], "modexport.sqlite"),
    ([], ["MODEXPORT_ARCHIVE": "/a/b.sqlite"], "/a/b.sqlite"),
    (["--archive", "c d.sqlite"], ["MODEXPORT_ARCHIVE": "/a/b.sqlite"], "c d.sqlite"),
  ]

  @Test(arguments: archives)
  func theNearestWordOnTheArchiveCounts(
    arguments: [String], environment: [String: String], path: String
  ) throws {
    let console = Console.recording(CapturedStream(), environment: environment)
    let words = try GlobalSettings.all.arguments(besides: arguments, in: environment) + arguments
    #expect(try CommandContext(.parse(words), on: console).archivePath == path)
  }

  @Test(
    arguments: [
      ([], 80, [:], true), ([], nil, [:], false), (["--quiet"], 80, [:], false),
      (["-vv"], 80, [:], true), ([], 80, ["TERM": "dumb"], false),
    ] as [([String], Int?, [String: String], Bool)])
  func progressIsForPeople(
    arguments: [String], columns: Int?, environment: [String: String], isShown: Bool
  ) throws {
    let console = Console.recording(
      CapturedStream(), terminalColumns: columns, environment: environment)
    #expect(try CommandContext(.parse(arguments), on: console).showsProgress == isShown)
  }

  @Test func theFormIsATableUnlessSaid() throws {
    #expect(try OutputOptions.parse([]).format == .table)
    #expect(try OutputOptions.parse(["--json"]).format == .json)
    #expect(try OutputOptions.parse(["--csv"]).format == .csv)
  }
}
