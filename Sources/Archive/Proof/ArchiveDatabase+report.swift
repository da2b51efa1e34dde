import Crypto
import FoundationEssentials
import Roster
import Tables

/// What an archive says of a report.
package struct ReportVerification: Hashable, Sendable {
  /// What it does not support.
  package var findings: [Verification.Finding] = []
  /// Where the report stands in the archive's chain; nil where that does not have the report's head.
  package var place: LedgerPlace?
  /// The end of that chain.
  package var latest: LedgerPlace?
}

extension ArchiveDatabase {
  /// Compares a report with the archive: its head with the chain, each line of `rosters.txt` with the entries, and its
  /// files with their checksums.
  ///
  /// - Parameter folder: That of the report, or of the deposit that has it.
  /// - Returns: Nil where there are neither `rosters.txt` nor checksums.
  /// - Throws: `ArchiveError`; `CancellationError` after ``interrupt()``.
  package func verify(report folder: String) throws -> ReportVerification? {
    let files = ["", "data/"].map { "\(folder)/\($0)\(RosterLine.path)" }
    var (result, list) = (ReportVerification(latest: try head()), FindingList(nil))
    for sentence in FolderSums.differences(in: folder) { list.report(.reportFiles, sentence) }
    guard let file = files.first(where: FileManager.default.fileExists) else {
      result.findings = list.findings
      return FileManager.default.fileExists(atPath: "\(folder)/\(FolderKind.sums)") ? result : nil
    }
    let head = FolderSums.beginning(ofFile: file, bytes: RosterLine.noHead.utf8.count) ?? ""
    let isHead = head.wholeMatch(of: /[0-9a-f]{64}/) != nil
    result.place = isHead ? try place(ofHead: head) : nil
    let last = result.place?.entry ?? (head == RosterLine.noHead ? 0 : nil)
    if try last == nil || rosters(under: head, until: last) != FolderSums.sum(ofFile: file) {
      try compare(file, until: last, &list)
    }
    result.findings = list.findings
    return result
  }

  /// The SHA-256 of the list that an archive with that head has.
  private func rosters(under head: String, until last: Int?) throws -> String {
    var hash = SHA256()
    hash.update(data: Array("\(head)\n".utf8))
    try forEachRoster(until: last) { roster in
      try checkInterruption()
      hash.update(data: Array("\(roster.text)\n".utf8))
    }
    return hash.finalize().hexadecimal
  }

  /// Names what differs.
  ///
  /// - Parameter last: The entry with the list's head; nil where none has it.
  private func compare(_ file: String, until last: Int?, _ list: inout FindingList) throws {
    let text = FileManager.default.contents(atPath: file) ?? Data()
    let found = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropFirst().map(String.init)
    var expected: [String] = []
    try forEachRoster(until: last) { expected.append($0.text) }
    // The end of the last line.
    expected.append("")
    if last == nil {
      let isOlder = found.starts(with: expected.dropLast())
      list.report(
        .reportRosters,
        isOlder
          ? "The archive is older than the report, or its ledger was changed: it does not have the report’s head, and has "
            + "the first \(expected.count - 1) of its \(found.count - 1) rosters."
          : "The archive does not have the report’s head: it is another one, or one of both was changed."
      )
      if isOlder { return }
    }
    let differences = LineDifference.all(in: found, expected: expected)
    for difference in differences { list.report(.reportRosters, difference.sentence) }
    if differences.isEmpty, last != nil {
      // Texts are equal whose accents are written otherwise.
      list.report(.reportRosters, "\(RosterLine.path) has other bytes than the archive’s list.")
    }
  }
}

extension LineDifference {
  /// A line of the list by its number, the head's being 1.
  fileprivate var sentence: String {
    switch self {
    case .edited(let place, let line, let expected):
      "Line \(place + 2) is '\(line)', and in the archive '\(expected)'."
    case .added(let place, let line): "Line \(place + 2) is no roster of the archive: '\(line)'."
    case .missing(let place, let line): "Before line \(place + 2), '\(line)' is missing."
    case .moved(let place, let line): "Line \(place + 2) has lost its place: '\(line)'."
    }
  }
}
