import FoundationEssentials
import Roster
import Tables

/// A folder that replaces another as a whole: everything is written beside it, then both change
/// places in one step. Whatever stops the program before that leaves the old folder as it was.
///
/// The folder beside it has a name that cannot be guessed, and only this user can open it until it is done.
/// What a killed run left there is removed by the next one: see ``ReportLeftovers``.
final class ReportFolder {
  /// The folder in which the report is to stand.
  private let parent: OpenFolder
  /// The report's name in it.
  private let name: String
  private let staging: OpenFolder
  private let stagingName: String
  private let claim: ReportClaim
  private let exchangesFolders: Bool
  /// The paths of all files made, and of the one that was to be made.
  private var notes: [String] = []
  /// The folders made so far, by their paths within the report.
  private var folders: [String: OpenFolder] = [:]
  /// The lines of `SHA256SUMS`, by path.
  private var sums: [String: String] = [:]
  private(set) var byteCount = 0
  /// The size of each file.
  private(set) var sizes: [String: Int] = [:]

  var fileCount: Int { sums.count }

  /// Makes a place beside `path`, which need not exist yet.
  ///
  /// - Parameter exchangesFolders: Whether two folders may change places in one step, where the file
  ///   system can do it.
  /// - Throws: ``ReportError``: `foreignFolder` where the path holds anything but a report, `busy`
  ///   where another process writes to it, `unwritable`.
  init(replacing path: String, exchangesFolders: Bool) throws {
    let url = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
    name = url.lastPathComponent
    guard !["", "/", ".", ".."].contains(name) else {
      throw ReportError(
        code: .foreignFolder, path: path, detail: "it is not a folder inside another one")
    }
    parent = try Self.openFolder(Self.path(of: url.deletingLastPathComponent()))
    let leftovers = ReportLeftovers(of: name, in: parent)
    try leftovers.clear()
    _ = try ReportMark.files(of: name, in: parent)
    (staging, stagingName, claim) = try Self.makeStaging(in: parent, prefix: leftovers.prefix)
    self.exchangesFolders = exchangesFolders
  }

  /// Creates the folder and claims it; tries again if another run removed it before it was claimed.
  private static func makeStaging(
    in parent: OpenFolder, prefix: String
  ) throws(ReportError) -> (OpenFolder, String, ReportClaim) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      let (folder, name) = try parent.makeFolder(prefix: prefix, using: &random)
      do throws(ReportError) {
        let claim = try ReportClaim(in: folder)
        if claim.stands(in: folder) { return (folder, name, claim) }
      } catch {
        // If another run has removed the folder, the disk is not at fault.
        let isThere = parent.entry(name) != nil
        _ = folder.removeFile(ReportClaim.name)
        parent.removeFolder(name)
        if isThere { throw error }
      }
    }
    throw ReportError(code: .busy, path: parent.path, detail: "")
  }

  /// The reports with pages of the same archive that lie beside this one, the latest first.
  ///
  /// - Parameter archive: ``ReportSource/identity``.
  /// - Throws: ``ReportError``: `unwritable` where the folder around them cannot be read.
  func reportsBeside(of archive: String) throws(ReportError) -> [ReportBeside] {
    let names = try parent.names().filter { $0 != name && !$0.hasPrefix(".") }.sorted()
    return names.prefix(Self.mostBeside).compactMap { name in
      guard let folder = parent.folder(name), folder.entry("index.html")?.kind == .file,
        let head = ReportMark.head(of: folder), head.archive == archive,
        let date = head.created.flatMap(Date.init(dayOrInstant:))
      else { return nil }
      return ReportBeside(folder: name, asOf: date)
    }.sorted { ($1.asOf, $0.folder) < ($0.asOf, $1.folder) }
  }

  /// Folders that are looked at, in alphabetical order: that takes a moment for each.
  private static let mostBeside = 5_000

  /// Writes one file. Its folder is made where it is missing.
  ///
  /// - Parameter name: The path within the report, such as `csv/sites.csv`.
  func write(_ name: String, _ body: (any ByteSink) throws -> Void) throws {
    let sink = try makeFile(name)
    try body(sink)
    sums[name] = try sink.finish()
    byteCount += sink.count
    sizes[name] = sink.count
  }

  /// Writes `SHA256SUMS` and puts the new report into its place.
  ///
  /// - Throws: ``ReportError``: `foreignFolder` where something else has come to that place meanwhile,
  ///   `unwritable`.
  func publish() throws {
    let lines = sums.sorted { $0.key < $1.key }.map { "\($0.value)  \($0.key)\n" }
    let sink = try makeFile(ReportMark.sums)
    try sink.write(Array(lines.joined().utf8))
    _ = try sink.finish()
    // A kill may leave the probe behind: its folder is known by a file that is never made.
    try claim.note("permissions/none")
    try staging.setUsualPermissions(probe: "permissions")
    try swap()
    _ = staging.removeFile(ReportClaim.name)
  }

  /// Removes what has been written, after a failure; nothing once it has been published.
  func discard() {
    guard let entry = try? staging.entry(), entry.isSame(as: parent.entry(stagingName)) else {
      return
    }
    OwnFiles(notes + [ReportClaim.name])?.remove(from: staging, last: [ReportClaim.name])
    parent.removeFolder(stagingName)
  }

  private func makeFile(_ path: String) throws(ReportError) -> FileSink {
    try claim.note(path)
    notes.append(path)
    var names = path.split(separator: "/").map { String($0) }
    let name = names.removeLast()
    return try FileSink(name, in: try folder(names[...]))
  }

  private func folder(_ names: ArraySlice<String>) throws(ReportError) -> OpenFolder {
    guard let name = names.last else { return staging }
    let path = names.joined(separator: "/")
    if let known = folders[path] { return known }
    let made = try folder(names.dropLast()).makeFolder(name, permissions: 0o777)
    folders[path] = made
    return made
  }
}

extension ReportFolder {
  private func swap() throws(ReportError) {
    guard parent.entry(name) != nil else { return try parent.move(stagingName, to: name) }
    if exchangesFolders, try parent.exchange(stagingName, name) {
      do throws(ReportError) {
        try removeRetired(stagingName)
      } catch {
        // Something else came to the place after the last look: it goes back.
        _ = try parent.exchange(stagingName, name)
        throw ReportError(code: error.code, path: parent.path(of: name), detail: error.detail)
      }
    } else {
      try swapInTwoSteps()
    }
  }

  /// For file systems without an exchange; `ReportLeftovers` repairs a kill between the two steps.
  private func swapInTwoSteps() throws(ReportError) {
    _ = try ReportMark.files(of: name, in: parent)
    var random = SystemRandomNumberGenerator()
    let (_, retired) = try parent.makeFolder(
      prefix: ReportLeftovers(of: name, in: parent).prefix, using: &random)
    // In the place of the folder that was just made.
    try parent.move(name, to: retired)
    do throws(ReportError) {
      try parent.move(stagingName, to: name)
    } catch {
      try parent.move(retired, to: name)
      throw error
    }
    try removeRetired(retired)
  }

  /// Removes the old report from where it is now.
  private func removeRetired(_ retired: String) throws(ReportError) {
    let files = try ReportMark.files(of: retired, in: parent)
    if let folder = parent.folder(retired) { files?.remove(from: folder, last: ReportMark.proofs) }
    parent.removeFolder(retired)
  }

  private static func openFolder(_ path: String) throws(ReportError) -> OpenFolder {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw ReportError(code: .unwritable, path: path, detail: "the folder cannot be made")
    }
    return try OpenFolder(at: path)
  }

  /// Without a slash at its end.
  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

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
