import FoundationEssentials
import GRDB
package import Roster

/// A row of the view `tenures`, typed.
package struct SiteTenure: Hashable, Sendable {
  /// Nil where no roster had the account that a log names.
  package var userID: Int?
  package var accountID: Int?
  package var name: String
  /// Nil where only a log has the tenure.
  package var kind: Moderator.Kind?
  package var role: Role
  package var bounds: TenureBounds
  /// The weakest of the readings behind it; nil where only a log has it.
  package var grade: Grade?

  /// Whether it lasts, as the latest reading shows it.
  package var isCurrent: Bool { grade != nil && bounds.endedBefore == nil }

  /// Who holds or held it: of the site's users, or by the name that a log has.
  package struct Holder: Hashable, Sendable {
    package var userID: Int?
    package var name: String
    package var role: Role

    package init(userID: Int?, name: String, role: Role) {
      (self.userID, self.role) = (userID, role)
      self.name = userID == nil ? name : ""
    }
  }

  package var holder: Holder { Holder(userID: userID, name: name, role: role) }
}

/// A tenure of which something is known at a time.
package struct HeldTenure: Hashable, Sendable {
  /// Under the name, with the account and of the kind of that time, as far as rosters showed them.
  package var tenure: SiteTenure
  package var known: TenureBounds.Known
}

extension ArchiveDatabase {
  /// All tenures of a site, the first to begin first; of those without a user, only the ones that logs tell.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func tenures(of site: SiteRef) throws -> [SiteTenure] {
    try read { try Self.tenures(of: site, key: siteKey(site, $0), $0) }
  }

  /// Who held a role of a site at some moment of a time, for certain or perhaps: each user once for a role.
  ///
  /// Whoever had no account yet held none. After a reading whoever holds a role is on its roster: what a log has
  /// of an earlier time, without an end, is then no answer.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func holders(of site: SiteRef, in span: TimeSpan) throws -> [HeldTenure] {
    try read { database in
      let key = try siteKey(site, database)
      let readings = try PublishedReading.all(
        ofSite: key, until: span.beginning.unixSeconds, database)
      let past = try PastMember.all(ofSite: key, before: span.end.unixSeconds, database)
      var found: [SiteTenure.Holder: HeldTenure] = [:]
      for tenure in try Self.tenures(of: site, key: key, database) {
        guard let known = tenure.bounds.known(in: span) else { continue }
        var held = HeldTenure(tenure: tenure, known: known)
        if tenure.grade == nil, tenure.bounds.endedBefore == nil, known == .maybe,
          readings.contains(where: { $0.startedAt > tenure.bounds.endedAfter.unixSeconds })
        {
          continue
        }
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

  private static func tenures(
    of site: SiteRef, key: Int, _ database: Database
  ) throws -> [SiteTenure] {
    func seconds(_ column: TenureColumn) -> String {
      "CAST(strftime('%s', \(column.name)) AS INTEGER)"
    }
    let rows = try GRDB.Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT user_id, account_id, display_name, kind, role, source, grade,
            \([.beganAfter, .beganBefore, .endedAfter, .endedBefore].map(seconds).joined(separator: ", "))
          FROM tenures WHERE network = ? AND site = ? ORDER BY began_before, role, user_id, display_name
          """), arguments: [site.network, site.id])
    var tenures: [SiteTenure] = []
    while let row = try rows.next() { tenures.append(try SiteTenure(row)) }
    return tenures
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

extension SiteTenure {
  fileprivate init(_ row: GRDB.Row) throws {
    userID = try row.value(0)
    accountID = try row.value(1)
    name = try row.value(2)
    kind = try (row.value(3) as String?).flatMap(Moderator.Kind.init(rawValue:))
    role = Role(rawValue: try (row.value(4) as String?) ?? Role.moderator.rawValue)
    let source = try TenureBounds.Source(rawValue: row.value(5)) ?? .reading
    grade = try (row.value(6) as String?).flatMap(Grade.init(rawValue:))
    // A damaged file may lack them.
    let (began, ended) = (try row.date(8), try row.date(9))
    bounds = TenureBounds(
      beganAfter: try row.date(7), beganBefore: began ?? ended ?? Date(unixSeconds: 0),
      endedAfter: ended ?? began ?? Date(unixSeconds: 0), endedBefore: try row.date(10),
      source: source)
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
