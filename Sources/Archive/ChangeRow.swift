import FoundationEssentials
import GRDB
import Roster

/// One row of the journal.
enum ChangeRow {
  static func insert(
    _ change: Change, site: Int, observedAt: Int, previousWalkAt: Int, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO change (site, user_id, account_id, display_name, kind, detail, observed_at,
          previous_walk_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      site, change.userID, change.accountID, change.displayName, change.kind.rawValue,
      try detail(change.detail), observedAt, previousWalkAt,
    ])
  }

  /// `{"display_name":["before","after"]}`, nil where nothing is said.
  private static func detail(_ fields: [Change.FieldChange]) throws -> String? {
    guard !fields.isEmpty else { return nil }
    let object = Dictionary(
      fields.map { ($0.column, [$0.before, $0.after]) }, uniquingKeysWith: { first, _ in first })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(object), as: UTF8.self)
  }

  /// The reverse of the stored detail, by column; nil where it is damaged.
  static func fields(_ detail: String?) -> [Change.FieldChange]? {
    guard let detail else { return [] }
    let object = try? JSONDecoder().decode([String: [String?]].self, from: Data(detail.utf8))
    guard let object, object.values.allSatisfy({ $0.count == 2 }) else { return nil }
    return object.sorted { $0.key < $1.key }.map {
      Change.FieldChange(column: $0.key, before: $0.value[0], after: $0.value[1])
    }
  }
}
