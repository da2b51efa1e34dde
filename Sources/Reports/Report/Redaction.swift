import FoundationEssentials
import Roster
import Tables

/// What a report that anybody can read is made from: a source without what people say of themselves in their profiles, and
/// without the names of those who left long ago.
///
/// Somebody who has a role on any site now keeps their names; numbers of users and accounts stay.
struct RedactedSource: ReportSource {
  private let source: any ReportSource
  /// Who left before this moment has no name.
  private let limit: Date
  /// Of those whom a roster had.
  private let nameless: Set<User>

  /// A user of a site.
  private struct User: Hashable {
    var site: SiteRef
    var id: Int
  }

  /// - Parameter seconds: How long the names of those who left are kept.
  /// - Throws: What the source throws.
  init(_ source: any ReportSource, namesFor seconds: TimeInterval) throws {
    let limit = source.asOf.addingTimeInterval(-seconds)
    var nameless: Set<User> = []
    try source.forEachPerson(inGroups: 1) { person in
      let ends = person.sites.flatMap(\.tenures).map(\.bounds.lastKnown)
      guard !person.sites.contains(where: \.isCurrent), ends.allSatisfy({ $0 < limit })
      else { return }
      for place in person.sites {
        nameless.insert(User(site: place.site, id: place.moderator.userID))
      }
    }
    (self.source, self.limit, self.nameless) = (source, limit, nameless)
  }

  // MARK: - Facts that name nobody

  var omission: String? {
    "This report is for the public: it has no places, websites, about-me texts and pictures, and no names of those who "
      + "left before \(limit.utcDay)."
  }
  var asOf: Date { source.asOf }
  var generator: String { source.generator }
  var origin: String? { source.origin }
  var identity: String { source.identity }
  var head: String? { source.head }
  var firstNetwork: NetworkID? { source.firstNetwork }
  var faults: [SiteRef: String] { source.faults }

  func everybodyCount() throws -> Int { try source.everybodyCount() }

  func proof(of site: SiteRef) throws -> RosterProof? { try source.proof(of: site) }

  func forEachRoster(_ body: (RosterLine) throws -> Void) throws {
    try source.forEachRoster(body)
  }

  func withheldCount(of site: SiteRef, former: Bool) throws -> Int {
    try source.withheldCount(of: site, former: former)
  }

  /// The archive has what is left out: there is no copy of it.
  func copyArchive(to path: String) {}

  // MARK: - People

  func forEachRow(
    of view: View, site: SiteRef?, order: ViewOrder, limit: Int?, _ body: (Row) throws -> Void
  ) throws {
    try source.forEachRow(of: view, site: site, order: order, limit: limit) { row in
      try body(redacted(row, of: view))
    }
  }

  func forEachModerator(
    of site: SiteRef, former: Bool, limit: Int?, _ body: (PersonOnSite) throws -> Void
  ) throws {
    try source.forEachModerator(of: site, former: former, limit: limit) { try body(redacted($0)) }
  }

  func forEachPerson(inGroups groups: Int, _ body: (PersonRecord) throws -> Void) throws {
    try source.forEachPerson(inGroups: groups) { person in
      var person = person
      person.sites = person.sites.map(redacted)
      person.displayName = person.sites.first?.moderator.displayName ?? ""
      try body(person)
    }
  }

  func history(of site: SiteRef) throws -> SiteHistory? {
    guard var history = try source.history(of: site) else { return nil }
    history.tenures = history.tenures.map { redacted($0, on: site) }
    return history
  }

  private func isNameless(_ user: Int?, on site: SiteRef) -> Bool {
    user.map { nameless.contains(User(site: site, id: $0)) } ?? false
  }

  private func redacted(_ place: PersonOnSite) -> PersonOnSite {
    var place = place
    (place.moderator.location, place.moderator.websiteURL) = (nil, nil)
    (place.moderator.profileImage, place.moderator.aboutText) = (nil, nil)
    place.tenures = place.tenures.map { redacted($0, on: place.site) }
    if isNameless(place.moderator.userID, on: place.site) {
      (place.moderator.displayName, place.moderator.link, place.names) = ("", nil, [])
    }
    return place
  }

  private func redacted(_ tenure: Tenure, on site: SiteRef) -> Tenure {
    var tenure = tenure
    let isOld = !tenure.isListed && tenure.bounds.lastKnown < limit
    if isOld || isNameless(tenure.userID, on: site) { (tenure.name, tenure.names) = ("", []) }
    return tenure
  }

  private func redacted(_ row: Row, of view: View) -> Row {
    var row = row
    func clear<Column: ViewColumn>(_ columns: Column...) {
      for column in columns { row[column.rawValue] = .null }
    }
    switch view {
    case .moderators, .formerModerators:
      let moderator = Record<ModeratorColumn>(row)
      clear(ModeratorColumn.location, .websiteURL, .profileImage, .aboutText)
      if isNameless(moderator.number(.userID), on: moderator.site) {
        clear(ModeratorColumn.displayName, .link)
      }
    case .tenures:
      let tenure = Record<TenureColumn>(row)
      let end = tenure[.endedBefore] ?? tenure[.endedAfter] ?? ""
      let isOld = tenure[.kind] == nil && end < limit.rfc3339
      if isOld || isNameless(tenure.number(.userID), on: tenure.site) {
        clear(TenureColumn.displayName)
      }
    case .changes:
      let change = Record<ChangeColumn>(row)
      if isNameless(change.number(.userID), on: change.site) {
        clear(ChangeColumn.displayName)
        if change.kind == .renamed { clear(ChangeColumn.detail) }
      }
    case .sites, .observations, .people, .walks, .pages, .runs: break
    }
    return row
  }
}

extension TenureBounds {
  /// When it had ended; where nobody knows that, until when it is known to have lasted.
  fileprivate var lastKnown: Date { endedBefore ?? endedAfter }
}
