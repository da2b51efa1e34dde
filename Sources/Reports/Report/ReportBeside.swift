import Folders
import FoundationEssentials
import Roster

/// A report that lies in the same folder as another one.
struct ReportBeside: Hashable {
  /// The name of its folder.
  var folder: String
  /// When the archive was as the report has it.
  var asOf: Date

  /// Its first page, from the top of the other report.
  var address: String {
    "../\(PercentEncoding.encoded(folder, keeping: PercentEncoding.isUnreserved))/index.html"
  }
}

extension FolderKind {
  /// A report.
  static let report = FolderKind(noun: "report", document: "datapackage.json")
}

extension OutputFolder {
  /// The reports with pages of the same archive that lie beside this one, the latest first.
  ///
  /// - Parameter archive: ``ReportSource/identity``.
  /// - Throws: `FolderError`: `unwritable` where the folder around them cannot be read.
  func reportsBeside(of archive: String) throws(FolderError) -> [ReportBeside] {
    try others(of: archive, with: "index.html").map { ReportBeside(folder: $0.name, asOf: $0.asOf) }
  }
}
