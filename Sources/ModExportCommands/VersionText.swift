import Archive
import BuildRecord
import Markup

/// What `--version` prints.
struct VersionText {
  var version: String
  var build: BuildRecord
  var archiveFormat: Int
  var sqlite: String
  var libxml2: String

  /// Of this program, with the libraries that it runs with. Opens no file.
  static var ofThisProgram: VersionText {
    VersionText(
      version: modexportVersion, build: .recorded, archiveFormat: ArchiveDatabase.format,
      sqlite: ArchiveDatabase.sqliteVersion, libxml2: MarkupText.libraryVersion)
  }

  /// One line without its end.
  var line: String {
    var libraries = ["SQLite \(sqlite)", "libxml2 \(libxml2)"]
    if let swift = build.swiftVersion { libraries.insert("Swift \(swift)", at: 0) }
    return "modexport \(version) (\(commit); archive format \(archiveFormat); "
      + libraries.joined(separator: ", ") + ")"
  }

  private var commit: String {
    guard let commit = build.commit else { return "commit unknown" }
    let changes = commit.isModified ? " with changes" : ""
    return "\(commit.hash)\(changes), \(commit.day)"
  }
}
