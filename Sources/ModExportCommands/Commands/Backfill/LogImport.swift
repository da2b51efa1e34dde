import Archive
import FoundationEssentials
import Roster
import Sync
import Tables

/// Reads a dump of a site's logs into an archive.
struct LogImport {
  let command: BackfillCommand
  let input: InputFile
  let archive: ArchiveDatabase
  let context: CommandContext

  /// - Parameter networks: Those whose sites publish such dumps.
  func read(_ dump: LogDump, among networks: [NetworkRegistry.Entry]) throws -> ExitStatus {
    let site = try site(of: dump, among: networks)
    let file = BackfillFile(input)
    let result = try archive.backfill(
      file, logs(of: site, among: networks), at: context.now()
    ) { store in
      while let (log, entry) = try dump.next() { try store(log, entry) }
      return try dump.reach()
    }
    if command.json {
      try context.results.write(
        .object(
          file.fields(result.entry, isRepeated: result.isRepeated, kept: result.kept) + [
            ("network", .text(site.network)), ("site", .text(site.id)),
            ("rows", .integer(dump.count())), ("from", .cell(Cell(result.reach?.first))),
            ("until", .cell(Cell(result.reach?.last))),
            ("yet_to_come", .integer(result.yetToCome)), ("withheld", .integer(result.withheld)),
            ("contradictions", result.contradictions.document),
          ] + result.differing.fields))
    } else {
      try context.results.write(sentence(result, of: site, rows: dump.count()))
      try result.contradictions.printTable(in: context)
      try result.differing.print(in: context)
    }
    result.contradictions.note(in: context)
    context.note(leftOut: result.yetToCome, withheld: result.withheld)
    if result.lacksCentral {
      context.note(
        "Nothing is told of \(site.name) yet: stewards change rights from another wiki of \(site.network). Backfill the dump "
          + "of that wiki's logs, or let `modexport sync --history` read them.")
    }
    let isWhole =
      result.contradictions.isEmpty && result.differing.count == 0 && result.yetToCome == 0
      && !result.lacksCentral
    return isWhole ? .done : .incomplete
  }

  /// The site that the dump names, or the user.
  private func site(
    of dump: LogDump, among networks: [NetworkRegistry.Entry]
  ) throws -> Site {
    // The sites of a farm have ids of their own, the others are known by their addresses.
    let farms = networks.filter { $0.dump?.logs?.central != nil }.map(\.id)
    if let name = command.site {
      let meant = try archive.site(meaning: name).site
      guard networks.contains(where: { $0.id == meant.network }) else {
        throw CommandFailure(
          .usage,
          "'\(command.file)' is not of \(meant.name) (\(meant.id)): sites of \(meant.network) have no such dump."
        )
      }
      let isMeant =
        try farms.contains(meant.network) && dump.siteID != nil
        ? dump.siteID == meant.id : isAddress(of: meant, dump.address)
      guard isMeant else {
        throw CommandFailure(
          .usage,
          "'\(command.file)' is a dump of \(dump.words), not of \(meant.name) (\(meant.id), \(meant.url))."
        )
      }
      return meant
    }
    let found = try networks.flatMap { network in
      try archive.knownSites(of: network.id).map(\.site).filter {
        try farms.contains(network.id)
          ? $0.id == dump.siteID : dump.address != nil && isAddress(of: $0, dump.address)
      }
    }
    guard found.count == 1 else {
      throw CommandFailure(
        .usage,
        "'\(command.file)' is a dump of \(dump.words), and the archive has "
          + "\(found.count.counted("such site")): name the site with --site.")
    }
    return found[0]
  }

  /// Whether an address of a page is at the host at which a site was read, or at one from which it had moved then: the
  /// folder of the pages is another than that of the API. What is at an address where it was not read can be another site.
  private func isAddress(of site: Site, _ address: String?) throws -> Bool {
    guard let address else { return true }
    let read = try archive.siteOfRoster(of: site.ref) ?? site
    return ([read.url] + read.aliases).contains { Site.host(in: $0) == Site.host(in: address) }
  }

  /// The logs that a dump of a site has.
  private func logs(of site: Site, among networks: [NetworkRegistry.Entry]) throws -> DumpedLogs {
    let format = networks.first { $0.id == site.network }?.dump?.logs
    guard format?.central != nil || !command.central else {
      throw CommandFailure(.usage, "\(site.name) (\(site.id)) is of no farm: leave out --central.")
    }
    return DumpedLogs(
      of: site.ref, names: format?.names ?? [], central: format?.central,
      hasCentral: try format?.central != nil && (command.central || isCentral(site)))
  }

  /// Whether a site is the only one at the host of its network's API.
  private func isCentral(_ site: Site) throws -> Bool {
    let host = Site.host(in: site.url)
    guard let api = try archive.api(of: site.network), APIIdentity.mayBe(api, at: host) else {
      return false
    }
    return try archive.knownSites(of: site.network).count { Site.host(in: $0.site.url) == host }
      == 1
  }

  private func sentence(_ result: LogBackfill, of site: Site, rows: Int) -> String {
    guard let reach = result.reach else { return BackfillFile.repetition(of: result.entry) }
    return
      "\(site.name) (\(site.id)): \(rows.counted("row")) of its logs, \(result.kept.grouped) kept, "
      + "from \(reach.first.dayWords) to \(reach.last.dayWords)\(reach.isWhole ? "" : "; the log begins earlier").\n"
  }
}

extension LogDump {
  /// The wiki as the dump names it.
  fileprivate var words: String {
    let names = [siteID, address].compactMap(\.self)
    return names.isEmpty ? "an unnamed wiki" : names.joined(separator: ", ")
  }
}
