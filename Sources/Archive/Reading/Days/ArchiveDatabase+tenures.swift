package import FoundationEssentials
import GRDB
package import Roster

extension ArchiveDatabase {
  /// All tenures of a site, the first to begin first; of those without a user, only the ones that logs tell.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func tenures(of site: SiteRef) throws -> [Tenure] {
    try read { database in
      try Tenure.all(where: "site = ?", [siteKey(site, database)], database)
    }
  }

  /// The same with what each holder was called in turn, as ``holders(of:in:kinds:now:)`` names them.
  ///
  /// - Throws: `unknown` where the archive does not contain the site.
  package func namedTenures(of site: SiteRef) throws -> [Tenure] {
    try read { database in
      try SiteTenures(ofSite: siteKey(site, database), now: .distantFuture, database).named
    }
  }

  /// Who held a role of a site at some moment of a time, for certain or perhaps: each user once for a role.
  ///
  /// - Parameters:
  ///   - kinds: Of which one they were at that moment; any where none is named.
  ///   - now: The present time: a reading that is dated later proves nothing of a day.
  /// - Throws: `unknown` where the archive does not contain the site.
  package func holders(
    of site: SiteRef, in span: TimeSpan, kinds: [Moderator.Kind] = [], now: Date = .distantFuture
  ) throws -> [HeldTenure] {
    try read { database in
      try SiteTenures(ofSite: siteKey(site, database), now: now, database)
        .holders(in: span, kinds: kinds).values.sorted { $0.order < $1.order }
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
            ended_after, ended_before, (SELECT member_since FROM member WHERE id = member) AS registered_at,
            source_url
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
        source: TenureBounds.Source(rawValue: row.value(5)) ?? .reading, sourceURL: row.value(12)),
      grade: (row.value(6) as String?).flatMap(Grade.init(rawValue:)), registeredAt: row.date(11))
  }
}
