/// One change in words, the same in every output.
package struct ChangeWords {
  private let kind: Change.Kind?
  private let role: Role
  private let fields: [Change.FieldChange]
  private let show: (String) -> String

  /// - Parameters:
  ///   - kind: Nil if this version does not know the kind.
  ///   - role: That of the moderator; nil for a change of a site.
  ///   - show: Makes untrusted text safe to show.
  package init(
    kind: Change.Kind?, role: Role? = nil, fields: [Change.FieldChange],
    show: @escaping (String) -> String = { $0 }
  ) {
    (self.kind, self.role, self.fields, self.show) = (kind, role ?? .moderator, fields, show)
  }

  /// The name before a person was renamed; nil for every other change.
  package var formerName: String? {
    kind == .renamed ? fields.first?.before.map(show) : nil
  }

  /// A whole sentence, without its end.
  ///
  /// - Parameter name: The name of the person, safe to show; not asked for where a site has changed.
  package func sentence(of name: String) -> String {
    if let formerName { return "\(formerName) is now called \(name)" }
    return switch kind {
    case .siteRenamed, .siteClosed, .siteReopened: "the site \(ending)"
    case .joined, .left, .returned, .renamed, .profile, nil: "\(name) \(ending)"
    }
  }

  /// What happened, as the end of a sentence that begins with the name of the person or the site.
  package var ending: String {
    switch kind {
    // Other networks name their roles in words of their own.
    case .joined, .left, .returned:
      (kind == .joined ? "joined" : kind == .left ? "left" : "came back")
        + (role == .moderator ? "" : " as \(show(role.words))")
    case .renamed: "has a new name"
    case .profile: Self.list(fields.map(words))
    case .siteRenamed:
      "was renamed, from " + Self.list(fields.map { "“\($0.before.map(show) ?? "")”" })
    case .siteClosed: "is closed"
    case .siteReopened: "is open again"
    case nil: "changed"
    }
  }

  private func words(of field: Change.FieldChange) -> String {
    switch (field.column, field.after) {
    case ("kind", Moderator.Kind.staff.rawValue): "is now staff"
    case ("kind", Moderator.Kind.moderator.rawValue): "is now a moderator, no longer staff"
    case ("elected", "1"): "is now an elected moderator"
    case ("elected", _): "is no longer an elected moderator"
    default: "changed"
    }
  }

  private static func list(_ items: [String]) -> String {
    guard let last = items.last else { return "changed" }
    return items.count == 1 ? last : items.dropLast().joined(separator: ", ") + " and " + last
  }
}
