import Archive
import FoundationEssentials
import Networks
import Roster

/// Completes the rows of a walk with what the archive knows of the same users, where answers are
/// partial, or were at the site's last walk: see ``Networks/PartialAnswers``.
struct RowCompletion: Sendable {
  private let archive: ArchiveDatabase
  private let site: SiteRef
  private let need: Need

  private enum Need: Sendable {
    case none
    /// The rows of this walk are partial.
    case partial(PartialAnswers)
    /// The rows are whole, and those of the published roster are not. `lastWhole` is the date of
    /// the latest roster with whole rows; nil without one.
    case whole(lastWhole: Date?)
  }

  /// - Parameter source: That of the walk.
  /// - Throws: `ArchiveError`.
  init(_ archive: ArchiveDatabase, _ network: any Network, site: SiteRef, source: String) throws {
    self.archive = archive
    self.site = site
    need = try Self.need(archive, network.partialAnswers, site, source)
  }

  private static func need(
    _ archive: ArchiveDatabase, _ answers: PartialAnswers?, _ site: SiteRef, _ source: String
  ) throws -> Need {
    guard let answers else { return .none }
    if answers.isPartial(source) { return .partial(answers) }
    var isLatest = true
    var followsPartial = false
    let lastWhole = try archive.latestRoster(of: site) { query in
      let isPartial = query.map(answers.isPartial) ?? false
      if isLatest { followsPartial = isPartial }
      isLatest = false
      return !isPartial
    }
    return followsPartial ? .whole(lastWhole: lastWhole) : .none
  }

  /// The rows of a page of the first reading as the archive is to store them.
  ///
  /// - Throws: `ArchiveError`.
  func completing(_ rows: [Moderator], of role: Role) throws -> [Moderator] {
    if case .none = need { return rows }
    let keys = rows.map { RoleKey($0.userID, of: role).rawValue }
    let known = try archive.knownRows(of: site, users: keys)
    return zip(rows, keys).map { row, key in
      known[key].map { completing(row, from: $0) } ?? row
    }
  }

  private func completing(_ row: Moderator, from known: ArchiveDatabase.KnownRow) -> Moderator {
    switch need {
    case .none: return row
    case .partial(let answers): return answers.completing(row, known.moderator)
    case .whole(let lastWhole):
      // The text of a user whom no whole row has shown yet was unknown, not absent: it is no change.
      let wasUnknown =
        known.moderator.aboutMe == nil && known.moderator.aboutText == nil
        && lastWhole.map { known.firstSeen > $0 } ?? true
      guard wasUnknown else { return row }
      var row = row
      row.aboutText = nil
      return row
    }
  }
}
