import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// `modexport verify`
struct VerifyCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract:
      "Checks the archive against the answers of the API that it keeps, and the database file.",
    discussion: """
      Prints one line for each problem, and exits with 1 if there is any. Rosters that were published \
      as unproven, and a newest roster that is dated in the future, are listed but are not failures. \
      Without SITE, everything is checked, including the lists of sites and the search index. To verify \
      another file, such as a copy, name it with --archive.

      \(unseen)

      --rebuild-index also rebuilds what is derived from the tables, such as the search index. If there are \
      problems that this does not solve, it is undone.

      Examples:
        Verify the whole archive:
          modexport verify
        Verify two sites:
          modexport verify math cooking
        Also rebuild a damaged search index:
          modexport verify --rebuild-index
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .done: "No problem was found.",
            .failed: "Problems were found, or the check itself failed.",
          ]))

  /// What no check finds.
  static let unseen = """
    What verify cannot detect: a file that was rewritten as a whole, with all its checksums in agreement \
    (compare it with another copy); changes of the filter of the API, of its waits and its quota, which are \
    not about rosters; changes of the layout of the search index that do not change the result of a search, \
    and entries added to it for beginnings that no word has; and a change of an about-me text that leaves its Unicode normal form the same.
    """

  @Argument(help: "Sites, by id, host, address or name.", completion: .sites)
  var site: [String] = []
  @Flag(help: "Rebuild the indexes from the tables, if these are proven.")
  var rebuildIndex = false
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if rebuildIndex, !site.isEmpty {
      throw ValidationError("Use --rebuild-index without SITE: the whole archive is verified.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    do {
      return try verify(in: context)
    } catch let error as ArchiveError where error.code == .damaged {
      for line in RestoreSteps(of: error.path).lines { context.note(line) }
      throw CommandFailure(
        .failed, "\(error.description) Nothing more can be checked: restore it as listed above.")
    }
  }

  private func verify(in context: CommandContext) throws -> ExitStatus {
    if rebuildIndex { try rebuild(in: context) }
    let (path, verification, unmirrored, lastRun, names) = try context.readArchive(toVerify: true) {
      archive in
      let sites = try site.map { try archive.knownSite(named: $0) }
      let verification = try archive.verify(
        sites: sites.isEmpty ? nil : sites.map(\.site.ref), by: context.networks.rules,
        now: context.now())
      return (
        archive.path, verification, sites.filter { $0.published == nil }.map(\.site.ref),
        try archive.lastRunIfReadable(),
        // A damaged archive may have no names.
        verification.findings.isEmpty ? try archive.typedNames() : TypedNames([:])
      )
    }
    try verification.print(context.printer(output), named: names, in: context)
    for site in unmirrored {
      context.note(
        "The archive has no roster of \(names.id(of: site)): there is nothing to prove.")
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
    if output.format == .table, rebuildIndex || !verification.concernsOnlyDerived {
      for line in RestoreSteps(of: path).lines { context.note(line) }
    }
    throw CommandFailure(verification, of: path, isRebuilt: rebuildIndex)
  }

  /// Rebuilds what is derived, unless that does not help. What is left is found by the verification after it.
  private func rebuild(in context: CommandContext) throws {
    let rebuild = try context.writeArchive(toVerify: true) { archive in
      try archive.rebuild(by: context.networks.rules, now: context.now())
    }
    guard rebuild.after != nil else { return }
    let count = rebuild.before.findings.count.counted("finding")
    context.note("\(count) before the indexes were rebuilt from the tables; none after it.")
  }
}

extension ArchiveDatabase {
  /// The site that an argument of `verify` names.
  ///
  /// - Throws: `CommandFailure` (64) with suggestions, and with another advice where the argument is a file.
  fileprivate func knownSite(named text: String) throws -> KnownSite {
    do {
      return try site(meaning: text)
    } catch let failure as CommandFailure
      where failure.status == .usage && FileManager.default.fileExists(atPath: text)
    {
      throw CommandFailure(
        .usage, "'\(text)' is a file and no site: `modexport verify --archive \(text)` verifies it."
      )
    }
  }

  /// The latest run; nil also where a damaged file does not say. The verification says that then.
  fileprivate func lastRunIfReadable() throws -> RunStatus? {
    do {
      return try lastRun()
    } catch let error as ArchiveError where [.damaged, .failed].contains(error.code) {
      return nil
    }
  }
}
