import Archive
import Networks
import Roster

extension SiteWalk {
  /// The rows of a page of the first reading with what the archive knows of the same users and partial answers lack.
  ///
  /// - Throws: `ArchiveError`.
  func completed(
    _ rows: [Moderator], of role: Role, on site: SiteRef, by answers: PartialAnswers
  ) throws -> [Moderator] {
    let known = try archive.knownRows(of: site, role: role, users: rows.map(\.userID))
    return rows.map { row in known[row.userID].map { answers.completing(row, $0) } ?? row }
  }
}
