package import FoundationEssentials

/// A name that an account gave up, and when.
package struct FormerName: Hashable, Sendable {
  package var name: String
  package var until: Date

  package init(name: String, until: Date) {
    (self.name, self.until) = (name, until)
  }
}

/// A tenure as the logs of a network, a badge or a claim tell it: who got a role and lost it again.
///
/// A bound of a log is exact where a row or an expiry tells it; where a row is hidden or missing, what lies between
/// the rows around it stays open.
package struct LoggedTenure: Hashable, Sendable {
  package var role: Role
  /// The last name of the account that the logs tell; empty where a badge or a claim has none.
  package var name: String
  /// The names that the account gave up, the oldest first.
  package var formerNames: [FormerName] = []
  /// The account, as a number among those of the logs; below 0 for a name that is claimed.
  package var account = 0
  /// The user whose account it is; nil where no roster shows an account that is certainly this one.
  package var userID: Int?
  package var bounds: TenureBounds
  /// Until when the logs know the name of the account; nil for a badge or a claim.
  package var knownUntil: Date?

  package init(role: Role, name: String, account: Int = 0, userID: Int? = nil, bounds: TenureBounds)
  {
    (self.role, self.name, self.account) = (role, name, account)
    (self.userID, self.bounds) = (userID, bounds)
  }

  package var holder: Tenure.Holder { Tenure.Holder(userID: userID, name: name, role: role) }
}
