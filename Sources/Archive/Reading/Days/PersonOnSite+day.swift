import FoundationEssentials
import GRDB
import Roster

extension ArchiveDatabase {
  /// What the archive knows today about the user of a row of `moderators` or `former_moderators`.
  ///
  /// - Parameter site: The present id of the row's site.
  func onSite(_ site: SiteRef, _ row: Roster.Row) throws -> PersonOnSite? {
    guard case .integer(let user) = row[ModeratorColumn.userID.rawValue] else { return nil }
    let role = Role(rawValue: row[ModeratorColumn.role.rawValue].description)
    return try read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT id FROM member WHERE site = ? AND user_id = ?")
      let key = RoleKey(user, of: role).rawValue
      let member = try statement.readOne([try siteKey(site, database), key]) {
        try $0.value(0) as Int
      }
      var reader = PersonReader(database)
      return try member.flatMap { try reader.place($0, network: site.network) }
    }
  }
}

extension PersonOnSite {
  /// What was known at a moment.
  ///
  /// - Parameter row: The user's row of that time.
  func asOf(_ row: Roster.Row, at date: Date) -> PersonOnSite {
    var then = self
    then.site = row.site(ModeratorColumn.self)
    then.moderator = moderator.with(row)
    then.unseenTenures = []
    then.tenures = row.tenures(of: tenures, at: date)
    then.names = names.filter { $0.firstSeen <= date }
    if let last = then.names.indices.last, let seen = then.tenures.last?.lastSeen {
      then.names[last].lastSeen = min(then.names[last].lastSeen, seen)
    }
    then.reputation = reputation.filter { $0.since <= date }
    return then
  }
}

extension Moderator {
  /// The moderator with the fields of that row by which a person is shown.
  fileprivate func with(_ row: Roster.Row) -> Moderator {
    func number(_ column: ModeratorColumn) -> Int? {
      if case .integer(let number) = row[column.rawValue] { number } else { nil }
    }
    func text(_ column: ModeratorColumn) -> String? {
      if case .text(let text) = row[column.rawValue] { text } else { nil }
    }
    var then = self
    then.displayName = text(.displayName) ?? displayName
    then.kind = text(.kind).flatMap(Kind.init(rawValue:)) ?? kind
    then.accountID = number(.accountID)
    then.reputation = number(.reputation)
    then.badges = Badges(number(.gold), number(.silver), number(.bronze))
    then.location = text(.location)
    then.websiteURL = text(.websiteURL)
    then.aboutText = text(.aboutText)
    then.link = text(.link)
    return then
  }
}

extension Roster.Row {
  /// The tenures that had begun by a moment, the last one as the row of that time tells it. Of logs nothing is
  /// told: when one was read is not kept.
  ///
  /// - Parameter tenures: All of them, the oldest first; the row is one of `moderators` or
  ///   `former_moderators`.
  func tenures(of tenures: [Tenure], at date: Date) -> [Tenure] {
    var then = tenures.filter { $0.firstSeen <= date }.map(\.withoutLogs)
    guard let last = then.indices.last else { return then }
    let isFormer = indices.contains(ModeratorColumn.leftAt.rawValue)
    if !isFormer { (then[last].leftAfter, then[last].leftAt) = (nil, nil) }
    let seen = Date(dayOrInstant: self[ModeratorColumn.lastSeen.rawValue].description)
    then[last].lastSeen = Swift.min(then[last].lastSeen, seen ?? date)
    return then
  }
}
