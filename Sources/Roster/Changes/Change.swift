/// A dated difference between two published rosters of one site.
package struct Change: Hashable, Sendable {
  /// The user's id on the site.
  package var userID: Int
  /// What they are, or were, on the site.
  package var role: Role
  /// The person's id across the network, where the API returns one.
  package var accountID: Int?
  /// The name after the change; for a user who left, the last known one.
  package var displayName: String
  /// What happened.
  package var kind: Kind
  /// The changed fields: columns of the `moderators` view with their values before and after. Empty
  /// for `joined`, `left` and `returned`.
  package var detail: [FieldChange]

  /// A change, by default without fields.
  package init(
    userID: Int, role: Role = .moderator, accountID: Int?, displayName: String, kind: Kind,
    detail: [FieldChange] = []
  ) {
    self.userID = userID
    self.role = role
    self.accountID = accountID
    self.displayName = displayName
    self.kind = kind
    self.detail = detail
  }

  /// Identifies the row within its roster.
  package var key: Moderator.Key { Moderator.Key(userID, as: role) }

  /// The kinds of changes of a moderator between two rosters, or of a site between two lists of
  /// sites.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case joined, left, returned, renamed, profile
    case siteRenamed = "site_renamed"
    case siteClosed = "site_closed"
    case siteReopened = "site_reopened"

    /// The kinds of changes of moderators.
    package static let ofModerators = [joined, left, returned, renamed, profile]
  }

  /// One changed field.
  package struct FieldChange: Hashable, Sendable {
    /// A column name of the `moderators` view.
    package var column: String
    /// The value before; nil where there was none.
    package var before: String?
    /// The value after; nil where there is none.
    package var after: String?

    /// A field with both values.
    package init(column: String, before: String?, after: String?) {
      self.column = column
      self.before = before
      self.after = after
    }
  }
}
