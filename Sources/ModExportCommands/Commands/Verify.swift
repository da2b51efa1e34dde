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

      The archive is one chain of what was read, and its head is 64 digits that `modexport status` shows and \
      `sync --json` has. Whoever keeps a head elsewhere can ask with --head whether the archive still has all \
      that it had read then. --report asks the same of a report or a deposit that somebody has: of its head, of each \
      line of its rosters.txt, and of its files.

      --rebuild also rebuilds what is derived: the changes, the tenures that follow from logs, and the search index. If there are \
      problems that this does not solve, it is undone.

      Examples:
        Verify the whole archive:
          modexport verify
        Verify that nothing was changed since a head was kept:
          modexport verify --head 5d41402abc4b2a76b9719d911017c592ae3c1a1bb4a1f3a2c6f5f4e7b0d3c2a1
        Verify that a report or a deposit says what the archive has:
          modexport verify --report deposit-2026
        Also rebuild a damaged search index:
          modexport verify --rebuild
      """
        + ExitStatus.list(
          ExitStatus.ofReading,
          [
            .done: "No problem was found.",
            .failed: "Problems were found, or the check itself failed.",
          ]))

  /// What no check finds.
  static let unseen = """
    What verify cannot detect: a file that was rewritten as a whole, whose head then differs (use --head); changes \
    of what is not about rosters: the diary of runs, the scope, what `status` says of the latest attempt, the filter \
    of the API, its waits and its quota, and when a wiki's lists are read again; changes of the layout of the search \
    index that do not change the result of a search, the number of its folding, by which a search is refused, and \
    entries added to it for beginnings that no word has; and a change of an about-me text that leaves its Unicode \
    normal form the same.
    """

  @Argument(help: "Sites, by id, host, address or name.", completion: .sites)
  var site: [String] = []
  @Option(
    help: ArgumentHelp(
      "Also say whether the archive goes on from this head.", valueName: "hex"))
  var head: String?
  @Option(
    help: ArgumentHelp(
      "Also say whether the archive supports this report.", valueName: "folder"),
    completion: .directory)
  var report: String?
  @Flag(
    name: .customLong("rebuild"), help: "Make again what is derived, if the rest is proven.")
  var rebuilds = false
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if rebuilds, !site.isEmpty {
      throw ValidationError("Use --rebuild without SITE: the whole archive is verified.")
    }
    if let head, !(16...64).contains(head.utf8.count) || !head.allSatisfy(\.isHexDigit) {
      throw ValidationError(
        "'\(head)' is no head: give its 64 hexadecimal digits, or at least the first 16.")
    }
    if head != nil || report != nil, !site.isEmpty {
      throw ValidationError(
        "Use --head and --report without SITE: a head is that of the whole archive.")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    do {
      return try verify(in: context)
    } catch let error as ArchiveError where error.code == .damaged {
      for line in restoreSteps(of: error.path) { context.note(line) }
      throw CommandFailure(
        .failed, "\(error.description) Nothing more can be checked: restore it as listed above.")
    }
  }

  private func verify(in context: CommandContext) throws -> ExitStatus {
    if rebuilds { try rebuild(in: context) }
    let (path, verification, reported, unmirrored, lastRun, names) = try context.readArchive(
      toVerify: true
    ) { archive in
      let sites = try site.map { try archive.knownSite(named: $0) }
      let verification = try archive.verify(
        sites: sites.isEmpty ? nil : sites.map(\.site.ref), by: context.networks.rules,
        now: context.now())
      // Of a damaged archive nothing more is read.
      let isProven = verification.findings.isEmpty
      return (
        archive.path, verification, isProven ? try compareReport(with: archive) : nil,
        sites.filter { $0.publishedAt == nil }.map(\.site.ref), try archive.lastRunIfReadable(),
        isProven ? try archive.typedNames() : TypedNames([:])
      )
    }
    try verification.adding(reported).print(context.printer(output), named: names, in: context)
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
    if verification.findings.isEmpty {
      if let reported { try conclude(reported, in: context) }
      return try compareHead(in: context)
    }
    if output.format == .table, rebuilds || !verification.concernsOnlyDerived {
      for line in restoreSteps(of: path) { context.note(line) }
    }
    throw CommandFailure(verification, of: path, isRebuilt: rebuilds)
  }

  /// Rebuilds what is derived, unless that does not help. What is left is found by the verification after it.
  private func rebuild(in context: CommandContext) throws {
    let rebuild = try context.writeArchive(toVerify: true) { archive in
      try archive.rebuild(by: context.networks.rules, now: context.now())
    }
    guard rebuild.after != nil else { return }
    let count = rebuild.before.findings.count.counted("finding")
    context.note("\(count) before what is derived was rebuilt; none after it.")
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

extension Verification {
  /// Prints all findings, and in a table what is no failure and how much agrees.
  ///
  /// - Parameter names: What sites are called.
  func print(_ printer: ResultPrinter, named names: TypedNames, in context: CommandContext) throws {
    try printer.print(document, rows: listing) {
      try printer.print(listing)
      for sentence in unprovenRosters(named: names) { try context.results.write("\(sentence)\n") }
      if let ahead {
        try context.results.write(
          "The roster of \(names.id(of: ahead.site)) is dated \(ahead.publishedAt.rfc3339), which lies in the "
            + "future: the clock is wrong, or was when it was read.\n")
      }
      guard findings.isEmpty, sites > 0 else { return }
      try context.results.write("\(agreement)\n")
    }
  }

  /// Which rosters are published as unproven: each, or, where there are many of a grade, how many.
  private func unprovenRosters(named names: TypedNames) -> [String] {
    Grade.allCases.reversed().flatMap { grade -> [String] in
      let sites = unproven.filter { (lowerGrades[$0] ?? .complete) == grade }
      let words = grade == .complete ? "" : " (grade \(grade.rawValue))"
      guard sites.count > Self.mostNamed else {
        return sites.map { "The roster of \(names.id(of: $0)) is published as unproven\(words)." }
      }
      return ["\(sites.count.grouped) rosters are published as unproven\(words)."]
    }
  }

  /// How many rosters of a grade are named.
  private static let mostNamed = 10

  /// How much agrees with its evidence, as a sentence.
  var agreement: String {
    let people =
      others == 0
      ? moderators.counted("moderator")
      : "\((moderators - others).counted("moderator")) and \(others.counted("staff or Community account"))"
    let end = withheld.peopleWithheld.map { " " + $0 } ?? ""
    return "\(sites.counted("site")) with \(people): all agree with their evidence.\(end)"
  }

  private var listing: Listing {
    Listing(
      columns: Self.columns,
      rows: findings.map { [Cell($0.site?.id), .text($0.rule.name), .text($0.description)] })
  }

  private var document: JSONValue { .object(fields) }

  /// What a JSON document says of a verification.
  var fields: [(String, JSONValue)] {
    [
      ("sites", .cell(.integer(sites))), ("moderators", .cell(.integer(moderators))),
      ("withheld", .cell(.integer(withheld))),
      ("unproven", .array(unproven.map { .text($0.id) })),
      (
        "grades",
        .object(Grade.allCases.reversed().map { ($0.rawValue, .cell(.integer(grades[$0] ?? 0))) })
      ),
      (
        "ahead",
        ahead.map {
          .object([("site", .text($0.site.id)), ("published_at", .text($0.publishedAt.rfc3339))])
        } ?? .cell(.null)
      ),
      ("findings", .array(listing.rows.map { .row($0, of: Self.columns) })),
    ]
  }

  private static let columns = [
    View.Column(
      "site", .text, "The site's id; absent where it concerns the whole file.", shortening: .never),
    View.Column("rule", .text, "What was checked."),
    View.Column("description", .text, "What does not agree."),
  ]
}

extension CommandFailure {
  /// The failure of an archive with findings.
  ///
  /// - Parameter isRebuilt: Whether `--rebuild` was tried before.
  init(_ verification: Verification, of path: String, isRebuilt: Bool = false) {
    let count = verification.findings.count.counted("finding")
    let advice =
      verification.concernsOnlyDerived && !isRebuilt
      ? "`modexport verify --rebuild` rebuilds what is derived from the tables"
      : "restore it from a copy, or sync into a new archive"
    let unchanged =
      isRebuilt ? "rebuilding what is derived does not help and was undone; " : ""
    self.init(.failed, "\(count) in \(path): \(unchanged)\(advice).")
  }
}

/// How to put a copy in the place of a damaged archive: one step a line, in the order in which they are done.
func restoreSteps(of path: String) -> [String] {
  let archive = path.shellWord
  return [
    "To restore \(path) from a copy, here called COPY:",
    "  1. Stop the nightly job, so that nothing has the archive open.",
    "  2. Verify the copy: modexport verify --archive COPY",
    "  3. Move the archive away: mv \(archive) \((path + ".damaged").shellWord)",
    "  4. Move its log away too, if there is one, because it would damage the copy: mv "
      + "\((path + "-wal").shellWord) \((path + ".damaged-wal").shellWord)",
    "  5. Put the copy there: cp -p COPY \(archive)",
    "  6. Read what changed since: modexport sync --archive \(archive)",
    "Without a copy, move the archive away and sync into a new one: who moderates now is read again, the "
      + "history before is lost.",
  ]
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellWord: String {
    let isPlain = utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || "/+=:,@".utf8.contains($0)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: #"'\''"#) + "'"
  }
}
