import Archive
import ArgumentParser
import FoundationEssentials
import Roster
import Tables

/// `modexport withhold`
struct WithholdCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "withhold",
    abstract: "Removes all that the archive has of a person, and keeps it out.",
    discussion: """
      Prints what it would remove, and removes it with --yes: names, former names, ids, the profile, changes, rows of logs \
      and claims, on all sites of the account. Everybody else stays proven, and rosters count the person without saying who it \
      is. Later runs recognise the person, and store nothing of them, by a key that lies beside the archive in a file of \
      its name and .withheld-key: keep it with the archive, and nowhere else. There is no way back.

      Copies and reports that were made before still have the person: --copies names such copies.

      Examples:
        Show what would be removed:
          modexport withhold stackoverflow/165515
        Remove it, and name the copies that still have the person:
          modexport withhold stackoverflow/165515 --yes --copies /mnt/copies
      """ + ExitStatus.list(ExitStatus.ofReading, [.incomplete: "Nobody looked yet."]))

  @Argument(
    help: "An account id, SITE/USER_ID, SITE/NAME, the address of a profile, or a name.")
  var person: String
  @Flag(help: "Remove it; without this flag nothing is removed.")
  var yes = false
  @Option(
    help: ArgumentHelp(
      "Name the copies in this folder, and in those below it, that have the person.",
      valueName: "folder"),
    completion: .directory)
  var copies: String?
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let names = try copies.map(Self.files)
    let body = { archive in try withhold(in: archive, context) }
    guard let outcome = try yes ? context.writeArchive(body) : context.readArchive(body) else {
      context.note("Erased what an earlier withholding left in freed parts of the file.")
      if json { try context.results.write(document(.nothing, [], [])) }
      return .done
    }
    let (found, withholding) = (outcome.found, outcome.withholding)
    let looks = Dictionary(grouping: names ?? []) { Self.look(for: found, inFileAt: $0) }
    let (having, unread) = (looks[.has] ?? [], looks[.unread] ?? [])
    if json {
      try context.results.write(document(withholding, having, unread))
    } else {
      let verb = yes ? "Removed" : "Would remove"
      try context.results.write("\(verb) \(found.displayName): \(withholding.words).\n")
      for copy in having { try context.results.write("\(copy) has \(found.displayName).\n") }
      for copy in unread {
        try context.results.write(
          "\(copy) cannot be looked into, and may have \(found.displayName).\n")
      }
    }
    if withholding.doubtfulRows > 0 {
      context.note(
        "\(withholding.doubtfulRows.grouped) of the rows of logs may be somebody else’s, who had a name of theirs at another time."
      )
    }
    for user in withholding.namesakes {
      context.note("\(user.site.id)/\(user.userID) is another user with that name, and stays.")
    }
    if !yes { context.note("Nothing is removed without --yes.") }
    if let fault = outcome.fault { throw fault }
    return .done
  }

  private struct Outcome {
    var found: PersonRecord
    var withholding: Withholding
    /// Why what was freed is not erased yet.
    var fault: CommandFailure?
  }

  /// Finds the person, and removes them where that is wanted.
  ///
  /// - Returns: Nil where a call before did that, and this one erased what was left in the file.
  private func withhold(
    in archive: ArchiveDatabase, _ context: CommandContext
  ) throws -> Outcome? {
    let finder = PersonFinder(
      archive: archive, networks: context.networks, findsLogRows: true)
    let found: PersonRecord
    do {
      found = try finder.person(meaning: person)
    } catch {
      guard yes, try archive.isToErase() else { throw error }
      if let fault = Self.erase(in: archive) { throw fault }
      return nil
    }
    guard found.sites.contains(where: { $0.moderator.kind != .community }) else {
      throw CommandFailure(.usage, "'\(person)' is the Community account, which is no person.")
    }
    guard yes else { return try Outcome(found: found, withholding: archive.withholding(of: found)) }
    let withholding = try archive.withhold(found, at: context.now())
    return Outcome(found: found, withholding: withholding, fault: Self.erase(in: archive))
  }

  private static func erase(in archive: ArchiveDatabase) -> CommandFailure? {
    do {
      if try archive.eraseWithheld() { return nil }
      return CommandFailure(
        .stoppedEarly, "The person is removed, but \(ArchiveDatabase.unerased).")
    } catch {
      let failure = CommandFailure(of: error)
      return CommandFailure(
        failure.status,
        "\(failure.sentence) The person is removed, but \(ArchiveDatabase.unerased).")
    }
  }

  /// The files in a folder and in those below it.
  private static func files(in folder: String) throws -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        .map { "\(folder)/\($0)" }.filter { !$0.isFolder }
    } catch {
      throw CommandFailure(.usage, "The folder '\(folder)' cannot be read; check --copies.")
    }
  }

  private enum Look {
    case has, hasNot
    /// What is compressed or encrypted, or cannot be read.
    case unread
  }

  /// Whether a file is an archive that has something of a person.
  private static func look(for person: PersonRecord, inFileAt path: String) -> Look {
    do {
      let copy = try ArchiveDatabase.open(at: path, for: .reading)
      defer { try? copy.close() }
      return try copy.withholding(of: person).isEmpty ? .hasNot : .has
    } catch {
      guard (error as? ArchiveError)?.code == .notAnArchive else { return .unread }
      return isPacked(path) ? .unread : .hasNot
    }
  }

  /// Whether a file is named as compressed and encrypted ones are.
  private static func isPacked(_ path: String) -> Bool {
    let endings = [
      "gz", "tgz", "xz", "zst", "bz2", "lz4", "zip", "7z", "tar", "gpg", "asc", "age", "enc",
    ]
    return endings.contains { path.lowercased().hasSuffix(".\($0)") }
  }

  private func document(
    _ withholding: Withholding, _ having: [String], _ unread: [String]
  ) -> JSONValue {
    .object([
      ("roles", .integer(withholding.roles)), ("names", .integer(withholding.names)),
      ("changes", .integer(withholding.changes)), ("log_rows", .integer(withholding.logRows)),
      ("claims", .integer(withholding.claims)),
      (
        "namesakes",
        .array(
          withholding.namesakes.map { user in
            .object([
              ("network", .text(user.site.network)), ("site", .text(user.site.id)),
              ("user_id", .integer(user.userID)),
            ])
          })
      ),
      ("removed", .integer(yes ? 1 : 0)), ("copies", .array(having.map { .text($0) })),
      ("copies_unread", .array(unread.map { .text($0) })),
    ])
  }
}

extension String {
  fileprivate var isFolder: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: self)
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }
}

extension Withholding {
  /// What is removed, without a verb and an end.
  fileprivate var words: String {
    "\(roles.counted("row")) of rosters, \(names.counted("name")), \(changes.counted("change")), "
      + "\(logRows.counted("row")) of logs, \(claims.counted("claim"))"
  }
}
