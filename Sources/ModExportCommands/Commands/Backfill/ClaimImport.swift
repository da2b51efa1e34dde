import Archive
import FoundationEssentials
import Roster
import Tables

/// Reads what badges or somebody at an address say of tenures into an archive.
struct ClaimImport {
  let command: BackfillCommand
  let input: InputFile
  let archive: ArchiveDatabase
  let context: CommandContext

  /// Reads a dump of one site.
  ///
  /// - Parameters:
  ///   - next: Gives the next tenure, and nil at the end.
  ///   - networks: Those whose sites publish such dumps.
  func read(_ next: () throws -> Tenure?, among networks: [NetworkID]) throws -> ExitStatus {
    guard let name = command.site else {
      throw CommandFailure(
        .usage, "'\(command.file)' does not tell of which site it is: name it with --site.")
    }
    let site = try archive.site(meaning: name).site
    guard networks.contains(site.network) else {
      throw CommandFailure(
        .usage,
        "'\(command.file)' is not of \(site.name) (\(site.id)): sites of \(site.network) have no such dump."
      )
    }
    return try report(
      try archive.backfill(BackfillFile(input), of: site.ref, from: nil, at: context.now()) {
        store in
        while let tenure = try next() { try store(site.ref, tenure) }
      }, as: "badge")
  }

  /// Reads a table.
  func readTable() throws -> ExitStatus {
    guard let url = command.source else {
      throw CommandFailure(
        .usage, "'\(command.file)' is a table: name with --source where its rows are claimed.")
    }
    guard url.contains("://"), (try? WebAddress(url)) != nil else {
      throw CommandFailure(
        .usage, "--source '\(url)' is no address such as https://example.org/list.")
    }
    let site = try command.site.map { try archive.site(meaning: $0).site.ref }
    let wikis = Set(context.networks.entries.filter { $0.dump?.logs != nil }.map(\.id))
    let directory = SiteDirectory(sites: try archive.knownSites().map(\.site))
    return try report(
      try archive.backfill(BackfillFile(input), of: site, from: url, at: context.now()) { store in
        var file = try ClaimFile(
          CSVReader { [input, archive] in
            try archive.checkInterruption()
            return try input.read()
          }, of: site, from: url, among: directory, now: context.now())
        while let (site, claimed) = try file.next() {
          var tenure = claimed
          if wikis.contains(site.network) { tenure.name = Self.wikiUser(tenure.name) }
          try store(site, tenure)
        }
      }, as: "claim")
  }

  /// The name that a wiki gives its user of whom somebody writes it, or the title of their page.
  private static func wikiUser(_ text: String) -> String {
    let name = text.wikiName
    guard name.lowercased().hasPrefix("user:") else { return name }
    return String(name.dropFirst("user:".count)).wikiName
  }

  private func report(_ result: ClaimBackfill, as noun: String) throws -> ExitStatus {
    if command.json {
      let fields = BackfillFile(input).fields(
        result.entry, isRepeated: result.isRepeated, kept: result.kept)
      let roles = result.unknownRoles.map { unknown in
        JSONValue.object([
          ("network", .text(unknown.site.network)), ("site", .text(unknown.site.id)),
          ("role", .text(unknown.role.rawValue)), ("claims", .integer(unknown.claims)),
        ])
      }
      try context.results.write(
        .object(
          fields + [
            ("yet_to_come", .integer(result.yetToCome)), ("withheld", .integer(result.withheld)),
            ("contradictions", result.contradictions.document), ("unknown_roles", .array(roles)),
          ]))
    } else {
      try context.results.write(
        result.isRepeated
          ? BackfillFile.repetition(of: result.entry)
          : "\(result.kept.counted(noun)) of moderators kept.\n")
      try result.contradictions.printTable(in: context)
    }
    result.contradictions.note(in: context)
    context.note(leftOut: result.yetToCome, withheld: result.withheld)
    for unknown in result.unknownRoles {
      context.note(
        "\(unknown.site.id) never had the role '\(unknown.role.rawValue)', which "
          + "\(unknown.claims.counted("row of the file has", "rows of the file have"))")
    }
    return result.contradictions.isEmpty && result.yetToCome == 0 ? .done : .incomplete
  }
}
