import FoundationEssentials
import Reports
import Roster
import Tables
import TestKit

extension SampleSource {
  func everybodyCount() throws -> Int { everybody.count }

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    let sorted = everybody.sorted { one, other in
      let (first, second) = (one.key.number % groups, other.key.number % groups)
      return first != second ? first < second : one.key < other.key
    }
    for (key, rows) in sorted {
      let person = PersonRecord(
        network: key.network, accountID: key.account, sites: rows.map(onSite))
      if let person { try body(person) }
    }
  }

  private func tenures(of site: SiteRef) throws -> [Tenure] {
    var logged: [Tenure] = []
    try forEachRow(of: .tenures, site: site, order: .key, limit: nil) { row in
      let tenure = Record<TenureColumn>(row)
      guard tenure.number(.userID) == nil,
        let began = tenure[.beganBefore].flatMap(Date.init(dayOrInstant:)),
        let ended = tenure[.endedBefore].flatMap(Date.init(dayOrInstant:))
      else { return }
      logged.append(
        Tenure(
          userID: nil, name: tenure[.displayName] ?? "", role: tenure.role ?? .moderator,
          bounds: TenureBounds(
            beganAfter: began, beganBefore: began, endedAfter: ended, endedBefore: ended,
            source: .log)))
    }
    return try logged
      + [View.moderators, .formerModerators].flatMap { view in
        var tenures: [Tenure] = []
        try forEachRow(of: view, site: site, order: .key, limit: nil) { row in
          tenures += self.tenures(row).map { tenure in
            var tenure = tenure
            (tenure.accountID, tenure.name) = (number(row[3]), row[4].description)
            tenure.names = datedNames[number(row[2])] ?? []
            tenure.registeredAt = date(row, .memberSince)
            return tenure
          }
        }
        return tenures
      }
  }

  func history(of site: SiteRef) throws -> SiteHistory? {
    var dates: [Date] = []
    try forEachRow(of: .observations, site: site, order: .key, limit: nil) { row in
      dates += [Date(dayOrInstant: row[ObservationColumn.readAt.rawValue].description)].compactMap(
        \.self)
    }
    let tenures = try tenures(of: site)
    // A log tells of its site, too.
    let logged = tenures.filter { !$0.isListed }.map(\.bounds.beganBefore)
    guard let since = (logged + dates).min() else { return nil }
    return SiteHistory(
      of: site, tenures, looks: since...(dates.last ?? since),
      readingDays: Set(dates.map(DayNumber.init)))
  }

  /// All tenures of a row of one of the two views of moderators.
  func tenures(_ row: Row) -> [Tenure] {
    let user = number(row[2])
    guard let firstSeen = date(row, .firstSeen) else { return [] }
    let left = row.count > ModeratorColumn.leftAt.rawValue ? date(row, .leftAt) : nil
    let latest = TenureBounds(
      beganAfter: absentBefore[user], beganBefore: firstSeen,
      endedAfter: date(row, .lastSeen) ?? asOf, endedBefore: left, source: .reading)
    let all =
      (unseen[user] ?? []) + (earlier[user] ?? [])
      + [Tenure(userID: user, bounds: latest, grade: .complete)]
    let kind = Moderator.Kind(rawValue: row[5].description) ?? .moderator
    return all.sorted { $0.bounds.beganBefore < $1.bounds.beganBefore }.map { tenure in
      var tenure = tenure
      tenure.kind = kind
      return tenure
    }
  }

  private struct Key: Hashable, Comparable {
    var network: NetworkID
    var account: Int?
    var site: String
    var user: Int

    var number: Int { account ?? user }

    static func < (one: Key, other: Key) -> Bool {
      (one.account ?? .max, one.network, one.site, one.user)
        < (other.account ?? .max, other.network, other.site, other.user)
    }
  }

  private var everybody: [Key: [Row]] {
    let rows = (rows[.moderators] ?? []) + (rows[.formerModerators] ?? [])
    return rows.reduce(into: [:]) { people, row in
      let (account, user) = (number(row[3]), number(row[2]))
      let network = row[0].description
      guard account > 0 || row[5] != "community" else { return }
      let key =
        account > 0
        ? Key(network: network, account: account, site: "", user: 0)
        : Key(network: network, account: nil, site: row[1].description, user: user)
      people[key, default: []].append(row)
    }
  }

  func onSite(_ row: Row) -> PersonOnSite {
    func text(_ column: ModeratorColumn) -> String? {
      if case .text(let text) = row[column.rawValue] { text } else { nil }
    }
    func count(_ column: ModeratorColumn) -> Int? {
      if case .integer(let number) = row[column.rawValue] { number } else { nil }
    }
    let user = number(row[2])
    let tenures = tenures(row)
    let moderator = Moderator(
      userID: user, role: text(.role).map(Role.init(rawValue:)) ?? .moderator,
      accountID: count(.accountID), displayName: row[4].description,
      kind: Moderator.Kind(rawValue: row[5].description) ?? .moderator,
      reputation: count(.reputation),
      badges: Moderator.Badges(count(.gold), count(.silver), count(.bronze)),
      location: text(.location), websiteURL: text(.websiteURL), link: text(.link),
      aboutText: text(.aboutText), memberSince: date(row, .memberSince))
    let name = NamePeriod(
      name: moderator.displayName, firstSeen: tenures.first?.bounds.beganBefore ?? asOf,
      lastSeen: tenures.last?.bounds.endedAfter ?? asOf)
    return PersonOnSite(
      site: SiteRef(row[0].description, row[1].description), siteName: row[1].description,
      moderator: moderator, elected: count(.elected), tenures: tenures,
      names: (names[user] ?? []) + [name], reputation: histories[user] ?? [])
  }

  private func date(_ row: Row, _ column: ModeratorColumn) -> Date? {
    Date(dayOrInstant: row[column.rawValue].description)
  }
}
