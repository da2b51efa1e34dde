import Archive
import ArgumentParser
import FoundationEssentials
import Markup
import Roster
import Sync
import Tables

/// `modexport backfill`
struct BackfillCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Reads the past from a dump of a wiki's logs.",
    discussion: """
      The file is a wiki's pages-logging.xml, also compressed with gzip. Its rows about rights and renames go where \
      `modexport sync --history` puts those that it reads, which then reads only what is newer. The archive must have \
      the wiki's roster, which tells the roles. The file is read as a whole or not at all, and a file that was read \
      before changes nothing; its name, size and SHA-256 are in the ledger.

      Examples:
        Read the logs of a wiki from its dump:
          modexport backfill simplewiki-latest-pages-logging.xml.gz
        Read those of a wiki that stands alone and has moved since:
          modexport backfill pages-logging.xml --site wiki.example.org/w/api.php
      """
        + ExitStatus.list(
          ExitStatus.ofReading.union([.incomplete]),
          [
            .incomplete:
              "The file was read, and nothing is told of the wiki before another log is read, too."
          ], stopped: "nothing of the file was kept."))

  @Argument(help: "The file.", completion: .file())
  var file: String
  @Option(
    help: "The site that the file is about, where the file does not tell it.", completion: .sites)
  var site: String?
  @Flag(
    help:
      "The wiki's log tells of all wikis of its farm, as that of Meta-Wiki does, which is known by its address."
  )
  var central = false
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let input: InputFile
    do {
      input = try InputFile(at: file)
    } catch {
      throw CommandFailure(.usage, "The file '\(file)' \(error).")
    }
    do {
      return try context.writeArchiveUntilStopped("nothing of the file was kept.") { archive in
        try backfill(input, into: archive, in: context)
      }
    } catch let error as XMLFailure {
      throw CommandFailure(.failed, "Nothing of '\(file)' was kept: \(error).")
    } catch let error as InputFile.Failure {
      throw CommandFailure(.failed, "Nothing of '\(file)' was kept: it \(error).")
    }
  }

  private func backfill(
    _ input: InputFile, into archive: ArchiveDatabase, in context: CommandContext
  ) throws -> ExitStatus {
    let formats = context.networks.entries.compactMap(\.dump)
    let records = try XMLRecords(fields: Set(formats.flatMap(\.fields))) { try input.read() }
    let networks = context.networks.entries.filter { $0.dump?.root == records.root }
    guard let dump = try networks.first?.dump?.read(records) else {
      throw CommandFailure(
        .usage, "'\(file)' is no dump of a wiki's logs: its root is <\(records.root)>.")
    }
    let site = try site(of: dump, among: networks, in: archive)
    let result = try archive.backfill(
      BackfillFile(name: input.name, bytes: input.bytes, sha256: input.sha256),
      logs(of: site, among: networks, in: archive), at: context.now()
    ) { store in
      while let (log, entry) = try dump.next() { try store(log, entry) }
      return try dump.reach()
    }
    if json {
      try context.results.write(document(result, of: site, input, rows: dump.count()))
    } else {
      try context.results.write(sentence(result, of: site, rows: dump.count()))
    }
    guard result.lacksCentral else { return .done }
    context.note(
      "Nothing is told of \(site.name) yet: stewards change rights from another wiki of \(site.network). Backfill the dump "
        + "of that wiki's logs, or let `modexport sync --history` read them.")
    return .incomplete
  }

  /// The site that the dump names, or the user.
  private func site(
    of dump: LogDump, among networks: [NetworkRegistry.Entry], in archive: ArchiveDatabase
  ) throws -> Site {
    // The sites of a farm have ids of their own, the others are known by their addresses.
    let farms = networks.filter { $0.dump?.central != nil }.map(\.id)
    if let name = site {
      let meant = try archive.site(meaning: name).site
      guard networks.contains(where: { $0.id == meant.network }) else {
        throw CommandFailure(
          .usage,
          "'\(file)' is not of \(meant.name) (\(meant.id)): sites of \(meant.network) have no such dump."
        )
      }
      if farms.contains(meant.network), let id = dump.siteID, id != meant.id {
        throw CommandFailure(.usage, "'\(file)' is a dump of \(id), not of \(meant.id).")
      }
      return meant
    }
    let host = dump.address.map { Site.host(in: $0) }
    let found = try networks.flatMap { network in
      try archive.knownSites(of: network.id).map(\.site).filter {
        farms.contains(network.id) ? $0.id == dump.siteID : Site.host(in: $0.url) == host
      }
    }
    guard found.count == 1 else {
      let name = [dump.siteID, dump.address].compactMap(\.self).joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "'\(file)' is a dump of \(name.isEmpty ? "an unnamed wiki" : name), and the archive has "
          + "\(found.count.counted("such site")): name the site with --site.")
    }
    return found[0]
  }

  /// The logs that a dump of a site has.
  private func logs(
    of site: Site, among networks: [NetworkRegistry.Entry], in archive: ArchiveDatabase
  ) throws -> DumpedLogs {
    let format = networks.first { $0.id == site.network }?.dump
    guard format?.central != nil || !central else {
      throw CommandFailure(.usage, "\(site.name) (\(site.id)) is of no farm: leave out --central.")
    }
    return DumpedLogs(
      of: site.ref, names: format?.logs ?? [], central: format?.central,
      hasCentral: try format?.central != nil && (central || isCentral(site, in: archive)))
  }

  /// Whether a site is the only one at the host of its network's API.
  private func isCentral(_ site: Site, in archive: ArchiveDatabase) throws -> Bool {
    let host = Site.host(in: site.url)
    guard let api = try archive.api(of: site.network), APIIdentity.mayBe(api, at: host) else {
      return false
    }
    return try archive.knownSites(of: site.network).count { Site.host(in: $0.site.url) == host }
      == 1
  }

  private func document(
    _ result: LogBackfill, of site: Site, _ input: InputFile, rows: Int
  ) -> JSONValue {
    .object([
      ("file", .text(input.name)), ("bytes", .integer(input.bytes)),
      ("sha256", .text(input.sha256)),
      ("network", .text(site.network)), ("site", .text(site.id)), ("entry", .integer(result.entry)),
      ("repeated", .integer(result.isRepeated ? 1 : 0)), ("rows", .integer(rows)),
      ("kept", .integer(result.kept)), ("from", .cell(Cell(result.reach?.first))),
      ("until", .cell(Cell(result.reach?.last))),
    ])
  }

  private func sentence(_ result: LogBackfill, of site: Site, rows: Int) -> String {
    guard let reach = result.reach else {
      return "The file was read before, as entry \(result.entry): nothing is changed.\n"
    }
    return
      "\(site.name) (\(site.id)): \(rows.counted("row")) of its logs, \(result.kept.grouped) kept, "
      + "from \(reach.first.dayWords) to \(reach.last.dayWords)\(reach.isWhole ? "" : "; the log begins earlier").\n"
  }
}
