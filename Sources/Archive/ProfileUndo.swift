import GRDB
import Roster

/// Undoes the journal of a site, the latest change first, from what the rows say now: each change must
/// find the value that it says it left.
///
/// `elected` is left out: whoever comes back is asked about anew, which is no change.
struct ProfileUndo {
  private var values: [Int: [String: String]] = [:]

  mutating func add(_ moderator: Moderator) {
    var columns = ["display_name": moderator.displayName, "kind": moderator.kind.rawValue]
    columns["account_id"] = moderator.accountID.map { String($0) }
    columns["location"] = moderator.location?.unlessEmpty
    columns["website_url"] = moderator.websiteURL?.unlessEmpty
    columns["about_text"] = moderator.aboutText?.unlessEmpty
    values[moderator.userID] = columns
  }

  /// The first contradiction of each user's columns.
  consuming func contradictions(
    inJournalOf site: Int, _ database: Database
  ) throws -> [(userID: Int, column: String)] {
    var found: [(userID: Int, column: String)] = []
    let rows = try GRDB.Row.fetchCursor(
      database,
      sql: """
        SELECT user_id, detail FROM change WHERE site = ? AND kind IN ('renamed', 'profile')
        ORDER BY id DESC
        """, arguments: [site])
    while let row = try rows.next() {
      let userID: Int = try row.value(0)
      guard let fields = try Change.fields(inDetail: row.value(1)), !fields.isEmpty else {
        found.append((userID, "detail"))
        continue
      }
      for field in fields where field.column != "elected" {
        if values[userID]?[field.column] != field.after?.unlessEmpty {
          found.append((userID, field.column))
        }
        values[userID]?[field.column] = field.before?.unlessEmpty
      }
    }
    return found
  }
}
