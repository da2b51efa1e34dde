import FoundationEssentials
import Roster
import Tables

/// A change of the journal as pages and feeds tell it: a row of `changes`.
struct ReportedChange: Hashable {
  let id: Int
  let site: SiteRef
  /// Nil for a change of a site.
  let user: Int?
  let account: Int?
  /// What pages call those to whom it happened.
  let name: String
  /// Nil where this version does not know the kind.
  let kind: Change.Kind?
  let role: Role
  let fields: [Change.FieldChange]
  let readings: Readings

  init(_ row: Row) {
    let record = Record<ChangeColumn>(row)
    (id, site, kind) = (record.number(.id) ?? 0, record.site, record.kind)
    (user, account) = (record.number(.userID), record.number(.accountID))
    name = ShownName.of(record[.displayName], user: record.number(.userID))
    role = record.role ?? .moderator
    fields = Change.fields(inDetail: record[.detail]) ?? []
    readings = Readings(
      after: record[.previousWalkAt].flatMap(Date.init(dayOrInstant:)),
      observed: record[.observedAt].flatMap(Date.init(dayOrInstant:)) ?? Date(unixSeconds: 0))
  }

  var words: ChangeWords { ChangeWords(kind: kind, role: role, fields: fields) }
  var news: News { News(kind) }
  /// The day on which it was seen: pages and places are named by it.
  var day: DayNumber { readings.day }
}

/// The two readings between which something happened.
struct Readings: Hashable {
  /// Nil where there was none before.
  let after: Date?
  let observed: Date

  var day: DayNumber { DayNumber(observed) }

  /// When it happened.
  var words: String {
    after == nil ? "seen on \(observed.dayWords)" : TenureBounds.words(after, observed)
  }

  /// Readings of the same two days stand together; of one day, those of the same times.
  func areThose(of other: Readings) -> Bool {
    if let after, DayNumber(after) == day { return self == other }
    return after.map(DayNumber.init) == other.after.map(DayNumber.init) && day == other.day
  }
}
