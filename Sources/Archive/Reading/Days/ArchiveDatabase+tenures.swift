package import FoundationEssentials
import GRDB
package import Roster

/// A tenure of which something is known at a time.
package struct HeldTenure: Hashable, Sendable {
  /// Under the name, with the account and of the kind of that time, as far as rosters showed them.
  package var tenure: Tenure
  package var known: TenureBounds.Known
}

extension ArchiveDatabase {
  /// All tenures of a site, the first to begin first; of those without a user, only the ones that logs tell.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func tenures(of site: SiteRef) throws -> [Tenure] {
    try read { database in
      try Tenure.all(where: "site = ?", [siteKey(site, database)], database)
    }
  }

  /// Who held a role of a site at some moment of a time, for certain or perhaps: each user once for a role.
  ///
  /// Whoever had no account yet held none.
  ///
  /// - Parameter now: The present time: a reading that is dated later proves nothing of a day.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func holders(
    of site: SiteRef, in span: TimeSpan, now: Date = .distantFuture
  ) throws -> [HeldTenure] {
    try read { database in
      let key = try siteKey(site, database)
      let last = try StoredWalk.fetchAll(of: key, until: now.unixSeconds, database).last
      let past = try PastMember.all(ofSite: key, before: span.end.unixSeconds, database)
      var found: [Tenure.Holder: HeldTenure] = [:]
      for tenure in try Tenure.all(where: "site = ?", [key], database) {
        let bounds = tenure.bounds.trusted(
          until: now, last: last.map { Date(unixSeconds: $0.startedAt) })
        guard let known = bounds.known(in: span) else { continue }
        var held = HeldTenure(tenure: tenure, known: known)
        if let member = tenure.userID.flatMap({ past[Moderator.Key($0, as: tenure.role)] }) {
          if let since = member.since, since >= span.end.unixSeconds { continue }
          if tenure.grade != nil {
            (held.tenure.name, held.tenure.kind) = (member.name, member.kind)
            held.tenure.accountID = member.accountID
          }
        }
        if known == .yes || found[tenure.holder] == nil { found[tenure.holder] = held }
      }
      return found.values.sorted { $0.order < $1.order }
    }
  }
}

extension HeldTenure {
  /// Those who are known for certain first.
  fileprivate var order: (Int, Role, Int, Int, String) {
    (
      known == .yes ? 0 : 1, tenure.role, tenure.bounds.beganBefore.unixSeconds,
      tenure.userID ?? .max, tenure.name
    )
  }
}

extension Tenure {
  /// Rows of the view `dated_tenure`, the first to begin first.
  static func all(
    where condition: String, _ arguments: StatementArguments, _ database: Database
  ) throws -> [Tenure] {
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT user_id, account_id, display_name, kind, role, source, grade, began_after, began_before,
            ended_after, ended_before
          FROM dated_tenure WHERE \(condition) ORDER BY began_before, role, user_id, display_name, ended_after
          """), arguments: arguments)
    var tenures: [Tenure] = []
    while let row = try rows.next() { tenures.append(try Tenure(row)) }
    return tenures
  }

  private init(_ row: GRDB.Row) throws {
    // A damaged file may lack them.
    let (began, ended) = (try row.date(8), try row.date(9))
    try self.init(
      userID: row.value(0), accountID: row.value(1), name: row.value(2),
      kind: (row.value(3) as Int?).flatMap(Moderator.Kind.init(code:)),
      role: Role(rawValue: row.value(4) ?? Role.moderator.rawValue),
      bounds: TenureBounds(
        beganAfter: row.date(7), beganBefore: began ?? ended ?? Date(unixSeconds: 0),
        endedAfter: ended ?? began ?? Date(unixSeconds: 0), endedBefore: row.date(10),
        source: TenureBounds.Source(rawValue: row.value(5)) ?? .reading),
      grade: (row.value(6) as String?).flatMap(Grade.init(rawValue:)))
  }
}

/// What a member of a site was called at a moment.
private struct PastMember {
  var name: String
  var kind: Moderator.Kind
  var accountID: Int?
  /// When the account was made.
  var since: Int?

  /// By key: the last name that a reading showed before the moment, or else the first one.
  static func all(
    ofSite site: Int, before date: Int, _ database: Database
  ) throws -> [Moderator.Key: PastMember] {
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT m.user_id, m.role, m.member_since, n.account_id, n.display_name, n.kind, \(Schema.date(ofEntry: "n.since")) AS at
        FROM member m JOIN name n ON n.member = m.id WHERE m.site = ? ORDER BY n.member, n.since
        """, arguments: [site])
    var members: [Moderator.Key: PastMember] = [:]
    while let row = try rows.next() {
      let key = try Moderator.Key(row.value("user_id"), as: Role(rawValue: row.value("role")))
      let at: Int? = try row.value("at")
      guard members[key] == nil || at.map({ $0 < date }) ?? false else { continue }
      members[key] = try PastMember(
        name: row.value("display_name"),
        kind: Moderator.Kind(code: row.value("kind")) ?? .moderator,
        accountID: row.value("account_id"), since: row.value("member_since"))
    }
    return members
  }
}
