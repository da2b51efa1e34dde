import Archive
import FoundationEssentials
import Roster

extension Verification {
  /// What was found, also in a report.
  func adding(_ report: ReportVerification?) -> Verification {
    var verification = self
    verification.findings += report?.findings ?? []
    return verification
  }
}

/// What the archive is compared with: a head, or a report that has one.
extension VerifyCommand {
  /// Says whether the archive goes on from the head that the user kept.
  func compareHead(in context: CommandContext) throws -> ExitStatus {
    guard let head else { return .done }
    let (place, latest) = try context.readArchive { try ($0.place(ofHead: head), $0.head()) }
    guard let place else {
      throw CommandFailure(
        .failed,
        "The archive does not go on from the head \(head): what it had read by then was changed or removed since, or "
          + "the head is that of another archive, as of one that was merged into this; compare it with an older copy."
      )
    }
    context.note("The archive goes on from that head: \(words(of: place, before: latest))")
    return .done
  }

  /// Compares the report that the user has with an archive that is proven.
  ///
  /// - Returns: Nil where none is asked for.
  /// - Throws: `CommandFailure` (64) where the folder has none.
  func compareReport(with archive: ArchiveDatabase) throws -> ReportVerification? {
    guard let report else { return nil }
    if let result = try archive.verify(report: report) { return result }
    throw CommandFailure(
      .usage,
      "'\(report)' has no \(RosterLine.path): give the folder of a report, or of a deposit.")
  }

  /// Says that the archive supports the report.
  ///
  /// - Throws: `CommandFailure` (1) where it does not.
  func conclude(
    _ result: ReportVerification, in context: CommandContext
  ) throws {
    guard result.findings.isEmpty else {
      let count = result.findings.count.counted("finding")
      throw CommandFailure(
        .failed,
        "\(count) in the report \(report ?? ""), which the archive does not support as it is.")
    }
    let place = result.place.map { words(of: $0, before: result.latest) }
    context.note(
      "The archive has every roster of the report, which was written at its \(place ?? "beginning.")"
    )
  }

  private func words(of place: LedgerPlace, before latest: LedgerPlace?) -> String {
    let later = ((latest?.entry ?? place.entry) - place.entry).counted("entry", "entries")
    return "entry \(place.entry), of \(place.at.rfc3339); \(later) since."
  }
}
