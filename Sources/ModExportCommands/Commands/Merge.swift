import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// `modexport merge`
struct MergeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Makes one archive of several.",
    discussion: """
      The new archive has all that the others have read, in the order of time: between the readings of one, those \
      of another say more exactly when somebody joined or left. What stands in several of them, as in an archive \
      and its copy, stands once. Where two read a site at the same time and found other people, both readings stay, \
      and the command lists them and exits with 3; so it does with what logs, dumps, badges and claims tell otherwise \
      than each other or than readings, as `modexport backfill` does.

      The archives are verified first, and not changed; so is the new one before it is put into its place. No file is \
      replaced. The new archive has a chain of its own: heads, reports and cursors of the others do not fit it.

      Examples:
        Put the archives of two machines together:
          modexport merge one.sqlite other.sqlite --output both.sqlite
        Join an archive and a copy that has gone on by itself:
          modexport merge modexport.sqlite /mnt/copies/restored.sqlite --output joined.sqlite
      """
        + ExitStatus.list(
          ExitStatus.ofReading, [.incomplete: "Done, and archives contradict each other."],
          stopped: "nothing was written."))

  @Argument(
    help: ArgumentHelp("The archives, two or more.", valueName: "file"), completion: .file())
  var archives: [String]
  @Option(
    help: ArgumentHelp("The new archive, where no file is yet.", valueName: "file"),
    completion: .file())
  var output: String
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    if archives.count < 2 { throw ValidationError("Name two archives or more.") }
    if output.isEmpty { throw ValidationError("Name a file for the new archive.") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    try ReportContent.refuse(output)
    let merge = try context.readArchivesUntilStopped(at: archives, "nothing was written.") {
      try ArchiveDatabase.merge($0, into: output, by: context.networks.rules, at: context.now())
    }
    let findings = merge.verification.findings
    if !findings.isEmpty {
      try merge.verification.print(
        context.printer(json ? .json : .table), named: TypedNames([:]), in: context)
      throw CommandFailure(
        .failed,
        "\(merge.path) was not written, because it would have \(findings.count.counted("finding"))."
      )
    }
    if json {
      try context.results.write(.object(merge.fields))
    } else {
      if !context.isQuiet { try context.results.write(merge.sentences) }
      for contradiction in merge.contradictions {
        try context.results.write(VisibleText.sanitized(contradiction.sentence) + "\n")
      }
      try merge.contradicted.printTable(in: context)
      try merge.differing.print(in: context)
    }
    merge.contradicted.note(in: context)
    let isWhole =
      merge.contradictions.isEmpty && merge.contradicted.isEmpty && merge.differing.count == 0
    return isWhole ? .done : .incomplete
  }
}

extension Merge {
  /// What the JSON document of `merge` says.
  fileprivate var fields: [(String, JSONValue)] {
    [
      ("path", .text(path)), ("bytes", .cell(.integer(bytes))), ("head", .cell(Cell(head))),
      ("rosters", .cell(.integer(rosters))), ("repeated", .cell(.integer(repeated))),
      ("contradictions", .array(contradictions.map { .object($0.fields) })),
      ("contradicted_files", contradicted.document),
    ] + differing.fields + verification.fields
  }

  fileprivate var sentences: String {
    let same = repeated == 0 ? "" : "; \(repeated.grouped) more stand in several archives"
    let proof =
      verification.sites > 0 ? verification.agreement : "there is no roster to prove yet."
    return """
      \(path): \(bytes.grouped) bytes; \(proof)
      It has \(rosters.counted("reading"))\(same).
      \(head.map { "head \($0)\n" } ?? "")
      """
  }
}

extension MergeContradiction {
  /// Such as "math: one.sqlite from … to … has Ann (12), which other.sqlite from … to … lacks."
  fileprivate var sentence: String {
    let sides = readings.map { reading in
      let people = reading.only.map { person in
        let role = person.key.role == .moderator ? "" : ", \(person.key.role.rawValue)"
        return "\(person.name) (\(person.key.userID)\(role))"
      }
      return
        "\(reading.path), read from \(reading.time.lowerBound.rfc3339) to \(reading.time.upperBound.rfc3339), "
        + (people.isEmpty ? "has nobody else" : "alone has \(people.joined(separator: ", "))")
    }
    return "\(site.id): \(sides.joined(separator: "; "))."
  }

  fileprivate var fields: [(String, JSONValue)] {
    [
      ("network", .text(site.network)), ("site", .text(site.id)),
      (
        "readings",
        .array(
          readings.map { reading in
            .object([
              ("path", .text(reading.path)), ("started_at", .cell(Cell(reading.time.lowerBound))),
              ("finished_at", .cell(Cell(reading.time.upperBound))),
              (
                "only",
                .array(
                  reading.only.map { person in
                    .object([
                      ("user_id", .cell(.integer(person.key.userID))),
                      ("role", .text(person.key.role.rawValue)),
                      ("display_name", .text(person.name)),
                    ])
                  })
              ),
            ])
          })
      ),
    ]
  }
}
