import GRDB
import Roster

/// Describes a match: the person, the field that matches and its matching parts.
extension Searcher {
  /// The texts of the member that was found.
  private struct Texts {
    var name: String
    var former: [String]
    /// The name of the site where that is sought.
    var site: String
    var siteID: SiteID
    var location: String
    var about: String
    var network: NetworkID
  }

  func match(_ candidate: Candidate) throws -> PersonMatch {
    let texts = try texts(candidate.member)
    let account = candidate.accountID.flatMap { $0 > 0 ? $0 : nil }
    let rows = try rows(candidate, account, texts.network)
    var found = match(candidate, texts)
    if found.field == .formerName, try isClaimed(found.text, of: candidate.member) {
      found.field = .claimedName
    }
    return PersonMatch(
      network: texts.network, accountID: account, displayName: texts.name, site: texts.siteID,
      match: found, moderators: rows.map(\.cells), ends: rows.map(\.end),
      terms: terms)
  }

  private func isClaimed(_ name: String, of member: Int) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM logged_name WHERE member = ? AND name = ? AND user_id IS NOT NULL)
          """), arguments: [member, name]) ?? false
  }

  private func match(_ candidate: Candidate, _ texts: Texts) -> PersonMatch.Match {
    switch candidate.tier {
    case .exactName: match(.displayName, .exact, texts.name)
    case .prefixOfName: match(.displayName, .prefix, texts.name)
    case .exactFormerName: match(.formerName, .exact, bestFormer(texts) { $0 == terms.words })
    case .prefixOfFormerName: match(.formerName, .prefix, bestFormer(texts, terms.areIn))
    case .otherField: otherField(texts)
    case .substring: substring(texts)
    case .typo: typo(texts)
    }
  }

  private func match(
    _ field: PersonMatch.Field, _ kind: PersonMatch.Kind, _ text: String
  ) -> PersonMatch.Match {
    PersonMatch.Match(
      field: field, kind: kind, text: text, highlights: terms.ranges(in: text, for: kind))
  }

  private func bestFormer(_ texts: Texts, _ isMatch: ([String]) -> Bool) -> String {
    texts.former.first { isMatch(FoldedText.words(in: $0)) }
      ?? texts.former.first { name in
        let words = FoldedText.words(in: name)
        return terms.terms.contains { $0.isIn(words) }
      } ?? texts.former.first ?? texts.name
  }

  /// The first field with a term that the name does not have.
  private func otherField(_ texts: Texts) -> PersonMatch.Match {
    let name = FoldedText.words(in: texts.name)
    let rest = terms.terms.filter { !$0.isIn(name) }
    let fields: [(PersonMatch.Field, String)] =
      texts.former.map { (.formerName, $0) } + [
        (.site, texts.site), (.location, texts.location), (.aboutText, texts.about),
      ]
    let best = fields.first { field in
      let words = FoldedText.words(in: field.1)
      return rest.contains { $0.isIn(words) }
    }
    guard let best else { return match(.displayName, .prefix, texts.name) }
    let found = match(best.0, .prefix, best.1)
    return best.0 == .aboutText ? Self.excerpt(found) : found
  }

  private func substring(_ texts: Texts) -> PersonMatch.Match {
    let inName = match(.displayName, .substring, texts.name)
    if !inName.highlights.isEmpty { return inName }
    let inFormer = texts.former.map { match(.formerName, .substring, $0) }
    return inFormer.first { !$0.highlights.isEmpty } ?? inName
  }

  private func typo(_ texts: Texts) -> PersonMatch.Match {
    func errors(_ name: String) -> Int { terms.errors(in: FoldedText.words(in: name)) }
    let best = texts.former.min { errors($0) < errors($1) }
    if let best, errors(best) < errors(texts.name) { return match(.formerName, .typo, best) }
    return match(.displayName, .typo, texts.name)
  }

  /// Characters kept before and after the first matching part.
  private static let excerptMargin = 40

  /// A long text, shortened around its first matching part.
  private static func excerpt(_ match: PersonMatch.Match) -> PersonMatch.Match {
    guard let first = match.highlights.first else { return match }
    let text = match.text
    let start =
      text.index(first.lowerBound, offsetBy: -excerptMargin, limitedBy: text.startIndex)
      ?? text.startIndex
    let end =
      text.index(first.upperBound, offsetBy: excerptMargin, limitedBy: text.endIndex)
      ?? text.endIndex
    let part = String(text[start..<end])
    func moved(_ index: String.Index) -> String.Index {
      part.index(part.startIndex, offsetBy: text.distance(from: start, to: index))
    }
    let highlights = match.highlights.filter { $0.lowerBound >= start && $0.upperBound <= end }
      .map { moved($0.lowerBound)..<moved($0.upperBound) }
    return PersonMatch.Match(
      field: match.field, kind: match.kind, text: part, highlights: highlights)
  }

  private func texts(_ member: Int) throws -> Texts {
    let row = try GRDB.Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT m.display_name, s.name, s.parameter, m.location, m.about_text, s.network
          FROM seat m JOIN site s ON s.id = m.site WHERE m.id = ?
          """), arguments: [member])
    let former = try String.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT display_name, replaced_at FROM former_name WHERE member = ?1
          UNION SELECT name, until FROM logged_name WHERE member = ?1 ORDER BY 2 DESC
          """),
      arguments: [member])
    func text(_ index: Int) throws -> String { try row.flatMap { try $0.value(index) } ?? "" }
    let siteName = try text(1)
    let isNamed = terms.terms.contains { $0.isIn(FoldedText.words(in: siteName)) }
    return try Texts(
      name: text(0), former: former, site: isNamed ? siteName : text(2), siteID: text(2),
      location: text(3), about: text(4), network: text(5))
  }

  /// Rows of `former_moderators`, each with the bounds of the last tenure where that has ended.
  private func rows(
    _ candidate: Candidate, _ account: Int?, _ network: NetworkID
  ) throws -> [(cells: Roster.Row, end: TenureBounds?)] {
    let condition =
      account == nil
      ? "m.site = ?1 AND m.user_id = ?3"
      : "m.account_id = ?1 AND m.account_id > 0 AND ?3 IS NOT NULL"
    let lastSeen = "coalesce(m.last_seen, \(Schema.lastRead))"
    let statement = try database.cachedStatement(
      sql: """
        SELECT \(Schema.memberColumns(lastSeen: lastSeen)),
          \(Schema.time("m.left_at", as: "left_at")), m.id AS member
        FROM seat m JOIN site s ON s.id = m.site
        WHERE \(condition) AND s.network = ?2\(query.conditions(site: site))
        ORDER BY m.until IS NOT NULL, m.reputation DESC, s.parameter, m.user_id,
          m.role <> '\(Role.moderator.rawValue)', m.role
        """)
    let arguments: StatementArguments = [account ?? candidate.site, network, candidate.userID]
    return try GRDB.Row.fetchAll(statement, arguments: arguments).map { row in
      let member: Int = try row.value("member")
      let cells = Array(row.cells.dropLast())
      if cells[ModeratorColumn.leftAt.rawValue] == .null { return (cells, nil) }
      return try (cells, Tenure.all(where: "member = ?", [member], database).ofFormer.first?.bounds)
    } + (query.former ? loggedRows(condition, arguments) : [])
  }

  /// The same of roles in which no roster had the person.
  ///
  /// - Parameter condition: Of the person's rows `m` of `seat`.
  private func loggedRows(
    _ condition: String, _ arguments: StatementArguments
  ) throws -> [(cells: Roster.Row, end: TenureBounds?)] {
    let users = try GRDB.Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT m.site, m.user_id, s.network, s.parameter FROM seat m JOIN site s ON s.id = m.site
          JOIN logged_tenure l ON l.site = m.site AND l.user_id = m.user_id AND l.member IS NULL
          WHERE \(condition) AND s.network = ?2\(site.map { " AND m.site = \($0)" } ?? "")
          """), arguments: arguments)
    return try users.flatMap { row -> [(cells: Roster.Row, end: TenureBounds?)] in
      let (key, user): (Int, Int) = try (row.value(0), row.value(1))
      let ref = try SiteRef(row.value(2), row.value(3))
      let tenures = try Tenure.all(
        where: "site = ? AND user_id = ? AND member IS NULL", [key, user], database)
      return tenures.ofFormer.sorted { $0.role < $1.role }.filter {
        query.kinds.choose($0.kind) && (query.roles.isEmpty || query.roles.contains($0.role))
      }.map { ($0.formerRow(on: ref), $0.bounds) }
    }
  }
}
