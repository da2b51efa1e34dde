package import FoundationEssentials
import Roster
package import Tables

/// Writes a whole report into a folder: pages, tables, feeds, metadata and checksums.
///
/// Rows stream from the source to the files; memory grows with the number of sites, not with the
/// number of moderators.
package struct ReportWriter {
  let source: any ReportSource
  /// See ``CSVWriter``.
  package var spreadsheetSafe = false
  /// Where the report is published; links of feeds are absolute then.
  package var address: ReportAddress?
  /// Signs `SHA256SUMS`.
  package var key: SigningKey?
  /// Makes the report the payload of a BagIt bag with these metadata. A bag replaces bags only.
  package var deposit: DepositDescription?
  /// For a report for the public: seconds after which those who left have no name in it; nil for one of everything.
  package var publicAfter: TimeInterval?

  package init(source: any ReportSource) { self.source = source }

  /// Writes the report and puts it into its place at the end, in one step.
  ///
  /// - Parameters:
  ///   - folder: Replaced as a whole if it is empty or holds a report, made if it is missing.
  ///   - progress: Called with the path of each file that has been written. Throws to
  ///     stop; the old report then stays.
  /// - Throws: `FolderError`, and whatever the source and `progress` throw.
  package func write(
    to folder: String, progress: @escaping (String) throws -> Void = { _ in }
  ) throws -> ReportSummary {
    var summary = ReportSummary()
    (summary.files, summary.bytes) = try OutputFolder.replace(
      folder, by: deposit == nil ? .report : .deposit, signedWith: key
    ) { place in
      let job = try ReportJob(writer: self, folder: place, progress: progress)
      try job.run()
      summary = job.summary
    }
    return summary
  }
}

/// The size of a report that was written.
package struct ReportSummary: Hashable, Sendable {
  /// Files, `SHA256SUMS` and its signature included.
  package var files = 0
  /// Bytes of all files but `SHA256SUMS`.
  package var bytes = 0
  /// Text cells of the CSV files that begin with `=`, `+`, `-` or `@`, which a spreadsheet may run
  /// as formulas unless `--spreadsheet-safe` guards them.
  package var formulaCells = 0
}

/// The address of the folder at which a report is published, such as `https://example.org/moderators/`.
package struct ReportAddress: Hashable, Sendable, CustomStringConvertible {
  /// It ends with a slash.
  package let description: String

  /// Nil where the text is no address of a folder on the web, such as that of a page.
  package init?(_ text: String) {
    guard text.contains("://"), let address = try? WebAddress(base: text),
      !address.path.lowercased().hasSuffix(".html")
    else { return nil }
    description = "\(address)/"
  }

  /// The address of a file of the report.
  ///
  /// - Parameter path: Its path in the report; that of the first page is the folder's own.
  func address(of path: String) -> String {
    path == "index.html" ? description : description + Self.relative(to: path)
  }

  /// The address of a file from the top of the report: an encoded path is a name, so that of its `%` is `%25`.
  static func relative(to path: String) -> String { path.replacing("%", with: "%25") }
}
