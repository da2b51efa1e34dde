import Archive
import Networks
import Roster

/// Completes the rows of a walk with what the archive knows of the same users, where answers are
/// partial: see ``Networks/PartialAnswers``.
struct RowCompletion: Sendable {
  private let archive: ArchiveDatabase
  private let site: SiteRef
  private let answers: PartialAnswers

  /// - Parameter source: That of the walk.
  /// - Returns: Nil where its rows are whole.
  init?(_ archive: ArchiveDatabase, _ network: any Network, site: SiteRef, source: String) {
    guard let answers = network.partialAnswers, answers.isPartial(source) else { return nil }
    (self.archive, self.site, self.answers) = (archive, site, answers)
  }

  /// The rows of a page of the first reading as the archive is to store them.
  ///
  /// - Throws: `ArchiveError`.
  func completing(_ rows: [Moderator], of role: Role) throws -> [Moderator] {
    let known = try archive.knownRows(of: site, role: role, users: rows.map(\.userID))
    return rows.map { row in known[row.userID].map { answers.completing(row, $0) } ?? row }
  }
}
