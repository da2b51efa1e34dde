import FoundationEssentials
import GRDB
import Roster

/// What takes the place of the rows of somebody who is withheld.
extension WithheldRows {
  /// Removes the values. The changes keep their numbers, so that cursors stay valid.
  func replace(by key: WithheldKey) throws {
    try replaceWhatIsDerived()
    for member in members {
      let number = key.number(ofUser: member.user.id, site: member.user.site)
      let leaf = try leaf(of: member, by: number)
      try replaceVersions(of: member.id)
      try replaceReputations(of: member)
      try replaceRow(of: member, by: number, leaf)
    }
    for row in logRows { try replace(row) }
    for claim in claims { try replace(claim) }
    for name in names {
      // What a server said of a failed request.
      try database.execute(
        sql: """
          UPDATE site SET fault = NULL, fault_message = NULL, fault_at = NULL
          WHERE network = ? AND instr(fault_message, ?) > 0
          """, arguments: [network, name])
    }
  }

  private func replaceWhatIsDerived() throws {
    for user in users {
      try database.execute(
        sql: """
          UPDATE change SET user_id = NULL, role = NULL, account_id = NULL, display_name = :name,
            kind = 'withheld', detail = NULL WHERE site = :site AND user_id = :user;
          DELETE FROM logged_tenure WHERE site = :site AND user_id = :user;
          DELETE FROM logged_name WHERE site = :site AND user_id = :user
          """, arguments: ["name": Withheld.name, "site": user.site, "user": user.id])
    }
    // Of sites of which nothing new is derived, others stay as they are.
    try database.execute(
      sql: """
        DELETE FROM logged_tenure WHERE name IN (SELECT value FROM json_each(:names))
          OR member IN (SELECT value FROM json_each(:members));
        DELETE FROM logged_name WHERE name IN (SELECT value FROM json_each(:names))
          OR holder IN (SELECT value FROM json_each(:names)) OR member IN (SELECT value FROM json_each(:members))
        """,
      arguments: [
        "names": StoredJSON.text(of: names.sorted().flatMap(\.canonicalForms)),
        "members": StoredJSON.text(of: members.map(\.id)),
      ])
  }

  /// By which the person is recognised from now on.
  func tags(by key: WithheldKey) -> Set<Data> {
    let places = sites.map { $0.map(Optional.some) } ?? [nil]
    let ofNames = places.flatMap { place in
      names.flatMap { key.tags(ofName: $0, site: place, network: network) }
    }
    let account = accountID.map { key.tag(ofAccount: $0, network: network) }
    let ofUsers = users.map { key.tag(ofUser: $0.id, site: $0.site) }
    let numbered = Set(users.map(\.site))
    let ofStrangers = (sites ?? []).subtracting(numbered).flatMap { place in
      names.map { key.tag(ofStranger: $0, site: place) }
    }
    return Set(
      ofNames + ofUsers + ofStrangers + [key.ownTag] + [account].compactMap(\.self))
  }

  private func replaceVersions(of member: Int) throws {
    let names = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT \(Leaf.columns), n.since FROM member m JOIN name n ON n.member = m.id
        WHERE m.id = ? ORDER BY n.since
        """, arguments: [member])
    for (number, row) in names.enumerated() {
      try database.execute(
        sql: """
          UPDATE name SET leaf = ?, account_id = NULL, display_name = ?, kind = ?, begins = ?
          WHERE member = ? AND since = ?
          """,
        arguments: [
          Leaf(row).digest, Withheld.name, Moderator.Kind.moderator.code, number == 0, member,
          row.value(Leaf.columnCount) as Int,
        ])
    }
    try database.execute(
      sql: "UPDATE elected SET leaf = coalesce(leaf, ?) WHERE member = ?",
      arguments: [Leaf.elected(member, salt: salt(of: member)), member])
  }

  private func replaceReputations(of member: Member) throws {
    let reputations = try GRDB.Row.fetchAll(
      database,
      sql: """
        SELECT * FROM (\(EvidenceSum.Addition.reputations(ofSite: member.user.site).query)) WHERE member = ?
        """, arguments: [member.id])
    for row in reputations {
      try database.execute(
        sql: """
          UPDATE former_reputation SET leaf = ?, reputation = NULL, gold = NULL, silver = NULL, bronze = NULL
          WHERE member = ? AND entry = ?
          """, arguments: [row.digest, member.id, row.value("entry") as Int])
    }
  }

  /// What the digest of a page has of the row.
  private func leaf(of member: Member, by number: Int) throws -> Data {
    let stored = try StoredMember.fetch(
      .init(member.user.id, as: member.role), of: member.user.site, database)
    // Whoever is only on a list of elected moderators has a row without a name, and is on no page of a roster.
    let row = stored?.moderator ?? Withheld.moderator(number, as: member.role)
    return row.digest(salted: try salt(of: member.id))
  }

  private func salt(of member: Int) throws -> Data {
    try Data.fetchOne(database, sql: "SELECT salt FROM member WHERE id = ?", arguments: [member])
      ?? Data()
  }

  private func replaceRow(of member: Member, by number: Int, _ leaf: Data) throws {
    let left = Moderator.digest(of: [Withheld.moderator(number, as: member.role)])
    try database.execute(
      sql: """
        UPDATE member SET user_id = ?, leaf = ?, left_sha256 = iif(left_sha256 IS NULL, NULL, ?),
          salt = zeroblob(16), \(Moderator.fields.map { "\($0.name) = NULL" }.joined(separator: ", "))
        WHERE id = ?
        """, arguments: [number, leaf, left, member.id])
  }

  private func replace(_ key: LogKey) throws {
    let row = try GRDB.Row.fetchOne(
      database,
      sql: """
        SELECT * FROM (\(EvidenceSum.Addition.log.query)) WHERE log = ? AND id = ? AND entry = ?
        """, arguments: [key.log, key.id, key.entry])
    try database.execute(
      sql: """
        UPDATE log_entry SET leaf = ?, id = random() | \(Int64.min), site = NULL, at = 0, kind = 'rights',
          name = NULL, new_name = NULL, roles_before = NULL, roles_after = NULL, roles = 0,
          salt = zeroblob(16)
        WHERE log = ? AND id = ? AND entry = ?
        """, arguments: [row?.digest, key.log, key.id, key.entry])
  }

  private func replace(_ key: ClaimKey) throws {
    let row = try GRDB.Row.fetchOne(
      database, sql: "\(EvidenceSum.Addition.claims.query) WHERE entry = ? AND number = ?",
      arguments: [key.entry, key.number])
    let columns = StoredClaim.columns.dropFirst().map { "\($0) = NULL" }
    try database.execute(
      sql: """
        UPDATE claim SET leaf = ?, number = random() | \(Int64.min), site = NULL, salt = zeroblob(16),
          \(columns.joined(separator: ", ")) WHERE entry = ? AND number = ?
        """, arguments: [row?.digest, key.entry, key.number])
  }
}
