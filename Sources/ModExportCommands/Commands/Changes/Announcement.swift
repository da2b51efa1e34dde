import Reports
import Roster
import Tables

/// One change as a sentence: "2026-11-20  Mathematics: new moderator Ann Example".
struct Announcement {
  private let change: Record<ChangeColumn>
  private let siteNames: [SiteRef: String]
  private let terminal: Terminal

  /// - Parameter row: A row of the `changes` view.
  init(_ row: Row, siteNames: [SiteRef: String], terminal: Terminal) {
    change = Record(row)
    self.siteNames = siteNames
    self.terminal = terminal
  }

  /// One line without its end.
  var text: String {
    let day = (change[.observedAt] ?? "").prefix(10)
    let site = change.site
    return "\(day)  \(shown(siteNames[site] ?? site.id)): \(news)"
  }

  private func shown(_ text: String?) -> String { terminal.shown(text ?? "somebody") }

  private var news: String {
    let name = shown(change[.displayName])
    let fields = Change.fields(inDetail: change[.detail]) ?? []
    switch change.kind {
    case .joined: return "new moderator \(name)"
    case .left: return "\(name) is no longer a moderator"
    case .returned: return "\(name) is a moderator again"
    case .renamed: return "\(shown(fields.first?.before)) is now called \(name)"
    case .profile:
      let parts = fields.map(sentence)
      return "\(name) \(parts.isEmpty ? "changed" : parts.joined(separator: ", "))"
    case .siteRenamed: return fields.map(siteSentence).joined(separator: ", ")
    case .siteClosed: return "the site is closed"
    case .siteReopened: return "the site is open again"
    case nil: return "\(name) \(shown(change[.kind]))"
    }
  }

  private func siteSentence(_ field: Change.FieldChange) -> String {
    let what = field.column == "site" ? "id" : field.column
    return "the site’s \(what) is now “\(shown(field.after))”, no longer “\(shown(field.before))”"
  }

  private func sentence(_ field: Change.FieldChange) -> String {
    switch field.column {
    case "kind": kindSentence(field)
    case "elected": field.after == "1" ? "is now an elected one" : "is no longer an elected one"
    case "about_text": "has a new about-me text"
    case "account_id": "has another account (\(field.after ?? "none"))"
    case "location": moved("location", field)
    case "website_url": moved("website", field)
    default: moved(field.column, field)
    }
  }

  private func kindSentence(_ field: Change.FieldChange) -> String {
    switch field.after {
    case Moderator.Kind.staff.rawValue: "is now staff"
    case Moderator.Kind.moderator.rawValue: "is now a moderator, no longer \(field.before ?? "?")"
    default: moved("kind", field)
    }
  }

  private func moved(_ what: String, _ field: Change.FieldChange) -> String {
    switch (field.before, field.after) {
    case (_, nil): "took the \(what) away"
    case (nil, let after?): "has the \(what) “\(shown(after))”"
    case (let before?, let after?):
      "changed the \(what) from “\(shown(before))” to “\(shown(after))”"
    }
  }
}
