import FoundationEssentials
import GRDB
package import Roster

/// A tenure of which something is known at a time.
package struct HeldTenure: Hashable, Sendable {
  /// Under the name, with the account and of the kind of that time, as far as rosters and the log of renames tell them.
  package var tenure: Tenure
  package var known: TenureBounds.Known
}

/// The tenures of one site, from which every answer about a time follows.
struct SiteTenures {
  let tenures: [Tenure]
  let renames: RenameLog
  let members: [Moderator.Key: PastMember]
  let readings: [StoredWalk]
  private let now: Date

  /// - Parameter now: The present time: a reading that is dated later proves nothing of a day.
  init(ofSite site: Int, now: Date, _ database: Database) throws {
    self.now = now
    tenures = try Tenure.all(where: "site = ?", [site], database)
    renames = try RenameLog(ofSite: site, database)
    readings = try StoredWalk.fetchAll(of: site, until: now.unixSeconds, database)
    members = try PastMember.all(ofSite: site, readings, database)
  }

  /// Who held a role at some moment of a time, for certain or perhaps. Whoever had no account yet held none,
  /// unless a source tells otherwise.
  ///
  /// - Parameter isLatest: Whether it is the end of what is known: then the last roster is taken to last.
  func holders(in span: TimeSpan, isLatest: Bool = false) -> [Tenure.Holder: HeldTenure] {
    let read = readings.last.map { Date(unixSeconds: $0.startedAt) }
    var found: [Tenure.Holder: HeldTenure] = [:]
    for tenure in tenures {
      let bounds = tenure.bounds.trusted(until: now, last: read)
      let known = isLatest && tenure.isCurrent ? .yes : bounds.known(in: span)
      guard let known else { continue }
      if known == .maybe, bounds.beganAfter == nil, let date = tenure.registeredAt,
        date >= span.end
      {
        continue
      }
      let member = tenure.userID.flatMap { members[Moderator.Key($0, as: tenure.role)] }
      guard known == .yes || found[tenure.holder] == nil else { continue }
      var held = HeldTenure(tenure: tenure, known: known)
      if let member, let version = member.version(before: span.end.unixSeconds) {
        if tenure.grade != nil {
          (held.tenure.kind, held.tenure.accountID) = (version.kind, version.accountID)
        }
        if !hasClaimedName(tenure) {
          held.tenure.name = name(of: member, by: span.end) ?? tenure.name
        }
      }
      found[tenure.holder] = held
    }
    return found
  }

  /// Whether only a claim gives a tenure its name: another one than the last that a reading showed.
  func hasClaimedName(_ tenure: Tenure) -> Bool {
    let member = tenure.userID.flatMap { members[Moderator.Key($0, as: tenure.role)] }
    return tenure.bounds.source == .claim && tenure.name != member?.versions.last?.name
  }

  /// What a member was called just before a moment; nil where no reading ever named them.
  func name(of member: PastMember, by moment: Date) -> String? {
    guard let version = member.version(before: moment.unixSeconds) else { return nil }
    let lastLook = readings.last { $0.finishedAt < moment.unixSeconds }?.startedAt ?? .min
    let seen = Date(unixSeconds: max(version.readAt, lastLook))
    let (name, margin) = (version.name, RightsHistory.clockMargin)
    if seen < moment {
      return renames.names(after: name, from: seen - margin, until: moment).last?.name ?? name
    }
    return renames.names(before: name, at: seen + margin).prefix { $0.until >= moment }.last?.name
      ?? name
  }
}

extension RenameLog {
  init(ofSite site: Int, _ database: Database) throws {
    self.init(try StoredEntry.all(ofSite: site, of: .rename, database).map(\.entry))
  }
}

/// What a member of a site was called in turn.
struct PastMember {
  /// The oldest first; at least one.
  private(set) var versions: [Version]

  /// A name with its account and kind, as a reading showed it first.
  struct Version {
    var readAt: Int
    var name: String
    var accountID: Int?
    var kind: Moderator.Kind
  }

  /// The last one that a reading showed before a moment, or else the first one.
  func version(before moment: Int) -> Version? {
    versions.last { $0.readAt < moment } ?? versions.first
  }

  /// By key.
  static func all(
    ofSite site: Int, _ readings: [StoredWalk], _ database: Database
  ) throws -> [Moderator.Key: PastMember] {
    let dates = Dictionary(
      readings.map { ($0.id, $0.finishedAt) }, uniquingKeysWith: { first, _ in first })
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, m.role, n.since, n.account_id, n.display_name, n.kind
        FROM member m JOIN name n ON n.member = m.id WHERE m.site = ? ORDER BY n.member, n.since
        """, arguments: [site])
    var members: [Moderator.Key: PastMember] = [:]
    while let row = try rows.next() {
      let key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      let version = try Version(
        readAt: dates[row.value("since")] ?? .max, name: row.value("display_name"),
        accountID: row.value("account_id"),
        kind: Moderator.Kind(code: row.value("kind")) ?? .moderator)
      if members[key]?.versions.append(version) == nil {
        members[key] = PastMember(versions: [version])
      }
    }
    return members
  }
}
