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
      """)

  @Argument(help: "Sites, by id, host, address or name.")
  var site: [String] = []
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
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
    try print(verification, in: context)
    for site in unmirrored {
      context.note(
        "The archive has no roster of \(site.id): there is nothing to prove.")
    }
    if let lastRun, lastRun.isOpen {
      context.note(
        "Run \(lastRun.id), begun \(lastRun.startedAt.rfc3339), has not ended in this file: it is still running, or "
          + "was killed. A copy made without the -wal beside the original lacks what that run published."
      )
    }
    if verification.sites == 0, site.isEmpty {
      context.note("The archive has no roster yet: there is nothing to prove.")
    }
    if verification.findings.isEmpty { return .done }
    throw CommandFailure(
      .failed,
      "\(verification.findings.count.counted("finding")) in \(path): restore it from a copy, or "
        + "sync into a new archive.")
  }

  private func print(_ verification: Verification, in context: CommandContext) throws {
    switch output.format {
    case .json: try context.results.write(verification.document)
    case .csv: try context.printer(output.format).print(verification.listing)
    case .table:
      try context.printer(output.format).print(verification.listing)
      for site in verification.unproven {
        try context.results.write("The roster of \(site.id) is published as unproven.\n")
      }
      if let ahead = verification.ahead {
        try context.results.write(
          "The roster of \(ahead.site.id) is dated \(ahead.publishedAt.rfc3339), which lies in the "
            + "future: the clock is wrong, or was when it was read.\n")
      }
      guard verification.findings.isEmpty, verification.sites > 0 else { return }
      try context.results.write(
        "\(verification.sites.counted("site")) with "
          + "\(verification.moderators.counted("moderator")): all agree with their evidence.\n")
    }
  }
}

extension Verification {
  fileprivate var listing: Listing {
    Listing(
      columns: Self.columns,
      rows: findings.map { [Cell($0.site?.id), .text($0.rule.name), .text($0.description)] })
  }

  fileprivate var document: JSONValue {
    .object([
      ("sites", .cell(.integer(sites))), ("moderators", .cell(.integer(moderators))),
      ("unproven", .array(unproven.map { .text($0.id) })),
      (
        "ahead",
        ahead.map {
          .object([("site", .text($0.site.id)), ("published_at", .text($0.publishedAt.rfc3339))])
        } ?? .cell(.null)
      ),
      ("findings", .array(listing.rows.map { .row($0, of: Self.columns) })),
    ])
  }

  private static let columns = [
    View.Column("site", .text, "The site's id; absent where it concerns the whole file."),
    View.Column("rule", .text, "What was checked."),
    View.Column("description", .text, "What does not agree."),
  ]
}
