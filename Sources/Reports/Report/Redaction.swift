import FoundationEssentials
import Roster
import Tables

/// What a report that anybody can read is better without: what people say of themselves in their profiles, and the
/// names of those who left long ago.
///
/// Somebody who has a role on any site now keeps their names; numbers of users and accounts stay.
struct Redaction: Sendable {
  /// Who left before this moment has no name.
  private let limit: Date
  /// Of those whom a roster had.
  private var nameless: Set<User> = []

  /// A user of a site.
  private struct User: Hashable {
    var site: SiteRef
    var id: Int
  }

  /// - Parameter seconds: How long the names of those who left are kept.
  /// - Throws: What the source throws.
  init(_ source: any ReportSource, namesFor seconds: TimeInterval) throws {
    limit = source.asOf.addingTimeInterval(-seconds)
    var nameless: Set<User> = []
    try source.forEachPerson(inGroups: 1) { [limit] person in
      let ends = person.sites.flatMap(\.tenures).map(\.bounds.lastKnown)
      guard !person.sites.contains(where: \.isCurrent), ends.allSatisfy({ $0 < limit })
      else { return }
      for place in person.sites {
        nameless.insert(User(site: place.site, id: place.moderator.userID))
      }
    }
    self.nameless = nameless
  }

  /// What a reader must know of it.
  var sentence: String {
    "This report is for the public: it has no places, websites, about-me texts and pictures, and no names of those who "
      + "left before \(limit.utcDay)."
  }

  func isNameless(_ user: Int?, on site: SiteRef) -> Bool {
    user.map { nameless.contains(User(site: site, id: $0)) } ?? false
  }

  func redacted(_ row: Row, of view: View) -> Row {
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

  func redacted(_ tenure: Tenure, on site: SiteRef) -> Tenure {
    var tenure = tenure
    let isOld = !tenure.isListed && tenure.bounds.lastKnown < limit
    if isOld || isNameless(tenure.userID, on: site) { (tenure.name, tenure.names) = ("", []) }
    return tenure
  }
}

/// What a report reads of a source, and what of it is for the public.
protocol Redactable {
  func redacted(by redaction: Redaction) -> Self
}

extension PersonOnSite: Redactable {
  func redacted(by redaction: Redaction) -> PersonOnSite {
    var place = self
    (place.moderator.location, place.moderator.websiteURL) = (nil, nil)
    (place.moderator.profileImage, place.moderator.aboutText) = (nil, nil)
    place.tenures = tenures.map { redaction.redacted($0, on: site) }
    if redaction.isNameless(moderator.userID, on: site) {
      (place.moderator.displayName, place.moderator.link, place.names) = ("", nil, [])
    }
    return place
  }
}

extension PersonRecord: Redactable {
  func redacted(by redaction: Redaction) -> PersonRecord {
    var person = self
    person.sites = sites.map { $0.redacted(by: redaction) }
    person.displayName = person.sites.first?.moderator.displayName ?? ""
    return person
  }
}

extension SiteHistory: Redactable {
  func redacted(by redaction: Redaction) -> SiteHistory {
    var history = self
    history.tenures = tenures.map { redaction.redacted($0, on: site) }
    return history
  }
}

extension TenureBounds {
  /// When it had ended; where nobody knows that, until when it is known to have lasted.
  fileprivate var lastKnown: Date { endedBefore ?? endedAfter }
}

/// What has nothing of a person: numbers, times and digests.
protocol Impersonal: Redactable {}

extension Impersonal {
  func redacted(by redaction: Redaction) -> Self { self }
}

extension Int: Impersonal {}
extension RosterProof: Impersonal {}
extension RosterLine: Impersonal {}
extension Optional: Redactable where Wrapped: Redactable {
  func redacted(by redaction: Redaction) -> Wrapped? { map { $0.redacted(by: redaction) } }
}
