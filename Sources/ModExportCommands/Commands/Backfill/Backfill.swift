import Archive
import ArgumentParser
import FoundationEssentials
import Markup
import Roster
import Tables

/// `modexport backfill`
struct BackfillCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "backfill",
    abstract: "Reads the past from dumps, badges and claims.",
    discussion: """
      The file, which may be compressed with gzip, is one of these:
      - a wiki's pages-logging.xml: its rows about rights and renames go where `modexport sync --history` puts those \
      that it reads, which then reads only what is newer;
      - Badges.xml of a site's data dump, with --site: who has the badge Sheriff or Constable had moderated for a year;
      - a table (CSV) with columns of the view `tenures`, with --source: what somebody claims at that address.

      It is read as a whole or not at all, and a file that was read before changes nothing; its name, size and SHA-256 \
      are in the ledger. What readings or another source contradict is listed, and the readings count. So are rows of logs \
      that are known and say otherwise: what the wiki itself told counts, and of two dumps the last one.

      Examples:
        Read the logs of a wiki from its dump:
          modexport backfill simplewiki-latest-pages-logging.xml.gz
        Read the badges of a site:
          modexport backfill Badges.xml --site cooking
        Read what a page lists, as a table:
          modexport backfill early-moderators.csv --source https://meta.example.org/questions/1
      """
        + ExitStatus.list(
          ExitStatus.ofReading.union([.incomplete]),
          [
            .incomplete:
              "Something of the file is contradicted, differs from what is known, or is dated yet to come; or nothing is told of the wiki before another log is read, too."
          ], stopped: "nothing of the file was kept."))

  @Argument(help: "The file.", completion: .file())
  var file: String
  @Option(
    help: "The site that the file is about, where the file does not tell it.", completion: .sites)
  var site: String?
  @Option(help: ArgumentHelp("Where the rows of a table are claimed.", valueName: "url"))
  var source: String?
  @Flag(
    help:
      "The wiki's log tells of all wikis of its farm, as that of Meta-Wiki does, which is known by its address."
  )
  var central = false
  @Flag(help: "Print one JSON document and nothing else.")
  var json = false
  @OptionGroup var global: GlobalOptions

  mutating func validate() throws {
    guard let source else { return }
    guard let address = try? WebAddress(source), ["http", "https"].contains(address.scheme) else {
      throw ValidationError(
        "--source must be an address such as https://meta.example.org/questions/1.")
    }
  }

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
      throw failure("\(error)")
    } catch let error as CSVReader.Malformed {
      throw failure("line \(error.line): \(error.reason)")
    } catch let error as InputFile.Failure {
      throw failure("it \(error)")
    }
  }

  private func failure(_ reason: String) -> CommandFailure {
    CommandFailure(.failed, "Nothing of '\(file)' was kept: \(reason).")
  }

  private func backfill(
    _ input: InputFile, into archive: ArchiveDatabase, in context: CommandContext
  ) throws -> ExitStatus {
    let start = try input.peek()
    if start.isEmpty { throw CommandFailure(.usage, "The file '\(file)' is empty.") }
    let first = start.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
    guard first == UInt8(ascii: "<") else {
      return try ClaimImport(command: self, input: input, archive: archive, context: context)
        .readTable()
    }
    let formats = context.networks.entries.compactMap(\.dump)
    let records = try XMLRecords(fields: Set(formats.flatMap(\.fields))) {
      // Most rows of a dump of badges are of nobody who moderates: only this notices a signal meanwhile.
      try archive.checkInterruption()
      return try input.read()
    }
    let networks = context.networks.entries.filter { $0.dump?.root == records.root }
    switch networks.first?.dump?.content {
    case .logs(let format):
      let dump = try format.read(records)
      return try LogImport(command: self, input: input, archive: archive, context: context)
        .read(dump, among: networks)
    case .tenures(let read):
      return try ClaimImport(command: self, input: input, archive: archive, context: context)
        .read(read(records), among: networks.map(\.id))
    case nil:
      throw CommandFailure(
        .usage,
        "'\(file)' is neither a dump of a wiki's logs nor one of badges: its root is <\(records.root)>."
      )
    }
  }
}

extension BackfillFile {
  init(_ input: InputFile) {
    self.init(name: input.name, bytes: input.bytes, sha256: input.sha256)
  }

  /// What every JSON document of `backfill` begins with.
  ///
  /// - Parameter entry: The entry of the ledger; that of the first time where the file is repeated.
  func fields(_ entry: Int, isRepeated: Bool, kept: Int) -> [(String, JSONValue)] {
    [
      ("file", .text(name)), ("bytes", .integer(bytes)), ("sha256", .text(sha256)),
      ("entry", .integer(entry)), ("repeated", .integer(isRepeated ? 1 : 0)),
      ("kept", .integer(kept)),
    ]
  }

  /// What is said of a file that was read before.
  static func repetition(of entry: Int) -> String {
    "The file was read before, as entry \(entry): nothing is changed.\n"
  }
}

extension CommandContext {
  /// Notes how many rows of a file are left out because their dates are yet to come, or because of whom they are about.
  func note(leftOut yetToCome: Int, withheld: Int) {
    for (count, reason) in [
      (yetToCome, "because of a date that is yet to come"),
      (withheld, "because of who is withheld"),
    ] where count > 0 {
      note("\(count.counted("row is", "rows are")) left out, \(reason).")
    }
  }
}
