import Archive
import ArgumentParser
import FoundationEssentials
import Reports
import Roster
import Tables

/// Where a report goes, and what is in it.
struct ReportOptions: ParsableArguments {
  @Option(ReportSettings.output) var output: String
  @Flag(ReportSettings.spreadsheetSafe) var spreadsheetSafe: Bool?
  @Option(ReportSettings.baseURL) var baseURL: ReportAddress?
  @Option(ReportSettings.sign) var sign: String?
  @Flag(ReportSettings.isPublic) var isPublic: Bool?
  @Option(ReportSettings.publicAfter) var publicAfter: Duration

  mutating func validate() throws {
    if isPublic != true, publicAfter != ReportSettings.publicAfter.defaultValue {
      throw ValidationError("--public-after is for a report with --public.")
    }
  }
}

/// A report that is to be written.
struct ReportContent: Sendable {
  let options: ReportOptions
  /// Makes the report a deposit.
  var deposit: DepositDescription?

  private var output: String { options.output }
  private var spreadsheetSafe: Bool { options.spreadsheetSafe ?? false }

  /// Refuses a file in the folder of a report: that is replaced as a whole, and only where it has nothing else.
  ///
  /// - Parameter output: The folder of a report that may not be written yet.
  /// - Throws: `CommandFailure` (64).
  static func refuse(_ path: String, in output: String? = nil) throws(CommandFailure) {
    let isInside = output.map { ArchiveFiles.isPath(path, in: $0) } ?? false
    guard let report = isInside ? output : FolderKind.report.folder(around: path) else { return }
    throw CommandFailure(
      .usage,
      "'\(path)' is in the folder of a report, '\(report)', which is replaced as a whole: choose another place."
    )
  }

  /// Refuses the places of other files in the folder of the report.
  ///
  /// - Throws: `CommandFailure` (64).
  func refuse(_ paths: [String]) throws(CommandFailure) {
    for path in paths { try Self.refuse(path, in: output) }
  }

  /// - Throws: `CommandFailure` (64) where the key that is to sign cannot be read.
  func requireKey() throws(CommandFailure) {
    guard let key = options.sign, !FileManager.default.isReadableFile(atPath: key) else { return }
    throw CommandFailure(.usage, "The key '\(key)' cannot be read: check its path.")
  }

  /// Writes the report of one state of the archive, with its progress on a terminal.
  ///
  /// - Parameters:
  ///   - archive: A reader.
  ///   - checkpoint: Called between two files; throws to stop, and then the old report stays.
  /// - Throws: `FolderError`, `ArchiveError`, and what `checkpoint` throws.
  func write(
    from archive: ArchiveDatabase, in context: CommandContext,
    checkpoint: @escaping @Sendable () throws -> Void = {}
  ) throws -> ReportSummary {
    guard !ArchiveFiles.of(archive.path, contain: output) else {
      throw CommandFailure(
        .cannotWrite, "'\(output)' belongs to the archive: choose another folder for the report.")
    }
    try requireKey()
    return try context.showingProgress { show in
      try archive.asOfNow {
        var writer = ReportWriter(source: try ArchiveSource(archive, context.networks))
        (writer.spreadsheetSafe, writer.address) = (spreadsheetSafe, options.baseURL)
        (writer.key, writer.deposit) = (options.sign.map(SigningKey.init(path:)), deposit)
        if options.isPublic == true { writer.publicAfter = options.publicAfter / .seconds(1) }
        return try writer.write(to: output) { file in
          try checkpoint()
          show(file)
        }
      }
    }
  }

  /// What was written, and where to begin to read.
  func text(of summary: ReportSummary) -> String {
    let output = deposit == nil ? output : output + "/data"
    var text = "\(summary.files.counted("file")) in \(self.output); open \(output)/index.html\n"
    if summary.formulaCells > 0, !spreadsheetSafe {
      text += """
        CSV cells that begin with =, +, - or @, which a spreadsheet may run as formulas: \
        \(summary.formulaCells) (--spreadsheet-safe guards them)

        """
    }
    return text
  }
}

/// Where a report goes, and what is in it.
enum ReportSettings {
  static let output = Setting.path(
    "output", "Where to write the report.", valueName: "folder", completion: .directory,
    default: "Exports/latest")
  static let spreadsheetSafe = Setting.flag(
    "spreadsheet-safe", "Guard CSV cells that a spreadsheet would run as formulas, and add a BOM.")
  static let baseURL = Setting(
    name: "base-url",
    help:
      "The address at which the folder is published, such as https://example.org/moderators/: feeds and pages name "
      + "their own addresses then.",
    valueName: "url",
    read: { text in
      if let address = ReportAddress(text) { return address }
      throw ValidationError(
        "give the address of a folder on the web, such as https://example.org/moderators/.")
    }, write: \.description)

  static let sign = Setting.path(
    "sign", "Sign the checksums with this SSH key, as `ssh-keygen -Y sign` does.", valueName: "key")
  static let isPublic = Setting.flag(
    "public",
    "Leave out places, websites, about-me texts, pictures, and names of those who left long ago.")
  static let publicAfter = Setting.duration(
    "public-after", "With --public, leave out names of those who left longer ago.",
    default: .seconds(365 * 86_400))

  static let all: [any AnySetting] = [
    output, spreadsheetSafe, baseURL, sign, isPublic, publicAfter,
  ]
}
