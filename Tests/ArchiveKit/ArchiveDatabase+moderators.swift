package import Archive
import Foundation
package import Roster

extension ArchiveDatabase {
  /// The published roster of a site, in order of roles and user ids, from the views. Empty where there is
  /// none.
  package func moderators(of site: SiteRef) throws -> [Moderator] {
    var moderators: [Moderator] = []
    try forEachRow(of: .moderators, ViewFilter(site: site), order: .key) { row in
      moderators.append(try Moderator(row))
    }
    return moderators.sorted { $0.key < $1.key }
  }
}

extension Moderator {
  /// - Parameter row: A row of the view `moderators`.
  /// - Throws: ``NoModerator`` where it has no id, name or kind.
  fileprivate init(_ row: Row) throws {
    func text(_ column: ModeratorColumn) -> String? {
      if case .text(let text) = row[column.rawValue] { text } else { nil }
    }
    func number(_ column: ModeratorColumn) -> Int? {
      if case .integer(let number) = row[column.rawValue] { number } else { nil }
    }
    guard let userID = number(.userID), let name = text(.displayName),
      let kind = text(.kind).flatMap(Kind.init(rawValue:))
    else { throw NoModerator(row: row) }
    self.init(
      userID: userID, role: text(.role).map(Role.init(rawValue:)) ?? .moderator,
      accountID: number(.accountID), displayName: name, kind: kind,
      reputation: number(.reputation), location: text(.location), websiteURL: text(.websiteURL),
      link: text(.link), profileImage: text(.profileImage), aboutText: text(.aboutText),
      memberSince: try text(.memberSince).map { try Date($0, strategy: .iso8601) })
    if let gold = number(.gold), let silver = number(.silver), let bronze = number(.bronze) {
      badges = Badges(gold: gold, silver: silver, bronze: bronze)
    }
  }

  private struct NoModerator: Error {
    var row: Row
  }
}
