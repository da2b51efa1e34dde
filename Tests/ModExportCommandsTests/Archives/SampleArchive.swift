import Archive
import ArchiveKit
import FoundationEssentials
import Roster
import Tables
import TestKit

@testable import ModExportCommands

/// An archive in which everything happens that the reading commands tell of.
enum SampleArchive {
  static let sites = [
    Site(
      "bicycles", name: "Bicycles", url: "https://bicycles.stackexchange.com",
      aliases: ["https://bikes.example"]),
    Site("cooking", name: "Seasoned Advice", url: "https://cooking.stackexchange.com"),
    Site("math", name: "Mathematics", url: "https://math.stackexchange.com"),
    Site("meta.math", name: "Mathematics Meta", url: "https://math.meta.example", type: .meta),
  ]

  static let community = Moderator(
    userID: -1, accountID: -1, displayName: "Community", kind: .community, reputation: 1)
  static let sue = Moderator(
    userID: 3, accountID: 503, displayName: "Sue Staff", kind: .staff, reputation: 101)
  static let hostile = Moderator(
    userID: 9, displayName: "=1+1 \u{1B}[31m<b>", reputation: 5, location: "Łódź")
  static func ann(_ name: String, reputation: Int) -> Moderator {
    Moderator(
      userID: 12, accountID: 501, displayName: name, reputation: reputation,
      badges: .init(gold: 1, silver: 2, bronze: 3), location: "Cork",
      link: "https://math.stackexchange.com/users/12")
  }
  static let annCooks = Moderator(
    userID: 77, accountID: 501, displayName: "Ann O’Brien", reputation: 40)
  static func bob(
    reputation: Int, location: String? = nil, kind: Moderator.Kind = .moderator
  ) -> Moderator {
    Moderator(
      userID: 2, accountID: 502, displayName: "Bob Økland", kind: kind, reputation: reputation,
      location: location)
  }

  /// What is noted where a roster of Seasoned Advice is shown.
  static let unprovenNote = "The roster of cooking is unproven (grade published).\n"

  /// Mathematics on the 10th, 12th, 15th and 18th; Seasoned Advice unproven on the 12th, and not
  /// complete on the 15th; Bicycles begun and left.
  static func make(in folder: String) throws -> String {
    let maker = try ArchiveMaker(folder, sites: sites, at: .november(10))
    try maker.archive.setScope(Scope(.main), network: testNetwork)
    let (early, late) = (ann("Anne Brien", reputation: 900), ann("Ann O’Brien", reputation: 1_200))
    try maker.publish(
      [community, early, bob(reputation: 50, kind: .staff)], site: "math", at: .november(10))
    try maker.publish([community, late, sue], site: "math", at: .november(12))
    try maker.publish([annCooks, hostile], site: "cooking", at: .november(12), total: .some(nil))
    try maker.publish(
      [community, ann("Ann O’Brien", reputation: 1_500), sue, bob(reputation: 60, kind: .staff)],
      site: "math", at: .november(15))
    try maker.fail([annCooks], site: "cooking", at: .november(15))
    try maker.publish(
      [
        community, ann("Ann O’Brien", reputation: 1_800),
        bob(reputation: 60, location: "Bergen"),
      ], site: "math", at: .november(18))
    try maker.begin(
      maker.pages([sue], at: .november(18), total: 1), site: "bicycles", at: .november(18))
    try maker.finish(at: .november(18).addingTimeInterval(60), outcome: "problems")
    return maker.path
  }
}

extension Date {
  /// Three o'clock in the morning of that day of November 2026, UTC.
  static func november(_ day: Int) -> Date {
    Date(unixSeconds: 1_793_502_000 + (day - 1) * 86_400)
  }
}

/// What the cursors of an archive begin with.
func mark(of path: String) throws -> String {
  let archive = try ArchiveDatabase.open(at: path, for: .reading)
  defer { try? archive.close() }
  return String(try archive.identity().prefix(8))
}

/// What a command said.
struct CommandResult: Sendable {
  var code: Int32
  /// Standard output.
  var output: String
  /// Standard error.
  var message: String
}

/// Runs the program against an archive, by default without a terminal.
func modexport(
  _ arguments: [String], archive: String, terminalColumns: Int? = nil,
  environment: [String: String] = [:], networks: NetworkRegistry = .standard
) async -> CommandResult {
  let (results, messages) = (CapturedStream(), CapturedStream())
  let environment = environment.merging(["MODEXPORT_ARCHIVE": archive]) { $1 }
  var console = Console.recording(
    results, messages, terminalColumns: terminalColumns, environment: environment)
  console.networks = networks
  let code = await run(arguments, on: console)
  return CommandResult(code: code, output: results.text, message: messages.text)
}

/// Runs the body with the path of a sample archive.
func withSample<Result>(_ body: (String) async throws -> Result) async throws -> Result {
  try await withTemporaryFolder { try await body(try SampleArchive.make(in: $0)) }
}

/// Runs the program against a sample archive.
func sample(
  _ arguments: String..., terminalColumns: Int? = nil, environment: [String: String] = [:]
) async throws -> CommandResult {
  try await withSample { path in
    await modexport(
      arguments, archive: path, terminalColumns: terminalColumns, environment: environment)
  }
}

extension String {
  /// Without the pieces of the chain that cursors end with, which differ from archive to archive.
  var withoutChains: String {
    replacing(/([0-9a-f]{8}-[0-9]+)-[0-9a-f]{16}/) { String($0.1) }
  }
}
