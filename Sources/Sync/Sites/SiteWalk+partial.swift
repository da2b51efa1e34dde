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
    let keys = rows.map { RoleKey($0.userID, of: role).rawValue }
    let known = try archive.knownRows(of: site, users: keys)
    return zip(rows, keys).map { row, key in
      known[key].map { answers.completing(row, $0) } ?? row
    }
  }
}
