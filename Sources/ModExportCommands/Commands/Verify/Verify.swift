import Archive
import ArgumentParser
import Reports
import Roster
import Tables

/// `modexport verify`
struct VerifyCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Proves the archive again from its evidence; checks the database file.",
    discussion: """
      Prints one line for each problem, and exits with 1 if there is any. Rosters that were published \
      as unproven, and a newest roster that is dated in the future, are listed but are not failures. \
      Without SITE, everything is checked, including the lists of sites and the search index. The \
      manual lists what verify cannot detect.

      --rebuild-index also rebuilds what is derived from the tables, such as the search index, if there \
      are problems and a rebuild solves all of them. Otherwise nothing is changed.
      """)

  @Argument(help: "Sites, by id, host, address or name.")
  var site: [String] = []
  @Flag(help: "Rebuild a damaged index from the tables, if these are proven.")
  var rebuildIndex = false
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if rebuildIndex, !site.isEmpty {
      throw ValidationError("Use --rebuild-index without SITE: the whole archive is verified.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if rebuildIndex { try rebuild(in: context) }
    let (path, verification, unmirrored, lastRun) = try context.readArchive { archive in
      let sites = try site.map { try archive.site(meaning: $0) }
      return (
        archive.path,
        try archive.verify(
          sites: sites.isEmpty ? nil : sites.map(\.site.ref), by: context.networks.rules,
          now: context.now()),
        sites.filter { $0.published == nil }.map(\.site.ref), try archive.lastRun()
      )
    }
    try verification.print(output.format, in: context)
    for site in unmirrored {
      context.note(
        "The archive has no roster of \(site.id): there is nothing to prove.")
    }
    if let lastRun, lastRun.isOpen {
      context.note(
        "Run \(lastRun.id), begun \(lastRun.startedAt.rfc3339), has not ended in this file: it is still running, or "
          + "was stopped before it could record its end (killed, or the disk was full). A copy made without the -wal beside the original lacks what that run published."
      )
    }
    if verification.sites == 0, verification.findings.isEmpty, site.isEmpty {
      context.note("The archive has no roster yet: there is nothing to prove.")
    }
    if verification.findings.isEmpty { return .done }
    throw CommandFailure(verification, of: path, isRebuilt: rebuildIndex)
  }

  /// Rebuilds what is derived where that helps. What is left is found by the verification after it.
  private func rebuild(in context: CommandContext) throws {
    let rebuild = try context.writeArchive { archive in
      try archive.rebuild(by: context.networks.rules, now: context.now())
    }
    let count = rebuild.before.findings.count.counted("finding")
    if rebuild.after != nil {
      context.note("\(count) before the indexes were rebuilt from the tables; none after it.")
    } else if rebuild.before.findings.isEmpty {
      context.note("The indexes agree with the tables: nothing was rebuilt.")
    }
  }
}
