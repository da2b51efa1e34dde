package import FoundationEssentials

/// A dated difference between two published rosters of one site.
package struct Change: Hashable, Sendable {
  /// The user's id on the site.
  package var userID: Int
  /// The person's id across the network, where the API gives one.
  package var accountID: Int?
  /// The name after the change; for somebody who left, the last one known.
  package var displayName: String
  /// What happened.
  package var kind: Kind
  /// What is different: a column of the `moderators` view with its value before and after. Empty for
  /// `joined`, `left` and `returned`.
  package var detail: [FieldChange]

  /// A change, without detail unless told.
  package init(
    userID: Int, accountID: Int?, displayName: String, kind: Kind, detail: [FieldChange] = []
  ) {
    self.userID = userID
    self.accountID = accountID
    self.displayName = displayName
    self.kind = kind
    self.detail = detail
  }

  /// What can happen to a moderator between two rosters, or to a site between two lists of sites.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case joined, left, returned, renamed, profile
    case siteRenamed = "site_renamed"
    case siteClosed = "site_closed"
    case siteReopened = "site_reopened"

    /// What happens to moderators.
    package static let ofModerators = [joined, left, returned, renamed, profile]
  }

  /// One field that moved.
  package struct FieldChange: Hashable, Sendable {
    /// A column name of the `moderators` view.
    package var column: String
    /// The value before; nil where there was none.
    package var before: String?
    /// The value after; nil where there is none.
    package var after: String?

    /// A field with both its values.
    package init(column: String, before: String?, after: String?) {
      self.column = column
      self.before = before
      self.after = after
    }
  }
}

/// When somebody was seen to moderate one site.
///
/// A walk sees a moment, not a day: whoever joined did so after the last walk without them and no
/// later than the first walk with them, and the same holds for leaving.
package struct Tenure: Hashable, Sendable {
  /// The user's id on the site.
  package var userID: Int
  /// The last published walk without them; nil where they were in the site's baseline.
  package var absentBefore: Date?
  /// The first published walk with them.
  package var firstSeen: Date
  /// The latest published walk with them.
  package var lastSeen: Date
  /// The first published walk without them again; nil while they moderate.
  package var leftAt: Date?

  /// A tenure, still open unless told.
  package init(
    userID: Int, absentBefore: Date?, firstSeen: Date, lastSeen: Date, leftAt: Date? = nil
  ) {
    self.userID = userID
    self.absentBefore = absentBefore
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.leftAt = leftAt
  }
}
