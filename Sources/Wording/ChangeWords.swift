package import Roster

/// One change in words: as a line of news for the terminal, and as the end of a sentence for a page.
package struct ChangeWords {
  private let kind: Change.Kind?
  private let role: Role
  private let fields: [Change.FieldChange]
  private let show: (String) -> String

  /// - Parameters:
  ///   - kind: Nil if this version does not know the kind.
  ///   - role: That of the moderator; nil for a change of a site.
  ///   - detail: The column `detail` of the `changes` view.
  ///   - show: Makes untrusted text safe to show.
  package init(
    kind: Change.Kind?, role: Role? = nil, detail: String?,
    show: @escaping (String) -> String = { $0 }
  ) {
    self.kind = kind
    self.role = role ?? .moderator
    fields = Change.fields(inDetail: detail) ?? []
    self.show = show
  }

  /// A whole sentence for the terminal, without its end.
  ///
  /// - Parameter name: The name of the person or the site, safe to show.
  package func news(of name: String) -> String {
    switch kind {
    case .joined: "new \(show(role.words)) \(name)"
    case .left, .returned: "\(name) \(ending)"
    case .renamed: "\(show(fields.first?.before ?? "somebody")) is now called \(name)"
    case .profile: "\(name) \(ending)"
    case .siteRenamed: fields.map(siteNews).joined(separator: ", ")
    case .siteClosed, .siteReopened: "the site \(ending)"
    case nil: "\(name) changed"
    }
  }

  /// The name before a person was renamed; nil for every other change.
  package var formerName: String? {
    kind == .renamed ? fields.first?.before.map(show) : nil
  }

  /// A whole sentence for a page, without its end.
  ///
  /// - Parameter name: The name of the person or the site, safe to show.
  package func sentence(of name: String) -> String {
    formerName.map { "\($0) is now called \(name)" } ?? "\(name) \(ending)"
  }

  /// What happened, as the end of a sentence that begins with the name of the person or the site.
  package var ending: String {
    switch kind {
    case .joined: "became \(roleWords)"
    case .left: "stopped being \(roleWords)"
    case .returned: "is \(roleWords) again"
    case .renamed:
      fields.first.map { "is the new name of \(quoted($0.before))" } ?? "has a new name"
    case .profile: profileEnding
    case .siteRenamed: "was renamed, from \(Self.list(fields.map { quoted($0.before) }))"
    case .siteClosed: "is closed"
    case .siteReopened: "is open again"
    case nil: "changed"
    }
  }

  /// The role after a verb: other networks name theirs in words of their own.
  private var roleWords: String {
    role == .moderator ? "a moderator" : show(role.words)
  }

  // MARK: - Fields of a moderator

  private var profileEnding: String {
    let news = fields.compactMap { field in
      switch field.column {
      case "elected": electedNews(field)
      case "kind": kindNews(field)
      default: nil
      }
    }
    return news.isEmpty ? "changed" : Self.list(news)
  }

  private func electedNews(_ field: Change.FieldChange) -> String {
    field.after == "1" ? "is now an elected moderator" : "is no longer an elected moderator"
  }

  private func kindNews(_ field: Change.FieldChange) -> String {
    switch field.after {
    case Moderator.Kind.staff.rawValue: "is now staff"
    case Moderator.Kind.moderator.rawValue:
      "is now a moderator, no longer \(show(field.before ?? "?"))"
    default: "is now \(show(field.after ?? "?")), no longer \(show(field.before ?? "?"))"
    }
  }

  // MARK: - Fields of a site

  private func siteNews(_ field: Change.FieldChange) -> String {
    let what = field.column == "site" ? "id" : field.column
    return "the site’s \(what) is now \(quoted(field.after)), no longer \(quoted(field.before))"
  }

  private func quoted(_ text: String?) -> String { "“\(text.map(show) ?? "")”" }

  private static func list(_ items: [String]) -> String {
    guard let last = items.last else { return "" }
    return items.count == 1 ? last : items.dropLast().joined(separator: ", ") + " and " + last
  }
}
