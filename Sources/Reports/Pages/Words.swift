import Roster

/// What the archive's terms mean, in words for somebody who meets them first.
enum Words {
  /// Why a roster is not complete, from the `reasons` of a walk.
  static func reasons(_ reasons: String?) -> String {
    let words = (reasons ?? "").split(separator: " ").map { reason($0) }
    return words.joined(separator: "; ")
  }

  private static func reason(_ name: Substring) -> String {
    switch Verdict.Reason(rawValue: String(name)) {
    case .missingPage: "a page between the first and the last is missing"
    case .hasMoreChain: "the pages disagree about where the list ends"
    case .totalMissing: "a page does not say how many moderators there are"
    case .totalChanged: "the pages give different totals"
    case .totalMismatch: "the number of moderators read is not the total that the site gives"
    case .duplicateUser: "somebody occurs twice"
    case .notRepeated: "a second reading in the opposite order is missing or found other people"
    case .suddenShrink: "more people are gone at once than is plausible"
    case .emptyRoster: "the site listed nobody at all"
    case nil: String(name)
    }
  }

  /// What a verdict is called on a page.
  static func verdict(_ name: Verdict.Name?) -> String {
    name?.rawValue ?? "not mirrored"
  }

  /// What happened to somebody, as the end of a sentence that begins with their name.
  static func change(kind: Change.Kind?, fields: [Change.FieldChange]) -> String {
    switch kind {
    case .joined: "became a moderator"
    case .left: "is no longer a moderator"
    case .returned: "is a moderator again"
    case .renamed:
      fields.first.map { "is the new name of \(quoted($0.before))" } ?? "has a new name"
    case .profile: "changed " + list(fields.map { fieldName($0.column) })
    case .siteRenamed:
      "was renamed, from " + list(fields.map { quoted($0.before) })
    case .siteClosed: "is closed"
    case .siteReopened: "is open again"
    case nil: "changed"
    }
  }

  private static func fieldName(_ column: String) -> String {
    switch column {
    case "about_text": "the about-me text"
    case "account_id": "the network account"
    case "kind": "the kind of moderator"
    case "location": "the location"
    case "website_url": "the website"
    default: column
    }
  }

  private static func quoted(_ text: String?) -> String { "“\(text ?? "")”" }

  private static func list(_ items: [String]) -> String {
    guard let last = items.last else { return "the profile" }
    return items.count == 1 ? last : items.dropLast().joined(separator: ", ") + " and " + last
  }
}
